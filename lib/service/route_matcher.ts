/** Matches requests against a list of routes such as `POST /api/v1/agents/:id/run`. */
import type { Context } from "hono";

/** Whether a request matches one of the routes. */
export type Matches = (c: Context) => boolean;

/**
 * Matches the routes given as `METHOD /path`; `:name` or `{name}` is one segment, a final `*` any rest. A
 * HEAD request matches the route of its GET, whose handler answers it.
 */
export function routeMatcher(routes: readonly string[]): Matches {
  const patterns = routes.map((route) => {
    const [method = "", path = ""] = route.split(" ");
    const source = path.split("/").map((segment) => {
      if (segment === "*") return ".*";
      return /^(:.*|\{.*\})$/.test(segment) ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    });
    return { method, path: new RegExp(`^${source.join("/")}/?$`) };
  });
  return (c) => {
    const asked = c.req.method === "HEAD" ? "GET" : c.req.method;
    return patterns.some(({ method, path }) => method === asked && path.test(c.req.path));
  };
}
