import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { notFound } from "lib/errors.ts";
import { json, jsonBody } from "lib/service/openapi.ts";
import { type GatewayEnv, gatewayFeature } from "./caller.ts";
import {
  Budget,
  type ChangeDeps,
  changes,
  GovernanceQuery,
  Id,
  Name,
  pageOf,
  RateLimit,
  type ReadSpending,
  Spending,
} from "./allowance.ts";
import { newSecret } from "./key_secret.ts";
import { CONFLICT, endpoint, FORBIDDEN, MISSING } from "../endpoint.ts";
import { limitOffset } from "../query.ts";
import type { VirtualKeyStore } from "./virtual_keys_store.ts";

const ModelName = z.string().min(1).max(300).refine((name) => !name.includes("\0"), "must not hold NUL");

const Fields = {
  name: Name,
  team_id: z.uuid().nullable(),
  customer_id: z.uuid().nullable().meta({ description: "unless its team belongs to one" }),
  rate_limit: RateLimit.nullable(),
  budget: Budget.nullable(),
  allowed_models: z.array(ModelName).max(1000).nullable().meta({
    description: "null: every model; `gpt-5*` allows every model that begins so",
  }),
  may_skip_guardrails: z.boolean().meta({ description: "lets the guard's own calls pass unscanned" }),
  may_pass_through: z.boolean().meta({
    description: "lets it ask providers' own endpoints, with all that the gateway's keys may do there",
  }),
  timeout_seconds: z.number().min(0.001).max(3600).nullable().meta({
    description: "a model that is asked has no longer; null: as long as its provider or alias allows",
  }),
  cache: z.object({ ttl_seconds: z.int().min(1).max(2_592_000) }).nullable().meta({
    description: "answers equal requests from memory for that long",
  }),
  expires_at: z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()).nullable(),
};

const VirtualKeyBody = z.strictObject({
  name: Fields.name,
  team_id: Fields.team_id.default(null),
  customer_id: Fields.customer_id.default(null),
  rate_limit: Fields.rate_limit.default(null),
  budget: Fields.budget.default(null),
  allowed_models: Fields.allowed_models.default(null),
  may_skip_guardrails: Fields.may_skip_guardrails.default(false),
  may_pass_through: Fields.may_pass_through.default(false),
  timeout_seconds: Fields.timeout_seconds.default(null),
  cache: Fields.cache.default(null),
  expires_at: Fields.expires_at.default(null),
}).meta({
  id: "VirtualKeyInput",
  example: {
    name: "citizen-portal",
    rate_limit: { requests_per_minute: 600, tokens_per_minute: 200_000 },
    budget: { limit_usd: 250, period: "monthly" },
    allowed_models: ["gpt-4o-mini", "claude-*"],
  },
});
const VirtualKeyPatch = z.strictObject(Fields).partial().meta({
  id: "VirtualKeyPatch",
  example: { budget: { limit_usd: 500, period: "monthly" } },
});

const VirtualKey = z.object({
  ...Fields,
  id: z.uuid(),
  key_hint: z.string().meta({ description: "its first and last characters" }),
  status: z.enum(["active", "expired", "revoked"]),
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  previous_until: z.iso.datetime().nullable().meta({ description: "until when the secret before is good" }),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "VirtualKey" });

const VirtualKeyDetail = VirtualKey.extend({ spending: Spending }).meta({ id: "VirtualKeyDetail" });

const NewVirtualKey = VirtualKey.extend({ key: z.string().meta({ description: "shown this once" }) })
  .meta({ id: "NewVirtualKey" });

const KeyQuery = GovernanceQuery.extend({
  team_id: z.uuid().optional(),
  customer_id: z.uuid().optional(),
  status: z.enum(["active", "expired", "revoked"]).optional(),
});

const Rotation = z.object({
  grace_seconds: z.coerce.number().int().min(0).max(604_800).default(0).meta({
    description: "how long the secret before stays good",
  }),
});

export interface VirtualKeyDeps extends ChangeDeps {
  spending: ReadSpending;
  store: VirtualKeyStore;
}

export function virtualKeys({ store, spending, ...deps }: VirtualKeyDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();
  const path = "/governance/virtual-keys";
  const tags = ["governance"];
  const changed = changes(deps, "virtual_key");

  app.openapi(
    endpoint({
      id: "createVirtualKey",
      method: "post",
      path,
      summary: "Create a virtual key",
      description: "Its `key` is in this answer and nowhere else.",
      tags,
      request: { body: jsonBody(VirtualKeyBody) },
      answers: { 201: json(NewVirtualKey, "Created") },
      fails: { ...FORBIDDEN, ...CONFLICT },
    }),
    async (c) => {
      const { key, ...hashed } = newSecret();
      const record = await store.insert(c.req.valid("json"), { ...hashed, created_by: c.var.caller.actor });
      await changed(c, { action: "create", id: record.id });
      return c.json({ ...record, key }, 201, { "cache-control": "no-store" });
    },
  );

  app.openapi(
    endpoint({
      id: "listVirtualKeys",
      method: "get",
      path,
      summary: "List virtual keys, newest first",
      tags,
      request: { query: KeyQuery },
      answers: { 200: json(pageOf(VirtualKey), "A page") },
      fails: FORBIDDEN,
    }),
    async (c) => {
      const { page, limit, ...filter } = c.req.valid("query");
      const data = await store.list({ ...filter, ...limitOffset({ page, limit }) });
      return c.json({ data, total: await store.count(filter), page, limit }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getVirtualKey",
      method: "get",
      path: `${path}/{id}`,
      summary: "Read a virtual key",
      tags,
      request: { params: Id },
      answers: {
        200: json(VirtualKeyDetail, "The virtual key, and what it has spent of its budget"),
      },
      fails: { ...FORBIDDEN, ...MISSING },
    }),
    async (c) => {
      const record = await store.find(c.req.valid("param").id);
      if (!record) throw notFound("Virtual key");
      return c.json({ ...record, spending: await spending("key", record) }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "updateVirtualKey",
      method: "patch",
      path: `${path}/{id}`,
      summary: "Change a virtual key",
      tags,
      request: { params: Id, body: jsonBody(VirtualKeyPatch) },
      answers: { 200: json(VirtualKey, "Changed") },
      fails: { ...FORBIDDEN, ...MISSING, ...CONFLICT },
    }),
    async (c) => {
      const change = c.req.valid("json");
      const record = await store.update(c.req.valid("param").id, change);
      if (!record) throw notFound("Virtual key");
      await changed(c, { action: "update", id: record.id, detail: { changed: Object.keys(change) } });
      return c.json(record, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "rotateVirtualKey",
      method: "post",
      path: `${path}/{id}/rotate`,
      summary: "Give a virtual key a new secret",
      tags,
      request: { params: Id, query: Rotation },
      answers: {
        200: json(NewVirtualKey, "Rotated"),
      },
      fails: { ...FORBIDDEN, ...MISSING, ...CONFLICT },
    }),
    async (c) => {
      const { key, ...hashed } = newSecret();
      const { grace_seconds } = c.req.valid("query");
      const record = await store.rotate(c.req.valid("param").id, hashed, grace_seconds);
      if (!record) throw notFound("Virtual key");
      await changed(c, { action: "rotate", id: record.id, detail: { grace_seconds } });
      return c.json({ ...record, key }, 200, { "cache-control": "no-store" });
    },
  );

  app.openapi(
    endpoint({
      id: "revokeVirtualKey",
      method: "post",
      path: `${path}/{id}/revoke`,
      summary: "Revoke a virtual key for good",
      description: "Its record stays, so that costs and logs keep their name.",
      tags,
      request: { params: Id },
      answers: { 200: json(VirtualKey, "Revoked") },
      fails: { ...FORBIDDEN, ...MISSING },
    }),
    async (c) => {
      const record = await store.revoke(c.req.valid("param").id);
      if (!record) throw notFound("Virtual key");
      await changed(c, { action: "revoke", id: record.id });
      return c.json(record, 200);
    },
  );

  return app;
}
