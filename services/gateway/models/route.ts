import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { json } from "lib/service/openapi.ts";
import { QueryFlag } from "lib/service/pagination.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { endpoint } from "../endpoint.ts";
import { Plan, type PlanDeps, planOf } from "./plan.ts";

const RouteQuery = z.object({
  model: z.string().min(1).max(300),
  stream: QueryFlag.default(false),
  prompt_tokens: z.coerce.number().int().min(0).max(1e9).default(1_000),
  completion_tokens: z.coerce.number().int().min(0).max(1e9).default(500),
});

/** `/v1/route`: explains which provider a call of a model would reach now, without calling it. */
export function route(deps: PlanDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  app.openapi(
    endpoint({
      id: "planRoute",
      tags: ["models"],
      method: "get",
      path: "/v1/route",
      summary: "Explain the route of a model without calling it",
      description: "A weighted alias draws at random for each request, and for each call of this endpoint.",
      request: { query: RouteQuery },
      answers: { 200: json(Plan, "The models that would be called, in order") },
      fails: {
        403: "The key may not use the model",
        404: "No such model",
        503: "The model's provider is not configured; the message names the setting",
      },
    }),
    (c) => {
      const { model, stream: streamed, prompt_tokens, completion_tokens } = c.req.valid("query");
      const wish = { model, streamed, promptTokens: prompt_tokens, completionTokens: completion_tokens };
      return c.json(planOf(deps, c.var.caller, wish), 200);
    },
  );

  return app;
}
