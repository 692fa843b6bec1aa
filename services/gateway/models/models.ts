import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { json } from "lib/service/openapi.ts";
import { mayUse } from "../access/allowed_models.ts";
import { type Caller, type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import type { ConfigHolder } from "../providers/config.ts";
import type { ModelRecord } from "../providers/model_record.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";

const Model = z.looseObject({
  id: z.string(),
  object: z.literal("model"),
  created: z.int(),
  owned_by: z.string(),
  provider: z.string().optional(),
  wire: z.string().optional(),
  capabilities: z.array(z.string()).optional(),
  context_window: z.int().nullable().optional(),
  price: z.looseObject({ input: z.string(), output: z.string() }).nullable().optional().meta({
    description: "US dollars per million tokens; null: unknown, calls are `unpriced`",
  }),
  price_source: z.object({
    page: z.string().meta({ description: "URL of the provider's page" }),
    as_of: z.iso.date().meta({ description: "Day on which it was read" }),
  }).nullable().optional().meta({
    description:
      "Where a list price was read, and when; null: an admin's or the configuration's own, or none",
  }),
  available: z.boolean().optional().meta({
    description: "false while the model is skipped after repeated failures",
  }),
}).meta({
  id: "Model",
  example: {
    id: "gpt-4o-mini",
    object: "model",
    created: 0,
    owned_by: "openai",
    provider: "openai",
    wire: "openai",
    capabilities: ["chat", "tools", "vision"],
    context_window: 128_000,
    price: { input: "0.15", output: "0.6", cached_input: "0.075" },
    price_source: { page: "https://developers.openai.com/api/docs/pricing", as_of: "2026-11-18" },
    available: true,
  },
});
const ModelList = z.object({ object: z.literal("list"), data: z.array(Model) }).meta({ id: "ModelList" });

/** Facts about providers beside their configuration. */
export interface ModelSources {
  config: ConfigHolder;
  /** Models from the providers' own lists. */
  discovered(): ModelRecord[];
  /** Whether the circuit breakers of the model's chain allow a call now. */
  available(model: string): boolean;
}

/** `/v1/models`: the models of all configured providers that a caller may use. */
export function models({ config, discovered, available }: ModelSources): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  // Several providers may have a model of one name: the bare name calls the first, `provider/name` the others.
  const known = (caller: Caller) =>
    [...config.current().models(), ...discovered()].flatMap((model) => usable(caller, model))
      .map((model) => ({ ...model, available: model.available !== false && available(model.id) }));
  const listed = (caller: Caller) => {
    const byId = new Map(known(caller).toReversed().map((model) => [model.id, model]));
    return [...byId.values()].sort((a, b) => a.id < b.id ? -1 : 1);
  };

  app.openapi(
    endpoint({
      id: "listModels",
      tags: ["models"],
      method: "get",
      path: "/v1/models",
      summary: "List the models of all providers",
      answers: { 200: json(ModelList, "The models that the caller may use") },
    }),
    (c) => c.json({ object: "list" as const, data: listed(c.var.caller) }, 200),
  );

  app.openapi(
    endpoint({
      id: "getModel",
      tags: ["models"],
      method: "get",
      path: "/v1/models/{model}",
      summary: "Read a model",
      request: { params: z.object({ model: z.string() }) },
      answers: { 200: json(Model, "The model") },
      fails: { 404: "No such model, or not allowed for this key" },
    }),
    (c) => c.json(find(known(c.var.caller), c.req.valid("param").model), 200),
  );
  // Clients send model names with unescaped slashes.
  app.get("/v1/models/:model{.+}", (c) => c.json(find(known(c.var.caller), c.req.param("model"))));

  return app;
}

/** The model under the name that the caller may use: its own, or `provider/name` if a pattern allows only that. */
function usable(caller: Caller, model: ModelRecord): ModelRecord[] {
  if (mayUse(caller, model.id)) return [model];
  const full = `${model.owned_by}/${model.id}`;
  const isAlias = model.aliases !== undefined;
  return !isAlias && mayUse(caller, full) ? [{ ...model, id: full }] : [];
}

/** Finds a model by its name or by `provider/name`. */
function find(models: ModelRecord[], id: string): ModelRecord {
  const match = models.find((model) => model.id === id) ??
    models.find((model) => model.aliases === undefined && `${model.owned_by}/${model.id}` === id);
  if (match) return match;
  throw invalidRequest(404, `The model ${id} does not exist or you may not use it`, {
    param: "model",
    code: "model_not_found",
  });
}
