/** The address a request comes from, past the proxies that are trusted. */
import ipaddr from "ipaddr.js";

// Parsing an address takes longer than a cache look-up.
const KNOWN_PEERS = 10_000;

/** A source of a request's address; Hono's context is one. */
export interface Peer {
  /** The connection, as Deno.serve gives it beside the request. */
  env: unknown;
  /** Its headers. */
  req: { header(name: string): string | undefined };
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * A function that gives a request's client address: the connection's, or, when that is one of `trusted`
 * (addresses or CIDR ranges), the last one in X-Forwarded-For that is not. Entries before a malformed one may
 * be forged and are ignored: then the connection's address counts.
 * @throws when an entry of `trusted` is not an address or range.
 */
export function clientIp(trusted: readonly string[]): (c: Peer) => string {
  const ranges = trusted.map(parseRange);
  const isTrusted = (ip: string) => ipaddr.isValid(ip) && ranges.some((range) => inRange(ip, range));
  const known = new Map<string, { peer: string; trusted: boolean }>();
  const knownPeer = (address: string) => {
    let remembered = known.get(address);
    if (!remembered) {
      const peer = unmapped(address);
      remembered = { peer, trusted: isTrusted(peer) };
      if (known.size >= KNOWN_PEERS) known.clear();
      known.set(address, remembered);
    }
    return remembered;
  };
  return (c) => {
    const { peer, trusted: isProxy } = knownPeer(peerOf(c.env));
    if (!isProxy) return peer;
    const hops = (c.req.header("x-forwarded-for") ?? "").split(",").map((hop) =>
      unmapped(withoutPort(hop.trim()))
    );
    const client = hops.findLast((hop) => !isTrusted(hop));
    return client !== undefined && ipaddr.isValid(client) ? client : peer;
  };
}

/** The address that stands for a client in limits: an IPv6 client has a whole /64. */
export function limitedAddress(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  return `${ipaddr.IPv6.parse(ip).parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`;
}

function peerOf(env: unknown): string {
  if (typeof env !== "object" || env === null || !("remoteAddr" in env)) return "";
  const address = env.remoteAddr;
  if (typeof address !== "object" || address === null || !("hostname" in address)) return "";
  return String(address.hostname);
}

/** Some proxies append the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** IPv4 written as IPv6 (::ffff:10.0.0.1) becomes IPv4. */
function unmapped(ip: string): string {
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip;
}

/** Whether `text` is an address or a CIDR range. */
export function isAddressRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

function parseRange(text: string): Range {
  if (ipaddr.isValid(text)) {
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  }
  return ipaddr.parseCIDR(text);
}

function inRange(ip: string, [range, bits]: Range): boolean {
  const address = ipaddr.process(ip);
  return address.kind() === range.kind() && address.match(range, bits);
}
