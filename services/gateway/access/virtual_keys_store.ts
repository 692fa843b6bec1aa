import type { Sql, TransactionSql } from "lib/database/db.ts";
import { conflict, invalid, wrongState } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { columnsOf, inVersion, type LimitColumns, limitsOf, refuseMissing } from "./governance_store.ts";
import type { Slice } from "../query.ts";
import type { Limits } from "./allowance.ts";
import type { VirtualKey, VirtualKeyFilter, VirtualKeyInput } from "./virtual_key.ts";

/** The stored form of a secret. */
export interface HashedSecret {
  key_hash: string;
  key_hint: string;
}

export interface VirtualKeyStore {
  list(filter: VirtualKeyFilter, slice: Slice): Promise<VirtualKey[]>;
  count(filter: VirtualKeyFilter): Promise<number>;
  find(id: string): Promise<VirtualKey | undefined>;
  /** With `atMost`, 409 if the key `created_by` is no longer valid or has too many active keys. */
  insert(
    input: VirtualKeyInput,
    secret: HashedSecret & { created_by: string; atMost?: number },
  ): Promise<VirtualKey>;
  /** Those that `maker` made, newest first. */
  madeBy(maker: string): Promise<VirtualKey[]>;
  update(id: string, change: Partial<VirtualKeyInput>): Promise<VirtualKey | undefined>;
  /** Gives a key a new secret; the old one stays valid for `graceSeconds`. */
  rotate(id: string, secret: HashedSecret, graceSeconds: number): Promise<VirtualKey | undefined>;
  /** Revokes a key permanently, and those that its holder made with it; idempotent. */
  revoke(id: string): Promise<VirtualKey | undefined>;
}

type Row = Omit<VirtualKey, keyof Limits | "cache" | "timeout_seconds"> & LimitColumns & {
  cache_ttl_seconds: number | null;
  timeout_ms: number | null;
};

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
    work: (tx: TransactionSql, version: number) => Promise<Record<string, unknown>>,
  ): Promise<VirtualKey | undefined> {
    return await inVersion(sql, async (tx, version) => {
      const row = { ...await work(tx, version), version };
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
    insert: (input, { key_hash, key_hint, created_by, atMost }) =>
      inVersion(sql, async (tx, version) => {
        if (atMost !== undefined) await refuseMore(tx, created_by, atMost);
        await refuseDuplicate(tx, input.name);
        await refuseWrongGroup(tx, input);
        const row = { id: uuidv7(), ...keyColumns(input), key_hash, key_hint, created_by, version };
        const [inserted] = await tx<Row[]>`insert into gateway.virtual_keys ${tx(row)} returning ${columns}`;
        return keyOf(inserted);
      }),
    update: (id, input) =>
      change(id, async (tx) => {
        if (input.name !== undefined) await refuseDuplicate(tx, input.name, id);
        const [now] = await tx<Pick<VirtualKey, "team_id" | "customer_id">[]>`
          select team_id, customer_id from gateway.virtual_keys where id = ${id}`;
        if (now) await refuseWrongGroup(tx, { ...now, ...input });
        return keyColumns(input);
      }),
    rotate: (id, { key_hash, key_hint }, graceSeconds) =>
      change(id, async (tx) => {
        const [before] = await tx<{ key_hash: string; revoked_at: string | null }[]>`
          select key_hash, revoked_at from gateway.virtual_keys where id = ${id}`;
        if (before?.revoked_at) throw wrongState("The virtual key is revoked");
        if (graceSeconds === 0) return { key_hash, key_hint, previous_hash: null, previous_until: null };
        const until = new Date(Date.now() + graceSeconds * 1000).toISOString();
        return { key_hash, key_hint, previous_hash: before?.key_hash ?? null, previous_until: until };
      }),
    revoke: (id) =>
      change(id, async (tx, version) => {
        const [before] = await tx<{ revoked_at: string | null }[]>`
          select revoked_at from gateway.virtual_keys where id = ${id}`;
        // A stolen key must not live on in keys that it made.
        await tx`
          update gateway.virtual_keys set revoked_at = now(), version = ${version}, updated_at = now()
          where created_by = ${makerOf(id)} and revoked_at is null`;
        return { revoked_at: before?.revoked_at ?? new Date().toISOString() };
      }),
  };
}

const MOST_MADE = 1_000;

/** The maker's name as stored in keys. */
const makerOf = (id: string) => `key:${id}`;

async function refuseMore(tx: TransactionSql, maker: string, atMost: number) {
  // The maker may have been revoked since its request was authenticated.
  const [good] = await tx`
    select 1 from gateway.virtual_keys where ${maker} = 'key:' || id::text and revoked_at is null
      and (expires_at is null or expires_at > now())`;
  if (!good) throw wrongState("The key that asks is revoked or has expired");
  const [made] = await tx<{ n: number }[]>`
    select count(*) as n from gateway.virtual_keys
    where created_by = ${maker} and revoked_at is null and (expires_at is null or expires_at > now())`;
  if ((made?.n ?? 0) >= atMost) {
    throw wrongState(`The team allows ${atMost} keys of one's own at a time: revoke one first`);
  }
}

async function refuseDuplicate(tx: TransactionSql, name: string, except?: string) {
  const [taken] = await tx`
    select 1 from gateway.virtual_keys where lower(name) = lower(${name}) and revoked_at is null
      ${except === undefined ? tx`` : tx`and id <> ${except}`}`;
  if (taken) throw conflict("Virtual key");
}

/** A key of a team that belongs to a customer cannot belong to another customer. */
async function refuseWrongGroup(tx: TransactionSql, key: Pick<VirtualKey, "team_id" | "customer_id">) {
  await refuseMissing(tx, "teams", key.team_id);
  await refuseMissing(tx, "customers", key.customer_id);
  if (key.team_id === null || key.customer_id === null) return;
  const [team] = await tx<{ customer_id: string | null }[]>`
    select customer_id from gateway.teams where id = ${key.team_id}`;
  if (team?.customer_id && team.customer_id !== key.customer_id) {
    throw invalid(["body", "customer_id"], "The team belongs to another customer");
  }
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
