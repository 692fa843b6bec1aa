import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { columnsOf, exists, inVersion, type LimitColumns, limitsOf } from "./governance_store.ts";
import type { Slice } from "../query.ts";
import type { Limits } from "./allowance.ts";
import type { HashedSecret } from "./key_secret.ts";
import type { VirtualKey, VirtualKeyFilter, VirtualKeyInput } from "./virtual_key.ts";
import type { KeyFacts, OwnKeyFacts, RotatedKey, StoredSecrets } from "./virtual_key_rules.ts";

export interface VirtualKeyStore {
  list(filter: VirtualKeyFilter, slice: Slice): Promise<VirtualKey[]>;
  count(filter: VirtualKeyFilter): Promise<number>;
  find(id: string): Promise<VirtualKey | undefined>;
  /** Stores a key unless `allow` throws. */
  insert(
    input: VirtualKeyInput,
    secret: HashedSecret & { created_by: string },
    allow: (facts: OwnKeyFacts) => void,
  ): Promise<VirtualKey>;
  /** Keys created by `maker`, newest first. */
  madeBy(maker: string): Promise<VirtualKey[]>;
  /** Changes a key unless `allow` throws; undefined when it does not exist. */
  update(
    id: string,
    change: Partial<VirtualKeyInput>,
    allow: (facts: KeyFacts) => void,
  ): Promise<VirtualKey | undefined>;
  /** Stores the secrets that `rotated` returns for the current key; undefined when it does not exist. */
  rotate(id: string, rotated: (before: RotatedKey) => StoredSecrets): Promise<VirtualKey | undefined>;
  /** Revokes a key permanently, with the own keys that it created; idempotent. */
  revoke(id: string): Promise<VirtualKey | undefined>;
}

type Row = Omit<VirtualKey, keyof Limits | "cache" | "timeout_seconds"> & LimitColumns & {
  cache_ttl_seconds: number | null;
  timeout_ms: number | null;
};

/** A key before a change. */
type KeyBefore = RotatedKey & Pick<VirtualKey, "team_id" | "customer_id">;

export function virtualKeyStore(sql: Sql): VirtualKeyStore {
  const columns =
    sql`id, name, key_hint, team_id, customer_id, allowed_models, may_skip_guardrails, may_pass_through, expires_at,
    revoked_at, case when previous_until > now() then previous_until end as previous_until, created_by, created_at,
    updated_at, requests_per_minute, tokens_per_minute, budget_nano_usd::text as budget_nano_usd, budget_period,
    cache_ttl_seconds, timeout_ms,
    case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end as status`;

  const matching = ({ search, team_id, customer_id, status }: VirtualKeyFilter) =>
    sql`where true
      ${search === undefined ? sql`` : sql`and strpos(lower(name), lower(${search})) > 0`}
      ${team_id === undefined ? sql`` : sql`and team_id = ${team_id}`}
      ${customer_id === undefined ? sql`` : sql`and customer_id = ${customer_id}`}
      ${
      status === undefined
        ? sql``
        : status === "revoked"
        ? sql`and revoked_at is not null`
        : sql`and revoked_at is null`
    }
      ${status === "active" ? sql`and (expires_at is null or expires_at > now())` : sql``}
      ${status === "expired" ? sql`and expires_at <= now()` : sql``}`;

  async function change(
    id: string,
    changed: (tx: TransactionSql, before: KeyBefore, version: number) => Promise<object> | object,
  ): Promise<VirtualKey | undefined> {
    return await inVersion(sql, async (tx, version) => {
      const [before] = await tx<KeyBefore[]>`
        select key_hash, revoked_at, team_id, customer_id from gateway.virtual_keys where id = ${id}`;
      if (!before) return undefined;
      const row = { ...await changed(tx, before, version), version };
      const [updated] = await tx<Row[]>`
        update gateway.virtual_keys set ${tx(row)}, updated_at = now() where id = ${id} returning ${columns}`;
      return updated && keyOf(updated);
    });
  }

  return {
    list: async (filter, { limit, offset }) => {
      const rows = await sql<Row[]>`select ${columns} from gateway.virtual_keys ${matching(filter)}
        order by created_at desc, id desc limit ${limit} offset ${offset}`;
      return rows.map(keyOf);
    },
    count: async (filter) => {
      const [row] = await sql<{ n: number }[]>`select count(*) as n from gateway.virtual_keys ${
        matching(filter)
      }`;
      return row?.n ?? 0;
    },
    find: async (id) => {
      const [row] = await sql<Row[]>`select ${columns} from gateway.virtual_keys where id = ${id}`;
      return row && keyOf(row);
    },
    madeBy: async (maker) => {
      const rows = await sql<Row[]>`select ${columns} from gateway.virtual_keys where created_by = ${maker}
        order by created_at desc, id desc limit ${MOST_MADE}`;
      return rows.map(keyOf);
    },
    insert: (input, { key_hash, key_hint, created_by }, allow) =>
      inVersion(sql, async (tx, version) => {
        const maker = created_by.startsWith(makerOf("")) ? await makerFacts(tx, created_by) : undefined;
        allow({ maker, nameTaken: await isNameTaken(tx, input.name), ...await belonging(tx, input) });
        const row = { id: uuidv7(), ...keyColumns(input), key_hash, key_hint, created_by, version };
        const [inserted] = await tx<Row[]>`insert into gateway.virtual_keys ${tx(row)} returning ${columns}`;
        return keyOf(inserted);
      }),
    update: (id, input, allow) =>
      change(id, async (tx, before) => {
        const nameTaken = input.name !== undefined && await isNameTaken(tx, input.name, id);
        allow({ nameTaken, ...await belonging(tx, { ...before, ...input }) });
        return keyColumns(input);
      }),
    rotate: (id, rotated) => change(id, (_, before) => rotated(before)),
    revoke: (id) =>
      change(id, async (tx, before, version) => {
        // A stolen key must not survive in keys that it created.
        await tx`
          update gateway.virtual_keys set revoked_at = now(), version = ${version}, updated_at = now()
          where created_by = ${makerOf(id)} and revoked_at is null`;
        return { revoked_at: before.revoked_at ?? new Date().toISOString() };
      }),
  };
}

const MOST_MADE = 1_000;

/** The maker's name as stored in keys. */
const makerOf = (id: string) => `key:${id}`;

/** The key that makes another, and the number of active keys it has made. */
async function makerFacts(tx: TransactionSql, maker: string): Promise<OwnKeyFacts["maker"]> {
  const isActive = tx`revoked_at is null and (expires_at is null or expires_at > now())`;
  const [facts] = await tx<{ is_active: boolean; active_keys: number }[]>`
    select
      exists (select 1 from gateway.virtual_keys where ${maker} = 'key:' || id::text and ${isActive}) as is_active,
      (select count(*) from gateway.virtual_keys where created_by = ${maker} and ${isActive}) as active_keys`;
  return { isActive: facts?.is_active ?? false, activeKeys: facts?.active_keys ?? 0 };
}

/** Whether another key than `id` has this name. */
async function isNameTaken(tx: TransactionSql, name: string, id?: string): Promise<boolean> {
  const [other] = await tx`
    select 1 from gateway.virtual_keys where lower(name) = lower(${name}) and revoked_at is null
      ${id === undefined ? tx`` : tx`and id <> ${id}`}`;
  return other !== undefined;
}

/** The team and customer that a key names. */
async function belonging(
  tx: TransactionSql,
  { team_id, customer_id }: Pick<VirtualKey, "team_id" | "customer_id">,
): Promise<Omit<KeyFacts, "nameTaken">> {
  const [team] = team_id === null ? [null] : await tx<{ customer_id: string | null }[]>`
    select customer_id from gateway.teams where id = ${team_id}`;
  const customerExists = customer_id === null || await exists(tx, "customers", customer_id);
  return { team: team === undefined ? "missing" : team, customer_id, customerExists };
}

function keyColumns({ cache, timeout_seconds: seconds, ...input }: Partial<VirtualKeyInput>) {
  const timeout_ms = typeof seconds === "number" ? Math.round(seconds * 1000) : seconds;
  return {
    ...columnsOf(input),
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
    ...(cache === undefined ? {} : { cache_ttl_seconds: cache?.ttl_seconds ?? null }),
  };
}

function keyOf(row: Row | undefined): VirtualKey {
  if (!row) throw new Error("a written row was not returned");
  const {
    requests_per_minute,
    tokens_per_minute,
    budget_nano_usd,
    budget_period,
    cache_ttl_seconds,
    timeout_ms,
    ...key
  } = row;
  return {
    ...key,
    ...limitsOf({ requests_per_minute, tokens_per_minute, budget_nano_usd, budget_period }),
    timeout_seconds: timeout_ms === null ? null : timeout_ms / 1000,
    cache: cache_ttl_seconds === null ? null : { ttl_seconds: cache_ttl_seconds },
  };
}
