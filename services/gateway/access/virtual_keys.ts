import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { notFound } from "lib/errors.ts";
import { json, jsonBody } from "lib/service/openapi.ts";
import { type GatewayEnv, gatewayFeature } from "./caller.ts";
import { Id, type ReadSpending } from "./allowance.ts";
import { type ChangeDeps, changes } from "./governance_audit.ts";
import {
  NewVirtualKey,
  VirtualKey,
  VirtualKeyDetail,
  VirtualKeyInput,
  VirtualKeyPatch,
  VirtualKeyQuery,
} from "./virtual_key.ts";
import { newSecret } from "./key_secret.ts";
import { CONFLICT, endpoint, FORBIDDEN, MISSING } from "../endpoint.ts";
import { limitOffset, pageOf } from "../query.ts";
import { allowKey, rotatedSecrets } from "./virtual_key_rules.ts";
import type { VirtualKeyStore } from "./virtual_keys_store.ts";

const Rotation = z.object({
  grace_seconds: z.coerce.number().int().min(0).max(604_800).default(0).meta({
    description: "how long the previous secret stays valid",
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
      description: "The `key` is shown in this answer only.",
      tags,
      request: { body: jsonBody(VirtualKeyInput) },
      answers: { 201: json(NewVirtualKey, "Created") },
      fails: { ...FORBIDDEN, ...CONFLICT },
    }),
    async (c) => {
      const { key, ...hashed } = newSecret();
      const record = await store.insert(
        c.req.valid("json"),
        { ...hashed, created_by: c.var.caller.actor },
        allowKey,
      );
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
      request: { query: VirtualKeyQuery },
      answers: { 200: json(pageOf(VirtualKey), "A page") },
      fails: FORBIDDEN,
    }),
    async (c) => {
      const { page, limit, ...filter } = c.req.valid("query");
      const data = await store.list(filter, limitOffset({ page, limit }));
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
      const record = await store.update(c.req.valid("param").id, change, allowKey);
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
      const record = await store.rotate(
        c.req.valid("param").id,
        (before) => rotatedSecrets(before, hashed, { graceSeconds: grace_seconds, now: Date.now() }),
      );
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
      summary: "Revoke a virtual key permanently",
      description: "The record stays, so that costs and logs keep its name.",
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
