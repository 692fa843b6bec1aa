import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { notFound } from "lib/errors.ts";
import { json, jsonBody } from "lib/service/openapi.ts";
import { CONFLICT, endpoint, FORBIDDEN, MISSING } from "../endpoint.ts";
import { rbacDenied } from "../errors.ts";
import { Id, type ReadSpending } from "./allowance.ts";
import { type Caller, type GatewayEnv, gatewayFeature } from "./caller.ts";
import { type ChangeDeps, changes } from "./governance_audit.ts";
import type { GroupStore } from "./governance_store.ts";
import type { SelfService } from "./group.ts";
import { newSecret } from "./key_secret.ts";
import { keyForHolder, MadeKey, NewOwnKey, OwnKey, OwnKeyInput, ownKeyOf } from "./own_key.ts";
import type { VirtualKey } from "./virtual_key.ts";
import { allowOwnKey } from "./virtual_key_rules.ts";
import type { VirtualKeyStore } from "./virtual_keys_store.ts";

export interface OwnKeyDeps extends ChangeDeps {
  spending: ReadSpending;
  store: VirtualKeyStore;
  teams: Pick<GroupStore, "find">;
}

/**
 * Routes for holders of keys: they see their budget and spending, and create own keys within the limits that an admin
 * set for the team.
 */
export function ownKeys({ store, teams, spending, ...deps }: OwnKeyDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();
  const tags = ["governance"];
  const changed = changes(deps, "virtual_key");

  async function ownKey({ kind, tenant_id }: Caller): Promise<VirtualKey> {
    const key = kind === "key" ? await store.find(tenant_id) : undefined;
    if (!key) throw notFound("A key of the caller's own");
    return key;
  }
  const teamOf = async ({ team_id }: VirtualKey) => team_id === null ? undefined : await teams.find(team_id);

  app.openapi(
    endpoint({
      id: "getOwnKey",
      method: "get",
      path: "/my/key",
      summary: "Read the calling key",
      description:
        "Budgets of the key and its team with the amounts spent, and the keys that its holder may create.",
      tags,
      answers: { 200: json(OwnKey, "The key, without its secret") },
      fails: MISSING,
    }),
    async (c) => {
      const key = await ownKey(c.var.caller);
      const team = await teamOf(key);
      return c.json({
        ...keyForHolder(key),
        spending: await spending("key", key),
        team: team
          ? {
            name: team.name,
            rate_limit: team.rate_limit,
            budget: team.budget,
            spending: await spending("team", team),
          }
          : null,
        self_service: allowedTo(key, team?.self_service),
      }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listOwnKeys",
      method: "get",
      path: "/my/keys",
      summary: "List the keys created by the calling key's holder, newest first",
      tags,
      answers: { 200: json(z.object({ data: z.array(MadeKey) }), "The keys, a thousand at most") },
      fails: MISSING,
    }),
    async (c) => {
      await ownKey(c.var.caller);
      const made = await store.madeBy(c.var.caller.actor);
      const data = await Promise.all(
        made.map(async (key) => ({ ...keyForHolder(key), spending: await spending("key", key) })),
      );
      return c.json({ data }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "createOwnKey",
      method: "post",
      path: "/my/keys",
      summary: "Create a key for the caller's own use",
      description:
        "Within `self_service` of the team: of the same team and customer, with no model, right or time that the " +
        "calling key lacks. Its `key` is shown in this answer only. Such keys cannot create further keys, and are revoked with the calling key.",
      tags,
      request: { body: jsonBody(OwnKeyInput) },
      answers: { 201: json(NewOwnKey, "Made") },
      fails: { ...FORBIDDEN, ...MISSING, ...CONFLICT },
    }),
    async (c) => {
      const maker = await ownKey(c.var.caller);
      const allowed = allowedTo(maker, (await teamOf(maker))?.self_service);
      if (!allowed) {
        throw rbacDenied(403, "An admin has not allowed members of this team to create their own keys");
      }
      const { key, ...hashed } = newSecret();
      const record = await store.insert(
        ownKeyOf(c.req.valid("json"), maker, allowed),
        { ...hashed, created_by: c.var.caller.actor },
        (facts) => allowOwnKey(facts, allowed.keys),
      );
      await changed(c, { action: "create", id: record.id, detail: { self_service: true } });
      return c.json({ ...keyForHolder(record), key }, 201, { "cache-control": "no-store" });
    },
  );

  app.openapi(
    endpoint({
      id: "revokeOwnKey",
      method: "post",
      path: "/my/keys/{id}/revoke",
      summary: "Revoke a key created by the calling key's holder, permanently",
      tags,
      request: { params: Id },
      answers: { 200: json(MadeKey.omit({ spending: true }), "Revoked") },
      fails: MISSING,
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await ownKey(c.var.caller);
      const known = await store.find(id);
      if (known?.created_by !== c.var.caller.actor) throw notFound("Virtual key");
      const record = await store.revoke(id);
      if (!record) throw notFound("Virtual key");
      await changed(c, { action: "revoke", id, detail: { self_service: true } });
      return c.json(keyForHolder(record), 200);
    },
  );

  return app;
}

/** The team's limits for own keys of this key; own keys cannot create others. */
function allowedTo({ created_by }: VirtualKey, allowed: SelfService | null | undefined): SelfService | null {
  return created_by.startsWith("key:") ? null : allowed ?? null;
}
