/** Short forms for routes: a feature's router, its bodies and its usual responses. */
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { invalidAll, unsupportedMediaType } from "lib/errors.ts";
import type { AppEnv } from "lib/auth/app_env.ts";

/** The router of one feature; input that its schemas refuse is a 422 in the shared format. */
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

/** Turns a refusal by a route's schema into a failure: 415 for the wrong content type, else 422. */
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
