import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Sql } from "lib/database/db.ts";
import { type GatewayEnv, gatewayFeature } from "./caller.ts";
import { adminOnly } from "./admins.ts";
import { groupStore } from "./governance_store.ts";
import { spendingOf, type SpendingRecords } from "./allowance.ts";
import type { ChangeDeps } from "./governance_audit.ts";
import { customers, teams } from "./groups.ts";
import { ownKeys } from "./own_keys.ts";
import { virtualKeys } from "./virtual_keys.ts";
import { virtualKeyStore } from "./virtual_keys_store.ts";

export interface GovernanceDeps extends ChangeDeps {
  sql: Sql;
  usage: SpendingRecords;
}

/**
 * Routes of customers, teams and virtual keys with their rights, limits and budgets, for admins; and routes for holders
 * of keys.
 */
export function governance({ sql, usage, audit, replica }: GovernanceDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();
  const deps = { audit, replica };
  app.use("/governance/*", adminOnly());
  const spending = spendingOf(usage);
  const [groups, keys] = [groupStore(sql, "teams"), virtualKeyStore(sql)];
  app.route("/", customers({ ...deps, spending, store: groupStore(sql, "customers") }));
  app.route("/", teams({ ...deps, spending, store: groups }));
  app.route("/", virtualKeys({ ...deps, spending, store: keys }));
  app.route("/", ownKeys({ ...deps, spending, store: keys, teams: groups }));
  return app;
}
