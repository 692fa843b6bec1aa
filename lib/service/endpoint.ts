/**
 * The contract of an endpoint, stated once. From it follow validation, who may call, limits, the largest body, and
 * every status that the OpenAPI document names:
 *
 * ```ts
 * app.openapi(
 *   endpoint({
 *     id: "createPolicy",
 *     method: "post",
 *     path: "/policies",
 *     tags: ["policies"],
 *     summary: "Create a policy",
 *     roles: ["admin"],
 *     request: { body: jsonBody(PolicyInput) },
 *     answers: { 201: json(Policy, "The policy") },
 *     fails: { 409: "Another policy has this name" },
 *   }),
 *   async (c) => c.json(await store.insert(c.req.valid("json")), 201),
 * );
 * ```
 */
import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { Env, MiddlewareHandler } from "hono";
import type { z } from "zod";
import { requireRole } from "lib/auth/auth.ts";
import type { Role } from "lib/auth/user.ts";
import { Denial, Failure, Invalid } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/auth/app_env.ts";
import { refuseBadText } from "lib/text_check.ts";

/** A status that an endpoint may fail with besides those implied by its contract. */
export type FailureStatus =
  | 400
  | 401
  | 403
  | 404
  | 408
  | 409
  | 410
  | 413
  | 415
  | 422
  | 425
  | 426
  | 429
  | 451
  | 502
  | 503
  | 504;

/** The contract of an endpoint. */
export interface EndpointOptions {
  /** The operationId as a caller would write it, unique over all services: `listTenders`, `redactPii`. */
  id: string;
  /** The HTTP method. */
  method: RouteConfig["method"];
  /** The path under the service's prefix, parameters in braces. */
  path: string;
  /** The groups it is listed under; the service describes each. */
  tags: readonly string[];
  /** One line on what it does. */
  summary: string;
  /** Longer description, in Markdown. */
  description?: string;
  /** The only roles that may call it; every role when absent. */
  roles?: readonly [Role, ...Role[]];
  /** Counts against the limit of heavy endpoints: model calls, exports. */
  heavy?: boolean;
  /** Takes requests without a token. */
  open?: boolean;
  /** Counts against no limit, and is answered while the service starts and drains: health and documentation. */
  unmetered?: boolean;
  /** The largest body in bytes, when it differs from the service's limit. */
  maxBodyBytes?: number;
  /** Parameters and body. */
  request?: RouteConfig["request"];
  /** Its successful answers. */
  answers: RouteConfig["responses"];
  /** Its other failures, in words: `{ 404: "No such tender" }`. */
  fails?: Partial<Record<FailureStatus, string>>;
  /** Middleware of its own, after the role check. */
  middleware?: MiddlewareHandler<AppEnv>[];
}

/** A declared endpoint: the part of its contract that types the handler, and the rest for the router. */
export type Endpoint<O extends EndpointOptions> = {
  method: O["method"];
  path: O["path"];
  request: O extends { request: infer R extends NonNullable<RouteConfig["request"]> } ? R : undefined;
  responses: O["answers"];
  getRoutingPath(): string;
};

/** The OpenAPI schemas of one error format. */
export interface FailureSchemas {
  /** 401 and 403. */
  denial: z.ZodType;
  /** 422. */
  invalid: z.ZodType;
  /** All others. */
  failure: z.ZodType;
}

/**
 * Returns a function that declares endpoints whose failures have the shape of `schemas`; with `counted` false
 * the per-address rate limits do not apply.
 */
export function endpointsFailingAs(
  schemas: FailureSchemas,
  { counted = true }: { counted?: boolean } = {},
): <const O extends EndpointOptions>(options: O) => Endpoint<O> {
  function endpoint<const O extends EndpointOptions>(options: O): Endpoint<O>;
  function endpoint(options: EndpointOptions): object {
    const { method, path, request, answers } = options;
    const responses = { ...failures(options, schemas, counted), ...answers };
    const route = Object.assign(
      createRoute({ method, path, request, responses }),
      documentation(options, counted),
    );
    // Not enumerable: the router finds it, the OpenAPI document leaves it out.
    return Object.defineProperty(route, "middleware", { value: middleware(options) });
  }
  return endpoint;
}

/** Declares an endpoint of an application service. */
export const endpoint = endpointsFailingAs({ denial: Denial, invalid: Invalid, failure: Failure });

/**
 * Adds to the OpenAPI document of `app` an endpoint whose handler is mounted separately, without the
 * endpoint's own checks, because it streams its body or answers in a form that a route cannot state.
 */
export function documentEndpoint<E extends Env>(app: OpenAPIHono<E>, contract: RouteConfig): void {
  // The document has neither undefined fields nor middleware.
  const documented: RouteConfig = { ...contract, ...{ middleware: undefined } };
  app.openAPIRegistry.registerPath(documented);
}

function middleware({ roles, request, middleware = [] }: EndpointOptions): MiddlewareHandler<AppEnv>[] {
  const checks = request
    ? [refuseBadText({ json: request.body?.content["application/json"] !== undefined })]
    : [];
  return [...roles ? [requireRole(...roles)] : [], ...middleware, ...checks];
}

/** The fields of an OpenAPI operation; settings of our middleware become extensions. */
function documentation(options: EndpointOptions, counted: boolean): object {
  const { id, tags, summary, description, roles, open, heavy, unmetered, maxBodyBytes } = options;
  return {
    operationId: id,
    tags: [...tags],
    summary,
    ...description ? { description } : {},
    ...open ? { security: [] } : {},
    "x-rate-limit": unmetered || !counted ? "none" : heavy ? "heavy" : "regular",
    ...roles ? { "x-roles": roles } : {},
    ...maxBodyBytes === undefined ? {} : { "x-max-body-bytes": maxBodyBytes },
  };
}

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds until the next attempt", schema: { type: "integer", minimum: 1 } },
};

function failures(options: EndpointOptions, schemas: FailureSchemas, counted: boolean): object {
  const stated = Object.entries<string>({ ...usualFailures(options, counted), ...options.fails });
  return Object.fromEntries(stated.map(([status, description]) => {
    const schema = status === "401" || status === "403"
      ? schemas.denial
      : status === "422"
      ? schemas.invalid
      : schemas.failure;
    const headers = status === "429" || status === "503" ? { headers: RETRY_AFTER } : {};
    return [status, { description, content: { "application/json": { schema } }, ...headers }];
  }));
}

/** The failures implied by the rest of the contract. */
function usualFailures(
  { method, roles, open, unmetered, request }: EndpointOptions,
  counted: boolean,
): object {
  const changes = method !== "get" && method !== "head";
  return {
    ...request?.body
      ? {
        400: "The body cannot be read",
        408: "The body comes too slowly",
        413: "The body is larger than the limit, which the message states",
        415: "Another content type than those listed",
      }
      : {},
    ...open ? {} : { 401: "No token, or not a valid one" },
    ...roles ? { 403: `Only for the roles ${roles.join(", ")}` } : {},
    ...request ? { 422: "Not acceptable; `details` says what and where" } : {},
    ...unmetered || !counted ? {} : { 429: "Too many requests; try again later" },
    ...unmetered ? {} : {
      503: "Starting, stopping, or something that it needs is away",
    },
    ...changes ? { 507: "The disk is full" } : {},
  };
}
