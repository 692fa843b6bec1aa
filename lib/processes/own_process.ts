/**
 * Marks requests between the services of one process or process group. While it drains, such requests are
 * still accepted, because requests in hand may need them.
 */

import { timingSafeEqual } from "node:crypto";
import type { Incoming } from "lib/http/incoming.ts";

const HEADER = "x-diwan-process";
// A secret shared only with processes that this one starts.
let token: string = crypto.randomUUID();
const ports = new Set<number>();
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0"]);

/** Registers that this process listens on `port`, until the returned function is called. */
export function listensOn(port: number): () => void {
  ports.add(port);
  return () => void ports.delete(port);
}

/** The token that marks requests of this process and its members. */
export function processToken(): string {
  return token;
}

/** Adopts the token `given` of the parent process. */
export function belongTo(given: string): void {
  token = given;
}

/** Where this process, and those it started, listen. */
export function ownPorts(): number[] {
  return [...ports];
}

/** Headers for a request to `url`; none when another process serves it. */
export function ownHeaders(url: string): Record<string, string> {
  const { protocol, hostname, port } = new URL(url);
  const own = protocol === "http:" && LOCAL.has(hostname) && ports.has(Number(port || 80));
  return own ? { [HEADER]: token } : {};
}

/** Whether a request comes from a service of this process. */
export function isOwnRequest(request: Pick<Incoming, "headers">): boolean {
  const given = new TextEncoder().encode(request.headers.get(HEADER) ?? "");
  const right = new TextEncoder().encode(token);
  // Compared in constant time.
  return given.length === right.length && timingSafeEqual(given, right);
}
