import type { Sql, TransactionSql } from "lib/database/db.ts";
import { conflict, invalid, wrongState } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import type { BudgetPeriod } from "./budget_scope.ts";
import { nanoUsd } from "../money.ts";
import type { Slice } from "../query.ts";
import type { GovernanceFilter, Limits } from "./allowance.ts";
import type { Group, GroupInput } from "./group.ts";

export interface LimitColumns {
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
  budget_nano_usd: string | null;
  budget_period: BudgetPeriod | null;
}

export interface GroupStore {
  list(filter: GovernanceFilter, slice: Slice): Promise<Group[]>;
  count(filter: GovernanceFilter): Promise<number>;
  find(id: string): Promise<Group | undefined>;
  insert(input: GroupInput): Promise<Group>;
  update(id: string, change: Partial<GroupInput>): Promise<Group | undefined>;
  /** Throws 409 while active members belong to it. */
  remove(id: string): Promise<boolean>;
}

type Row = Omit<Group, keyof Limits> & LimitColumns;

export const GROUPS = { customers: "Customer", teams: "Team" } as const;

/** Runs governance changes one after another, each with its own version. */
export async function inVersion<T>(
  sql: Sql,
  work: (tx: TransactionSql, version: number) => Promise<T>,
): Promise<T> {
  const result = await sql.begin(async (tx) => {
    const [row] = await tx<{ version: number }[]>`
      update gateway.governance_version set version = version + 1 returning version`;
    return { done: await work(tx, row?.version ?? 0) };
  });
  return result.done;
}

export function groupStore(sql: Sql, table: keyof typeof GROUPS): GroupStore {
  const columns = sql`id, name, ${
    table === "teams" ? sql`customer_id, self_service,` : sql``
  } created_at, updated_at,
    requests_per_minute, tokens_per_minute, budget_nano_usd::text as budget_nano_usd, budget_period`;
  const rows = sql`gateway.${sql(table)}`;
  const named = ({ search }: GovernanceFilter) =>
    search === undefined ? sql`` : sql`and strpos(lower(name), lower(${search})) > 0`;

  async function insert(input: GroupInput): Promise<Group> {
    return await inVersion(sql, async (tx, version) => {
      await refuseDuplicate(tx, table, input.name);
      await refuseMissing(tx, "customers", input.customer_id);
      const row = { id: uuidv7(), ...columnsOf(input), ...selfService(tx, input), version };
      const [inserted] = await tx<Row[]>`insert into ${rows} ${tx(row)} returning ${columns}`;
      return groupOf(inserted);
    });
  }

  async function update(id: string, change: Partial<GroupInput>): Promise<Group | undefined> {
    return await inVersion(sql, async (tx, version) => {
      if (change.name !== undefined) await refuseDuplicate(tx, table, change.name, id);
      await refuseMissing(tx, "customers", change.customer_id);
      const row = { ...columnsOf(change), ...selfService(tx, change), version };
      const [updated] = await tx<Row[]>`
        update ${rows} set ${tx(row)}, updated_at = now() where id = ${id} returning ${columns}`;
      return updated && groupOf(updated);
    });
  }

  return {
    list: async (filter, { limit, offset }) => {
      const found = await sql<Row[]>`select ${columns} from ${rows} where true ${named(filter)}
        order by created_at desc, id desc limit ${limit} offset ${offset}`;
      return found.map(groupOf);
    },
    count: async (filter) => {
      const [row] = await sql<{ n: number }[]>`select count(*) as n from ${rows} where true ${named(filter)}`;
      return row?.n ?? 0;
    },
    find: async (id) => {
      const [row] = await sql<Row[]>`select ${columns} from ${rows} where id = ${id}`;
      return row && groupOf(row);
    },
    insert,
    update,
    remove: (id) => inVersion(sql, (tx, version) => removeGroup(tx, { table, id, version })),
  };
}

async function removeGroup(
  tx: TransactionSql,
  { table, id, version }: { table: keyof typeof GROUPS; id: string; version: number },
): Promise<boolean> {
  const column = table === "teams" ? tx`team_id` : tx`customer_id`;
  const teams = table === "customers"
    ? tx`+ (select count(*) from gateway.teams where customer_id = ${id})`
    : tx``;
  const [used] = await tx<{ n: number }[]>`
    select (select count(*) from gateway.virtual_keys where ${column} = ${id} and revoked_at is null) ${teams} as n`;
  if (used && used.n > 0) {
    throw wrongState(`The ${GROUPS[table].toLowerCase()} is in use: move or revoke what belongs to it first`);
  }
  await tx`update gateway.virtual_keys set ${column} = null, version = ${version} where ${column} = ${id}`;
  const removed = await tx`delete from gateway.${tx(table)} where id = ${id} returning id`;
  return removed.length > 0;
}

async function refuseDuplicate(
  tx: TransactionSql,
  table: keyof typeof GROUPS,
  name: string,
  except?: string,
) {
  const [taken] = await tx`
    select 1 from gateway.${tx(table)} where lower(name) = lower(${name})
      ${except === undefined ? tx`` : tx`and id <> ${except}`}`;
  if (taken) throw conflict(GROUPS[table]);
}

/** 422 when a body names a team or customer that does not exist. */
export async function refuseMissing(
  tx: TransactionSql,
  table: keyof typeof GROUPS,
  id: string | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) return;
  const [found] = await tx`select 1 from gateway.${tx(table)} where id = ${id}`;
  if (!found) {
    throw invalid(["body", table === "teams" ? "team_id" : "customer_id"], `${GROUPS[table]} not found`);
  }
}

function selfService(tx: TransactionSql, { self_service }: Partial<GroupInput>) {
  return self_service === undefined ? {} : { self_service: self_service && tx.json(self_service) };
}

/** The columns of the given fields; absent limits are left out. */
export function columnsOf<Fields extends object>(
  { rate_limit, budget, ...fields }: Fields & Partial<Limits>,
) {
  return {
    ...fields,
    ...(rate_limit === undefined ? {} : {
      requests_per_minute: rate_limit?.requests_per_minute ?? null,
      tokens_per_minute: rate_limit?.tokens_per_minute ?? null,
    }),
    ...(budget === undefined ? {} : {
      budget_nano_usd: budget ? nanoUsd(budget.limit_usd).toString() : null,
      budget_period: budget?.period ?? null,
    }),
  };
}

/** The limits of a row. */
export function limitsOf(row: LimitColumns): Limits {
  const { requests_per_minute, tokens_per_minute, budget_nano_usd, budget_period } = row;
  const limited = requests_per_minute !== null || tokens_per_minute !== null;
  return {
    rate_limit: limited ? { requests_per_minute, tokens_per_minute } : null,
    budget: budget_nano_usd === null || budget_period === null
      ? null
      : { limit_usd: Number(BigInt(budget_nano_usd)) / 1e9, period: budget_period },
  };
}

function groupOf(row: Row | undefined): Group {
  if (!row) throw new Error("a written row was not returned");
  const { requests_per_minute, tokens_per_minute, budget_nano_usd, budget_period, ...group } = row;
  return {
    ...group,
    ...limitsOf({ requests_per_minute, tokens_per_minute, budget_nano_usd, budget_period }),
  };
}
