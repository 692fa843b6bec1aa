/** Who may reach /mcp from a browser: pages of other sites must not, by whatever name they call this machine. */
import type { MiddlewareHandler } from "hono";
import ipaddr from "ipaddr.js";
import { ServiceError } from "lib/errors.ts";

/**
 * Refuses with 403 a request whose Host is a name that is not this service's (a name of somebody else may be made to
 * lead here), and one whose Origin is another site. Known are localhost, addresses, names without a dot as of a
 * compose network, and `names`.
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
  return new ServiceError(403, `This ${header} may not reach /mcp; MCP_ALLOWED_HOSTS names those that may`);
}

function hostname(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol)
    ? parsed.hostname.toLowerCase().replace(/\.$/, "")
    : undefined;
}

/**
 * Whether `host` can only be this service's own: localhost, an address, which cannot be made to lead elsewhere, a name
 * without a dot, which no stranger can register, or one of `known`.
 */
export function isOwnHost(host: string, known: Set<string>): boolean {
  return isLoopback(host) || known.has(host) || !host.includes(".") ||
    ipaddr.isValid(host.replace(/^\[|\]$/g, ""));
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host);
}
