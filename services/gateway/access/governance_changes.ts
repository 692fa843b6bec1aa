import type { Sql } from "lib/database/db.ts";
import type { SetPriceRow } from "../providers/set_prices.ts";
import type { LimitColumns } from "./governance_store.ts";

/** A team or a customer. */
export interface GroupRow extends LimitColumns {
  id: string;
  version: number;
  customer_id: string | null;
}

export interface KeyRow extends GroupRow {
  key_hash: string;
  previous_hash: string | null;
  previous_until: string | null;
  team_id: string | null;
  allowed_models: string[] | null;
  may_skip_guardrails: boolean;
  may_pass_through: boolean;
  cache_ttl_seconds: number | null;
  timeout_ms: number | null;
  expires_at: string | null;
  revoked_at: string | null;
}

/** Rows written since a version, which counts all writes; rows may repeat. */
export interface GovernanceChanges {
  version: number;
  teams: GroupRow[];
  customers: GroupRow[];
  keys: KeyRow[];
  /** The newest price of each model. */
  prices: SetPriceRow[];
}

/** The rows written since `version`; undefined if there are none. */
export async function changesSince(sql: Sql, version: number): Promise<GovernanceChanges | undefined> {
  // Read the version first, so that rows written meanwhile are read again next time.
  const [latest] = await sql<{ version: number }[]>`select version from gateway.governance_version`;
  if (!latest || latest.version === version) return undefined;
  const groups = (table: string) =>
    sql<GroupRow[]>`
      select id, version, ${
      table === "teams" ? sql`customer_id` : sql`null as customer_id`
    }, requests_per_minute,
        tokens_per_minute, budget_nano_usd::text as budget_nano_usd, budget_period
      from gateway.${sql(table)} where version > ${version}`;
  const [teams, customers] = [await groups("teams"), await groups("customers")];
  const keys = await sql<KeyRow[]>`
    select id, version, key_hash, previous_hash, previous_until, team_id, customer_id, requests_per_minute, tokens_per_minute,
      budget_nano_usd::text as budget_nano_usd, budget_period, allowed_models, may_skip_guardrails,
      may_pass_through,
      cache_ttl_seconds, timeout_ms, expires_at, revoked_at
    from gateway.virtual_keys where version > ${version}`;
  const prices = await sql<SetPriceRow[]>`
    select distinct on (provider, model) provider, model, price, version
    from gateway.model_prices where version > ${version} order by provider, model, version desc`;
  return { version: latest.version, teams, customers, keys, prices };
}
