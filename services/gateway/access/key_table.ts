import type { BudgetScope, Scope } from "./budget_scope.ts";
import type { Caller, CallerLimit } from "./caller.ts";
import type { GovernanceChanges, GroupRow, KeyRow } from "./governance_changes.ts";

/** The result of looking up a secret. */
export type Found = { caller: Caller } | { refused: "revoked" | "expired" };

/** Virtual keys in memory, with the teams and customers whose limits apply to them. */
export interface KeyTable {
  find(hash: string, now: number): Found | undefined;
  /** The caller of a key by its id; undefined for a key that is not valid now. */
  callerById(id: string, now: number): Caller | undefined;
  take(changes: Omit<GovernanceChanges, "prices">): void;
}

export function emptyKeyTable(): KeyTable {
  const keys = new Map<string, KeyRow>();
  const hashes = new Map<string, KeyRow>();
  const groups: Groups = { teams: new Map(), customers: new Map() };
  const callers = new Map<string, Caller>();

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
    const caller = keyHolder(key, groups);
    callers.set(key.id, caller);
    return caller;
  }

  return {
    find(hash, now) {
      const key = hashes.get(hash);
      if (!key) return undefined;
      if (key.revoked_at !== null) return { refused: "revoked" };
      if (isPast(key.expires_at, now)) return { refused: "expired" };
      if (hash === key.previous_hash && isPast(key.previous_until, now)) return { refused: "expired" };
      return { caller: callerOf(key) };
    },
    callerById(id, now) {
      const key = keys.get(id);
      return key && key.revoked_at === null && !isPast(key.expires_at, now) ? callerOf(key) : undefined;
    },
    take(changes) {
      const { teams, customers } = changes;
      for (const team of teams) if (isNews(groups.teams, team)) groups.teams.set(team.id, team);
      for (const customer of customers) {
        if (isNews(groups.customers, customer)) groups.customers.set(customer.id, customer);
      }
      for (const key of changes.keys) if (isNews(keys, key)) replace(key);
      if (teams.length > 0 || customers.length > 0) callers.clear();
    },
  };
}

interface Groups {
  teams: Map<string, GroupRow>;
  customers: Map<string, GroupRow>;
}

/** The caller of a key, with the limits of its team and customer. */
function keyHolder(key: KeyRow, { teams, customers }: Groups): Caller {
  const team = key.team_id === null ? undefined : teams.get(key.team_id);
  const customerId = key.customer_id ?? team?.customer_id ?? null;
  const customer = customerId === null ? undefined : customers.get(customerId);
  const scopes: [Scope, GroupRow | undefined][] = [["key", key], ["team", team], ["customer", customer]];
  return {
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
    may_pass_through: key.may_pass_through,
    timeout_ms: key.timeout_ms,
    cache: key.cache_ttl_seconds === null ? null : { ttl_seconds: key.cache_ttl_seconds },
  };
}

/** False if a newer version of the row is already here, because answers may arrive late. */
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
