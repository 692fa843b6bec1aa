/** Keeps pages of other sites from reaching /mcp through a browser, including by DNS rebinding. */
import type { MiddlewareHandler } from "hono";
import ipaddr from "ipaddr.js";
import { ServiceError } from "lib/errors.ts";

/**
 * Refuses with 403 a request whose Host is not one of this service's names (a foreign name can be made to
 * resolve to this machine), and one whose Origin is another site. Known are localhost, addresses, names
 * without a dot as of a compose network, and `names`.
 */
export function ownHosts(names: readonly string[]): MiddlewareHandler {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return async function ownHosts(c, next) {
    const host = hostname(`http://${c.req.header("host") ?? new URL(c.req.url).host}`);
    if (host === undefined || !isOwnHost(host, known)) throw refused("Host");
    const origin = c.req.header("origin");
    if (origin !== undefined) {
      const from = hostname(origin);
      if (from === undefined || !(from === host || isLoopback(from) || known.has(from))) {
        throw refused("Origin");
      }
    }
    await next();
  };
}

function refused(header: string): ServiceError {
  return new ServiceError(403, `This ${header} is not allowed at /mcp: add its host to MCP_ALLOWED_HOSTS`);
}

function hostname(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol)
    ? parsed.hostname.toLowerCase().replace(/\.$/, "")
    : undefined;
}

/**
 * Whether `host` can only mean this service: localhost, an address, which needs no resolution, a name without
 * a dot, which nobody can register, or one of `known`.
 */
export function isOwnHost(host: string, known: Set<string>): boolean {
  return isLoopback(host) || known.has(host) || !host.includes(".") ||
    ipaddr.isValid(host.replace(/^\[|\]$/g, ""));
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host);
}
