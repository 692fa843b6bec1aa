/** Short forms for routes: a feature's router, its bodies and its usual responses. */
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { invalidAll, unsupportedMediaType } from "lib/errors.ts";
import type { AppEnv } from "lib/app_env.ts";

/** The router of one feature; what its schemas refuse becomes a 422 in the shared format. */
export function feature(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
}

type Target = "json" | "form" | "query" | "param" | "header" | "cookie";
type Validated = { target: Target; success: true } | { target: Target; success: false; error: z.ZodError };

const PLACES = {
  json: "body",
  form: "body",
  query: "query",
  param: "path",
  header: "header",
  cookie: "cookie",
};
const CONTENT = { json: "application/json", form: "multipart/form-data" };

/** Turns what a route's schema refused into a failure: 415 for the wrong content type, else 422. */
export function refuseInvalid(result: Validated, c: Context): undefined {
  if (result.success) return;
  const { target, error } = result;
  if (target === "json" || target === "form") {
    const given = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
    const expected = CONTENT[target];
    const json = target === "json" && /^application\/([\w.-]+\+)?json$/.test(given);
    if (!json && given !== expected) throw unsupportedMediaType(expected);
  }
  throw invalidAll(error.issues.map((issue) => ({
    loc: [PLACES[target], ...issue.path.map((step) => typeof step === "symbol" ? String(step) : step)],
    msg: issue.message,
    type: issue.code,
  })));
}

/** A response with a JSON body. */
export function json<S extends z.ZodType>(
  schema: S,
  description: string,
): { content: { "application/json": { schema: S } }; description: string } {
  return { content: { "application/json": { schema } }, description };
}

/** A required JSON request body. */
export function jsonBody<S extends z.ZodType>(
  schema: S,
  description?: string,
): { content: { "application/json": { schema: S } }; required: true; description?: string } {
  return { content: { "application/json": { schema } }, required: true, description };
}

/** A required multipart/form-data request body. */
export function formBody<S extends z.ZodType>(
  schema: S,
  description?: string,
): { content: { "multipart/form-data": { schema: S } }; required: true; description?: string } {
  return { content: { "multipart/form-data": { schema } }, required: true, description };
}

/** The body of most failures. */
export const Failure = z.object({ error: z.string() }).meta({
  id: "Error",
  example: { error: "Tender not found" },
});
/** The body of a 401 or 403. */
export const Denial = z.object({ detail: z.string() }).meta({
  id: "Denial",
  example: { detail: "Role 'user' is not permitted; required: admin" },
});
/** The body of a 422. */
export const Invalid = z.object({
  error: z.string(),
  details: z.array(z.object({
    loc: z.array(z.union([z.string(), z.number()])),
    msg: z.string(),
    type: z.string(),
  })),
}).meta({
  id: "ValidationError",
  example: {
    error: "Request validation failed",
    details: [{ loc: ["body", "title"], msg: "Too small", type: "too_small" }],
  },
});

/** 401 and 403. */
export const denied = {
  401: json(Denial, "No token, or not a valid one"),
  403: json(Denial, "The role may not do this"),
};
/** 404. */
export const missing = { 404: json(Failure, "Does not exist") };
/** 409 for a name or key that is taken. */
export const duplicate = { 409: json(Failure, "Already exists") };
/** 409 for a resource in the wrong state. */
export const wrongStateResponse = { 409: json(Failure, "Not in a state that allows this") };
/** 400, 415 and 422. */
export const invalidInput = {
  400: json(Failure, "The body cannot be read"),
  415: json(Failure, "Wrong content type"),
  422: json(Invalid, "Not acceptable; `details` says what and where"),
};
/** 413 and 429. */
export const limited = {
  413: json(Failure, "The body is too large"),
  429: json(Failure, "Too many requests; try again later"),
};
/** 502 and 503 of a model provider or another service. */
export const upstreamFailed = {
  502: json(Failure, "The provider or service behind this one failed"),
  503: json(Failure, "Not configured, or not ready"),
};
