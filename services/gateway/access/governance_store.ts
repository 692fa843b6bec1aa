import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import type { BudgetPeriod } from "./budget_scope.ts";
import { nanoUsd } from "../money.ts";
import type { Slice } from "../query.ts";
import type { GovernanceFilter, Limits } from "./allowance.ts";
import type { Group, GroupInput, GroupKind } from "./group.ts";
import type { GroupFacts, GroupMembers } from "./group_rules.ts";

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
  /** Stores a group unless `allow` throws. */
  insert(input: GroupInput, allow: (facts: GroupFacts) => void): Promise<Group>;
  /** Changes a group unless `allow` throws; undefined when it does not exist. */
  update(
    id: string,
    change: Partial<GroupInput>,
    allow: (facts: GroupFacts) => void,
  ): Promise<Group | undefined>;
  /** Removes a group unless `allow` throws; false when it does not exist. */
  remove(id: string, allow: (members: GroupMembers) => void): Promise<boolean>;
}

type Row = Omit<Group, keyof Limits> & LimitColumns;

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

export function groupStore(sql: Sql, table: GroupKind): GroupStore {
  const columns = sql`id, name, ${
    table === "teams" ? sql`customer_id, self_service,` : sql``
  } created_at, updated_at,
    requests_per_minute, tokens_per_minute, budget_nano_usd::text as budget_nano_usd, budget_period`;
  const rows = sql`gateway.${sql(table)}`;
  const named = ({ search }: GovernanceFilter) =>
    search === undefined ? sql`` : sql`and strpos(lower(name), lower(${search})) > 0`;

  const factsOf = async (
    tx: TransactionSql,
    { name, customer_id }: Partial<GroupInput>,
    id?: string,
  ): Promise<GroupFacts> => ({
    nameTaken: name !== undefined && await isNameTaken(tx, { table, name, id }),
    customerExists: typeof customer_id !== "string" || await exists(tx, "customers", customer_id),
  });

  const insert: GroupStore["insert"] = async (input, allow) =>
    await inVersion(sql, async (tx, version) => {
      allow(await factsOf(tx, input));
      const row = { id: uuidv7(), ...columnsOf(input), ...selfService(tx, input), version };
      const [inserted] = await tx<Row[]>`insert into ${rows} ${tx(row)} returning ${columns}`;
      return groupOf(inserted);
    });

  const update: GroupStore["update"] = async (id, change, allow) =>
    await inVersion(sql, async (tx, version) => {
      if (!await exists(tx, table, id)) return undefined;
      allow(await factsOf(tx, change, id));
      const row = { ...columnsOf(change), ...selfService(tx, change), version };
      const [updated] = await tx<Row[]>`
        update ${rows} set ${tx(row)}, updated_at = now() where id = ${id} returning ${columns}`;
      return updated && groupOf(updated);
    });

  const remove: GroupStore["remove"] = async (id, allow) =>
    await inVersion(sql, async (tx, version) => {
      allow(await membersOf(tx, table, id));
      const column = memberColumn(tx, table);
      await tx`update gateway.virtual_keys set ${column} = null, version = ${version} where ${column} = ${id}`;
      const removed = await tx`delete from ${rows} where id = ${id} returning id`;
      return removed.length > 0;
    });

  return {
    list: async (filter, { limit, offset }) => {
      const groups = await sql<Row[]>`select ${columns} from ${rows} where true ${named(filter)}
        order by created_at desc, id desc limit ${limit} offset ${offset}`;
      return groups.map(groupOf);
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
    remove,
  };
}

const memberColumn = (tx: TransactionSql, table: GroupKind) =>
  table === "teams" ? tx`team_id` : tx`customer_id`;

async function membersOf(tx: TransactionSql, table: GroupKind, id: string): Promise<GroupMembers> {
  const teams = table === "customers"
    ? tx`(select count(*) from gateway.teams where customer_id = ${id})`
    : tx`0::bigint`;
  const [members] = await tx<GroupMembers[]>`
    select (select count(*) from gateway.virtual_keys
      where ${memberColumn(tx, table)} = ${id} and revoked_at is null) as keys, ${teams} as teams`;
  return members ?? { keys: 0, teams: 0 };
}

/** Whether another group than `id` has this name. */
async function isNameTaken(
  tx: TransactionSql,
  { table, name, id }: { table: GroupKind; name: string; id: string | undefined },
): Promise<boolean> {
  const [other] = await tx`
    select 1 from gateway.${tx(table)} where lower(name) = lower(${name})
      ${id === undefined ? tx`` : tx`and id <> ${id}`}`;
  return other !== undefined;
}

/** Whether there is such a team or customer. */
export async function exists(tx: TransactionSql, table: GroupKind, id: string): Promise<boolean> {
  const [row] = await tx`select 1 from gateway.${tx(table)} where id = ${id}`;
  return row !== undefined;
}

function selfService(tx: TransactionSql, { self_service }: Partial<GroupInput>) {
  return self_service === undefined ? {} : { self_service: self_service && tx.json(self_service) };
}

/** The columns of the given fields, without absent limits. */
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
