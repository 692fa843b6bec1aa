/**
 * Tells requests between the services of one process, and of those it started, from all others: while the process stops,
 * requests under way may still need another of its services.
 */

import { timingSafeEqual } from "node:crypto";
import type { Incoming } from "lib/http/incoming.ts";

const HEADER = "x-diwan-process";
// A secret that only this process and those it starts know.
let token: string = crypto.randomUUID();
const ports = new Set<number>();
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0"]);

/** Registers that this process listens on `port`, until the returned function is called. */
export function listensOn(port: number): () => void {
  ports.add(port);
  return () => void ports.delete(port);
}

/** The token by which this process and those it starts know each other. */
export function processToken(): string {
  return token;
}

/** From now on this process belongs to the one that started it, whose token is `given`. */
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
  // How long a comparison takes must not tell how much of a guess is right.
  return given.length === right.length && timingSafeEqual(given, right);
}
