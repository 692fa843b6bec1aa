import type { MiddlewareHandler } from "hono";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import type { CallDeps } from "../calls/call_endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { passedPath } from "./passed_path.ts";
import { servePassed } from "./serve_passed.ts";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const Params = z.object({
  provider: z.string().meta({ description: "The name of a configured provider", example: "anthropic" }),
  path: z.string().meta({
    description: "Path of the provider's endpoint, relative to its configured base URL; may contain slashes",
    example: "v1/messages/batches",
  }),
});

const ANSWERS = {
  200: {
    description: "The provider's answer with its status",
    content: {
      "application/json": { schema: z.looseObject({}).meta({ id: "ProvidersAnswer" }) },
      "text/event-stream": { schema: z.string() },
    },
  },
};

const DESCRIPTION =
  "Requires `may_pass_through` of a virtual key, or an admin. The gateway replaces the caller's credential " +
  "with its own key and changes nothing else: the provider is called once, its errors keep their " +
  "status and format, and redirects are not followed. Limits, budgets, audit and safety policies apply as to all " +
  "calls; a key restricted to models must name one of them, or allow `provider/*`. Usage is read from the " +
  "answer, whole or streamed, or estimated if the answer has none.";

/** Forwards requests to providers' own endpoints. */
export function passThrough(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();
  for (const method of METHODS) {
    documentEndpoint(
      app,
      endpoint({
        id: `${method}FromProvider`,
        method,
        path: "/{provider}/{path}",
        tags: ["models"],
        summary: "Call a provider's own endpoint",
        description: DESCRIPTION,
        request: { params: Params },
        answers: ANSWERS,
        fails: {
          ...CALL_FAILURES,
          404: "`invalid_request_error`: no such provider or model, or no such endpoint at the provider",
        },
      }),
    );
  }
  app.on(METHODS.map((method) => method.toUpperCase()), "*", passed(deps));
  return app;
}

function passed(deps: CallDeps): MiddlewareHandler<GatewayEnv> {
  return async function passed(c, next) {
    const place = passedPath(c.req.url);
    const access = place && deps.config.current().provider(place.provider);
    if (!place || !access) return await next();
    return await servePassed(deps, { place, access }, { request: c.req.raw, connection: c.env });
  };
}
