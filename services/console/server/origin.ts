/** Accepts requests only from pages of this console. */
import type { MiddlewareHandler } from "hono";
import { ServiceError } from "lib/errors.ts";
import { isOwnHost } from "lib/mcp/mcp_hosts.ts";

const SAFE = new Set(["GET", "HEAD"]);

/**
 * Refuses with 403 a request whose Host is a stranger's name (which may be made to lead here), and one that a page of
 * another site or port sent: any unsafe method, and all of `/api/` and `/live`.
 */
export function ownPages(names: readonly string[]): MiddlewareHandler {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return async function ownPages(c, next) {
    const host = c.req.header("host") ?? new URL(c.req.url).host;
    const name = URL.parse(`http://${host}`)?.hostname.toLowerCase();
    if (name === undefined || !isOwnHost(name, known)) {
      throw new ServiceError(
        403,
        "This Host is not allowed for the console: set CONSOLE_PUBLIC_URL to its address",
      );
    }
    const guarded = !SAFE.has(c.req.method) || /^\/(api|live)(\/|$)/.test(c.req.path);
    if (guarded && !fromOwnPage(c.req.raw.headers, host)) {
      throw new ServiceError(403, "Only pages of this console may send this request");
    }
    await next();
  };
}

/** Browsers leave Sec-Fetch-Site out on plain HTTP beyond localhost; programs send neither header. */
function fromOwnPage(headers: Headers, host: string): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (origin !== null && URL.parse(origin)?.host !== host.toLowerCase()) return false;
  return site === null || site === "same-origin" || site === "none";
}
