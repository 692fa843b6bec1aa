import type { OpenAPIHono } from "@hono/zod-openapi";
import { notFound } from "lib/errors.ts";
import { json, jsonBody } from "lib/service/openapi.ts";
import { adminOnly } from "../access/admins.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { type ChangeDeps, changes } from "../access/governance_audit.ts";
import { endpoint, FORBIDDEN } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import type { ConfigHolder } from "../providers/config.ts";
import { limitOffset, pageOf } from "../query.ts";
import { allowPrice } from "./price_rules.ts";
import type { PriceStore } from "./prices_store.ts";
import { ModelPrice, PricedModel, SetPrice, SetPriceDetail, SetPriceQuery } from "./set_price.ts";

export interface PriceDeps extends ChangeDeps {
  store: PriceStore;
  config: ConfigHolder;
}

/** The prices set by admins, which override those of the configuration and the lists. */
export function prices({ store, config, ...deps }: PriceDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();
  const path = "/governance/prices";
  const tags = ["governance"];
  const changed = changes(deps, "price");
  app.use(`${path}/*`, adminOnly());

  const configured = ({ provider, model }: PricedModel) =>
    config.current().configuredPrice(provider, model)?.price ?? null;
  const noPrice = "The model has no set price";

  app.openapi(
    endpoint({
      id: "listPrices",
      method: "get",
      path,
      summary: "List prices set by admins",
      tags,
      request: { query: SetPriceQuery },
      answers: { 200: json(pageOf(SetPrice), "A page of those in force, by provider and model") },
      fails: FORBIDDEN,
    }),
    async (c) => {
      const { page, limit, ...filter } = c.req.valid("query");
      const rows = await store.list(filter, limitOffset({ page, limit }));
      const data = rows.map((row) => ({ ...row, configured: configured(row) }));
      return c.json({ data, total: await store.count(filter), page, limit }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getPrice",
      method: "get",
      path: `${path}/{provider}/{model}`,
      summary: "Read a model's set price and its history",
      tags,
      request: { params: PricedModel },
      answers: { 200: json(SetPriceDetail, "The price, its author and time, and the earlier prices") },
      fails: { ...FORBIDDEN, 404: noPrice },
    }),
    async (c) => {
      const model = c.req.valid("param");
      const history = await store.history(model);
      const [newest] = history;
      if (!newest) throw notFound("Set price");
      return c.json({ ...model, ...newest, configured: configured(model), history }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "setPrice",
      method: "put",
      path: `${path}/{provider}/{model}`,
      summary: "Set the price of a model",
      description:
        "It takes precedence over the configured price and the list price for calls that begin from now " +
        "on; earlier calls keep their cost. Setting the price that is in force changes nothing.",
      tags,
      request: { params: PricedModel, body: jsonBody(ModelPrice) },
      answers: { 200: json(SetPrice, "The price in force") },
      fails: {
        ...FORBIDDEN,
        404: "No such provider is configured, or it has no such model",
        409: "Too many models have set prices",
      },
    }),
    async (c) => {
      const { provider, model } = c.req.valid("param");
      const known = config.current().configuredPrice(provider, model);
      if (!known) {
        throw invalidRequest(404, `No provider ${provider} with a model ${model} is configured`, {
          param: "model",
          code: "model_not_found",
        });
      }
      const price = c.req.valid("json");
      const set = await store.set({ provider, model }, price, {
        actor: c.var.caller.actor,
        allow: allowPrice,
      });
      if (set.changed) await changed(c, { action: "set", id: `${provider}/${model}`, detail: { price } });
      return c.json({ ...set.record, configured: known.price }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "removePrice",
      method: "delete",
      path: `${path}/{provider}/{model}`,
      summary: "Remove a model's set price",
      description: "The configured price or the list price applies again to calls that begin from now on.",
      tags,
      request: { params: PricedModel },
      answers: { 204: { description: "Removed; its history stays" } },
      fails: { ...FORBIDDEN, 404: noPrice },
    }),
    async (c) => {
      const { provider, model } = c.req.valid("param");
      if (!await store.remove({ provider, model }, c.var.caller.actor)) {
        throw notFound("Set price");
      }
      await changed(c, { action: "remove", id: `${provider}/${model}` });
      return c.body(null, 204);
    },
  );

  return app;
}
