import type { Sql } from "lib/db.ts";
import type { Logger } from "lib/log.ts";
import type { BudgetScope } from "./budget_scope.ts";
import type { Caller, CallerLimit } from "./caller.ts";
import type { Scope } from "./budget_scope.ts";
import type { LimitColumns } from "./governance_store.ts";
import { within } from "lib/deadlines.ts";

interface GroupRow extends LimitColumns {
  id: string;
  version: number;
  customer_id: string | null;
}

interface KeyRow extends GroupRow {
  key_hash: string;
  previous_hash: string | null;
  previous_until: string | null;
  team_id: string | null;
  allowed_models: string[] | null;
  may_skip_guardrails: boolean;
  cache_ttl_seconds: number | null;
  timeout_ms: number | null;
  expires_at: string | null;
  revoked_at: string | null;
}

/** The outcome of looking a secret up. */
export type Found = { caller: Caller } | { refused: "revoked" | "expired" };

/**
 * All virtual keys, kept in memory as hashes and brought up to date from the database every half second, so that
 * no request waits for the database, an unknown key costs it nothing, and its outage stops nobody.
 */
export interface KeyReplica {
  find(hash: string, now: number): Found | undefined;
  /** The caller of a key by its id; undefined for one that is not good now. */
  callerById(id: string, now: number): Caller | undefined;
  /** Takes over what has changed in the database. */
  refresh(): Promise<void>;
  close(): void;
}

export interface KeyReplicaOptions {
  sql: Sql;
  log: Pick<Logger, "warn">;
  everyMs?: number;
}

// A refresh without an answer for this long is given up, and tried again over another connection.
const ANSWER_MS = 5_000;

export async function openKeyReplica({ sql, log, everyMs = 500 }: KeyReplicaOptions): Promise<KeyReplica> {
  const keys = new Map<string, KeyRow>();
  const hashes = new Map<string, KeyRow>();
  const teams = new Map<string, GroupRow>();
  const customers = new Map<string, GroupRow>();
  const callers = new Map<string, Caller>();
  let version = -1;
  let refreshing: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let stale = false;

  async function update(): Promise<void> {
    // The version first: what is written while the rows are read is read again next time.
    const [latest] = await sql<{ version: number }[]>`select version from gateway.governance_version`;
    if (!latest || latest.version === version) return;
    const groups = (table: string) =>
      sql<GroupRow[]>`
        select id, version, ${
        table === "teams" ? sql`customer_id` : sql`null as customer_id`
      }, requests_per_minute,
          tokens_per_minute, budget_nano_usd::text as budget_nano_usd, budget_period
        from gateway.${sql(table)} where version > ${version}`;
    const [changedTeams, changedCustomers] = [await groups("teams"), await groups("customers")];
    const changedKeys = await sql<KeyRow[]>`
      select id, version, key_hash, previous_hash, previous_until, team_id, customer_id, requests_per_minute, tokens_per_minute,
        budget_nano_usd::text as budget_nano_usd, budget_period, allowed_models, may_skip_guardrails,
        cache_ttl_seconds, timeout_ms, expires_at, revoked_at
      from gateway.virtual_keys where version > ${version}`;
    for (const team of changedTeams) if (isNews(teams, team)) teams.set(team.id, team);
    for (const customer of changedCustomers) {
      if (isNews(customers, customer)) customers.set(customer.id, customer);
    }
    for (const key of changedKeys) if (isNews(keys, key)) replace(key);
    if (changedTeams.length > 0 || changedCustomers.length > 0) callers.clear();
    version = Math.max(version, latest.version);
  }

  function replace(key: KeyRow) {
    const before = keys.get(key.id);
    if (before) {
      hashes.delete(before.key_hash);
      if (before.previous_hash) hashes.delete(before.previous_hash);
    }
    keys.set(key.id, key);
    callers.delete(key.id);
    hashes.set(key.key_hash, key);
    if (key.previous_hash) hashes.set(key.previous_hash, key);
  }

  function callerOf(key: KeyRow): Caller {
    const known = callers.get(key.id);
    if (known) return known;
    const team = key.team_id === null ? undefined : teams.get(key.team_id);
    const customerId = key.customer_id ?? team?.customer_id ?? null;
    const customer = customerId === null ? undefined : customers.get(customerId);
    const scopes: [Scope, GroupRow | undefined][] = [["key", key], ["team", team], ["customer", customer]];
    const caller: Caller = {
      actor: `key:${key.id}`,
      kind: "key",
      role: "user",
      tenant_id: key.id,
      team_id: key.team_id,
      customer_id: customerId,
      limits: scopes.flatMap(([scope, row]) => row ? limitOf(scope, row) : []),
      budgets: scopes.flatMap(([scope, row]) => row ? budgetOf(scope, row) : []),
      allowed_models: key.allowed_models,
      may_skip_guardrails: key.may_skip_guardrails,
      timeout_ms: key.timeout_ms,
      cache: key.cache_ttl_seconds === null ? null : { ttl_seconds: key.cache_ttl_seconds },
    };
    callers.set(key.id, caller);
    return caller;
  }

  function find(hash: string, now: number): Found | undefined {
    const key = hashes.get(hash);
    if (!key) return undefined;
    if (key.revoked_at !== null) return { refused: "revoked" };
    if (isPast(key.expires_at, now)) return { refused: "expired" };
    if (hash === key.previous_hash && isPast(key.previous_until, now)) return { refused: "expired" };
    return { caller: callerOf(key) };
  }

  /** One refresh at a time; one asked for while another runs begins after it, to see what was written before. */
  function refresh(): Promise<void> {
    const next = (refreshing ?? Promise.resolve()).catch(() => {}).then(() => within(ANSWER_MS, update()));
    refreshing = next;
    return next;
  }

  async function poll() {
    try {
      await refresh();
      stale = false;
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      if (!stale) log.warn("virtual keys are not up to date: the database does not answer", { cause });
      stale = true;
    }
    if (!closed) timer = setTimeout(poll, everyMs);
  }

  await refresh();
  timer = setTimeout(poll, everyMs);
  return {
    find,
    callerById(id, now) {
      const key = keys.get(id);
      return key && key.revoked_at === null && !isPast(key.expires_at, now) ? callerOf(key) : undefined;
    },
    refresh,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** False for what an answer that came late says of a row that is known better by now. */
function isNews(known: Map<string, GroupRow>, row: GroupRow): boolean {
  return row.version >= (known.get(row.id)?.version ?? 0);
}

function isPast(time: string | null, now: number): boolean {
  return time !== null && Date.parse(time) <= now;
}

function limitOf(scope: Scope, { id, requests_per_minute, tokens_per_minute }: GroupRow): CallerLimit[] {
  if (requests_per_minute === null && tokens_per_minute === null) return [];
  return [{ key: `${scope}:${id}`, scope, requests_per_minute, tokens_per_minute }];
}

function budgetOf(scope: Scope, { id, budget_nano_usd, budget_period }: GroupRow): BudgetScope[] {
  if (budget_nano_usd === null || budget_period === null) return [];
  return [{
    key: `${scope}:${id}`,
    scope,
    id,
    limit_nano_usd: BigInt(budget_nano_usd),
    period: budget_period,
  }];
}
