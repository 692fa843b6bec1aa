/**
 * Tells requests among the services of one process from all others: while the process stops, work that is in hand may
 * still need another of its services.
 */

const HEADER = "x-diwan-process";
// Known to this process alone.
const token = crypto.randomUUID();
const ports = new Set<number>();
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0"]);

/** From now on this process listens on `port`, until the returned function is called. */
export function listensOn(port: number): () => void {
  ports.add(port);
  return () => void ports.delete(port);
}

/** Headers for a request to `url`: none where another process answers. */
export function ownHeaders(url: string): Record<string, string> {
  const { protocol, hostname, port } = new URL(url);
  const own = protocol === "http:" && LOCAL.has(hostname) && ports.has(Number(port || 80));
  return own ? { [HEADER]: token } : {};
}

/** Whether a request comes from a service of this process. */
export function isOwnRequest(request: Request): boolean {
  return request.headers.get(HEADER) === token;
}
