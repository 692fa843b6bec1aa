import type { Sql, TransactionSql } from "lib/database/db.ts";
import { folded } from "lib/database/folded_sql.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import { containing } from "lib/fold.ts";
import type { CustomRule } from "../pii/custom_rules.ts";
import type { Policy, PolicyInput, PolicyQuery } from "./policy.ts";
import type { PolicyFacts } from "./policy_names.ts";
import type { PolicyVersion } from "./policy_version.ts";

/** A change of a policy: its content, author and time. */
export type PolicyChange = Pick<PolicyVersion, "change" | "changed_by" | "changed_at">;

/** A change, and the rule that decides whether its policy may be saved: it throws what refuses it. */
export interface AllowedChange {
  change: PolicyChange;
  allow(facts: PolicyFacts): void;
}

export interface PolicyStore {
  list(query: PolicyQuery): Promise<Policy[]>;
  count(query: Pick<PolicyQuery, "active_only" | "search">): Promise<number>;
  find(id: string): Promise<Policy | undefined>;
  /** All of them, in their order. */
  all(): Promise<Policy[]>;
  /** Inserts a policy, new or previously deleted, unless `allow` throws. */
  insert(id: string, input: PolicyInput, by: AllowedChange): Promise<Policy>;
  /** Updates a policy unless `allow` throws; undefined when there is no such policy. */
  update(id: string, input: Partial<PolicyInput>, by: AllowedChange): Promise<Policy | undefined>;
  remove(id: string, change: PolicyChange): Promise<boolean>;
  /** Saves all, each with the id of an existing policy or a new one, or none if `allow` throws. */
  saveAll(
    list: readonly { id: string; isNew: boolean; input: PolicyInput }[],
    by: AllowedChange,
  ): Promise<void>;
  /** Newest first. */
  versions(id: string, page: { limit: number; skip: number }): Promise<PolicyVersion[]>;
  countVersions(id: string): Promise<number>;
  version(id: string, version: number): Promise<PolicyVersion | undefined>;
  /** Active policies in order, the rules of active recognisers, and their revision. */
  active(): Promise<{ revision: number; policies: Policy[]; custom: CustomRule[] }>;
  revision(): Promise<number>;
  /** Number of events of a policy since a time, enforced and in shadow. */
  hits(id: string, since: string): Promise<{ enforced: number; shadow: number; last_at: string | null }>;
}

export function policyStore(sql: Sql): PolicyStore {
  const where = ({ active_only, search = "" }: Pick<PolicyQuery, "active_only" | "search">) => {
    const named = folded(sql, sql`name || chr(10) || description`);
    return sql`where true ${active_only ? sql`and is_active` : sql``} ${
      search ? sql`and (id = ${search.trim()} or ${named} like ${containing(search)})` : sql``
    }`;
  };
  return {
    list: (query) =>
      sql<Policy[]>`
        select * from guard.policies ${where(query)}
        order by created_at desc, id desc limit ${query.limit} offset ${query.skip}`,
    async count(query) {
      const [row] = await sql<{ n: number }[]>`select count(*) as n from guard.policies ${where(query)}`;
      return row?.n ?? 0;
    },
    async find(id) {
      const [policy] = await sql<Policy[]>`select * from guard.policies where id = ${id}`;
      return policy;
    },
    all: () => sql<Policy[]>`select * from guard.policies order by priority, created_at, id`,
    insert: (id, input, by) => sql.begin((tx) => inserted(tx, id, { input, ...by })),
    update: (id, input, by) => sql.begin((tx) => updated(tx, id, { input, ...by })),
    remove: (id, change) =>
      sql.begin(async (tx) => {
        await nextRevision(tx);
        const [policy] = await tx<Policy[]>`delete from guard.policies where id = ${id} returning *`;
        if (policy) await remember(tx, { ...policy, version: policy.version + 1 }, change);
        return policy !== undefined;
      }),
    saveAll: (list, by) =>
      sql.begin(async (tx) => {
        for (const { id, isNew, input } of list) {
          const save = { input, ...by };
          // A policy that was deleted meanwhile is created again.
          if (isNew || !await updated(tx, id, save)) await inserted(tx, id, save);
        }
      }),
    versions: (id, { limit, skip }) =>
      sql<PolicyVersion[]>`
        select * from guard.policy_versions where policy_id = ${id}
        order by version desc limit ${limit} offset ${skip}`,
    async countVersions(id) {
      const [row] = await sql<{ n: number }[]>`
        select count(*) as n from guard.policy_versions where policy_id = ${id}`;
      return row?.n ?? 0;
    },
    async version(id, version) {
      const [row] = await sql<PolicyVersion[]>`
        select * from guard.policy_versions where policy_id = ${id} and version = ${version}`;
      return row;
    },
    active: () =>
      sql.begin(async (tx) => {
        const [row] = await tx<{ revision: number }[]>`select revision from guard.policy_revision`;
        const policies = await tx<Policy[]>`
          select * from guard.policies where is_active order by priority, created_at, id`;
        const custom = await tx<CustomRule[]>`
          select type, pattern, check_digit as check, words_required,
            array(select jsonb_array_elements_text(words -> 'en' || (words -> 'ar'))) as words
          from guard.recognisers where is_active order by created_at, id`;
        return { revision: row?.revision ?? 0, policies: [...policies], custom: [...custom] };
      }),
    async revision() {
      const [row] = await sql<{ revision: number }[]>`select revision from guard.policy_revision`;
      return row?.revision ?? 0;
    },
    async hits(id, since) {
      const named = `%"policy_id":${JSON.stringify(id)}%`;
      const split = sql`split_part(details, '"shadow":[{', 1)`;
      const [row] = await sql<{ enforced: number; shadow: number; last_at: string | null }[]>`
        select count(*) filter (where ${split} like ${named}) as enforced,
          count(*) filter (where substr(details, length(${split}) + 1) like ${named}) as shadow,
          max(created_at) as last_at
        from guard.audit_events
        where created_at >= ${since} and details like ${named}
          and event_type in ('evaluation', 'proxy_request', 'proxy_input_blocked')
          and (violations > 0 or details like '%"shadow":[{%')`;
      return row ?? { enforced: 0, shadow: 0, last_at: null };
    },
  };
}

/** The lock of the one row also puts the changes in order. */
async function nextRevision(tx: TransactionSql): Promise<void> {
  await tx`update guard.policy_revision set revision = revision + 1`;
}

interface Save<Input> extends AllowedChange {
  input: Input;
}

/** Call it after `nextRevision`: whoever holds its lock is the only one that saves names. */
async function factsOf(tx: TransactionSql, id: string, name: string): Promise<PolicyFacts> {
  const others = await tx`select 1 from guard.policies where name = ${name} and id <> ${id}`;
  return { name, nameTaken: others.count > 0 };
}

const columns = (tx: TransactionSql, { scope, exceptions, ...input }: Partial<PolicyInput>) => ({
  ...input,
  ...scope ? { scope: tx.json(jsonColumn(scope)) } : {},
  ...exceptions ? { exceptions: tx.json(jsonColumn(exceptions)) } : {},
});

async function inserted(
  tx: TransactionSql,
  id: string,
  { input, change, allow }: Save<PolicyInput>,
): Promise<Policy> {
  await nextRevision(tx);
  allow(await factsOf(tx, id, input.name));
  const [before] = await tx<{ version: number }[]>`
    select version from guard.policy_versions where policy_id = ${id} order by version desc limit 1`;
  const { changed_by, changed_at } = change;
  const row = {
    ...columns(tx, input),
    ...{ id, version: (before?.version ?? 0) + 1, created_by: changed_by },
    ...{ created_at: changed_at, updated_at: changed_at },
  };
  const [policy] = await tx<Policy[]>`
    insert into guard.policies ${tx(row)} returning *`;
  if (!policy) throw new Error("a written row was not returned");
  await remember(tx, policy, change);
  return policy;
}

async function updated(
  tx: TransactionSql,
  id: string,
  { input, change, allow }: Save<Partial<PolicyInput>>,
): Promise<Policy | undefined> {
  await nextRevision(tx);
  if (input.name !== undefined) allow(await factsOf(tx, id, input.name));
  const row = { ...columns(tx, input), updated_at: change.changed_at };
  const [policy] = await tx<Policy[]>`
    update guard.policies set ${tx(row)}, version = version + 1 where id = ${id} returning *`;
  if (policy) await remember(tx, policy, change);
  return policy;
}

async function remember(tx: TransactionSql, policy: Policy, change: PolicyChange): Promise<void> {
  const { id, version, created_by: _by, created_at: _at, updated_at: _time, ...content } = policy;
  await tx`
    insert into guard.policy_versions ${
    tx({ policy_id: id, version, policy: tx.json(jsonColumn(content)), ...change })
  }`;
}
