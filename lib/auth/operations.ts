/** Finds the contract of a request's endpoint. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, Env } from "hono";
import { TrieRouter } from "hono/router/trie-router";

/** The part of an endpoint's contract that the middleware of a service reads. */
export interface Operation {
  /** The operationId, or its method and path where it has none. */
  id: string;
  /** The HTTP method, in lower case. */
  method: string;
  /** The path with its parameters in braces, prefix included. */
  path: string;
  /** Whether the limit of heavy endpoints counts it. */
  heavy: boolean;
  /** Whether it needs no token. */
  open: boolean;
  /** Whether no limit counts it, and it is answered while the service starts and drains. */
  unmetered: boolean;
  /** Whether it takes a body. */
  takesBody: boolean;
  /** The largest body in bytes; undefined: the service's usual one. */
  maxBodyBytes: number | undefined;
}

/** The contracts of all endpoints that were added to `app` so far. */
export function operationsOf<E extends Env>(app: OpenAPIHono<E>): Operation[] {
  return app.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== "route") return [];
    const { route } = definition;
    const maxBodyBytes: unknown = route["x-max-body-bytes"];
    return [{
      id: route.operationId ?? `${route.method} ${route.path}`,
      method: route.method,
      path: route.path,
      heavy: route["x-rate-limit"] === "heavy",
      unmetered: route["x-rate-limit"] === "none",
      open: route.security?.length === 0,
      takesBody: route.request?.body !== undefined,
      maxBodyBytes: typeof maxBodyBytes === "number" ? maxBodyBytes : undefined,
    }];
  });
}

/**
 * Finds a request's endpoint in `app`, undefined when there is none; of several the one with the fewest
 * parameters. A HEAD request belongs to the GET endpoint, whose handler answers it. Endpoints may be added until the first request.
 */
export function operationFinder<E extends Env>(app: OpenAPIHono<E>): (c: Context) => Operation | undefined {
  let router: TrieRouter<Operation> | undefined;
  return (c) => {
    router ??= routerOf(operationsOf(app));
    const method = c.req.method === "HEAD" ? "GET" : c.req.method;
    const [match] = router.match(method, c.req.path);
    return match.map(([operation]) => operation).toSorted((a, b) => parametersOf(a) - parametersOf(b))[0];
  };
}

function parametersOf({ path }: Operation): number {
  return path.split("{").length;
}

function routerOf(operations: Operation[]): TrieRouter<Operation> {
  const router = new TrieRouter<Operation>();
  for (const operation of operations) {
    router.add(operation.method.toUpperCase(), operation.path.replaceAll(/\/{(.+?)}/g, "/:$1"), operation);
  }
  return router;
}
