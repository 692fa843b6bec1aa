import type { Sql } from "lib/db.ts";
import type { Policy, PolicyQuery } from "./policy.ts";

export interface PolicyStore {
  list(query: PolicyQuery): Promise<Policy[]>;
  count(query: Pick<PolicyQuery, "active_only">): Promise<number>;
  find(id: string): Promise<Policy | undefined>;
  /** False when the name is taken. */
  insert(policy: Policy): Promise<boolean>;
  /** "taken" when another policy has the new name. */
  update(id: string, changes: Partial<Policy>): Promise<Policy | "taken" | undefined>;
  remove(id: string): Promise<boolean>;
  /** Active policies, oldest first, and the revision they are of. */
  active(): Promise<{ revision: number; policies: Policy[] }>;
  revision(): Promise<number>;
}

export function policyStore(sql: Sql): PolicyStore {
  const active = (only: boolean) => only ? sql`where is_active` : sql``;
  return {
    list: ({ active_only, limit, skip }) =>
      sql<Policy[]>`
        select * from guard.policies ${active(active_only)}
        order by created_at desc, id desc limit ${limit} offset ${skip}`,
    async count({ active_only }) {
      const [row] = await sql<{ n: number }[]>`select count(*) as n from guard.policies ${
        active(active_only)
      }`;
      return row?.n ?? 0;
    },
    async find(id) {
      const [policy] = await sql<Policy[]>`select * from guard.policies where id = ${id}`;
      return policy;
    },
    insert: (policy) =>
      sql.begin(async (tx) => {
        const made = await tx`insert into guard.policies ${tx(policy)} on conflict (name) do nothing`;
        if (made.count > 0) await tx`update guard.policy_revision set revision = revision + 1`;
        return made.count > 0;
      }),
    update: (id, changes) =>
      sql.begin(async (tx) => {
        await tx`update guard.policy_revision set revision = revision + 1`;
        if (changes.name !== undefined) {
          const taken = await tx`select 1 from guard.policies where name = ${changes.name} and id <> ${id}`;
          if (taken.count > 0) return "taken";
        }
        const [policy] = await tx<Policy[]>`
          update guard.policies set ${tx(changes)} where id = ${id} returning *`;
        return policy;
      }),
    remove: (id) =>
      sql.begin(async (tx) => {
        const gone = await tx`delete from guard.policies where id = ${id}`;
        if (gone.count > 0) await tx`update guard.policy_revision set revision = revision + 1`;
        return gone.count > 0;
      }),
    active: () =>
      sql.begin(async (tx) => {
        const [row] = await tx<{ revision: number }[]>`select revision from guard.policy_revision`;
        const policies = await tx<Policy[]>`
          select * from guard.policies where is_active order by created_at, id`;
        return { revision: row?.revision ?? 0, policies: [...policies] };
      }),
    async revision() {
      const [row] = await sql<{ revision: number }[]>`select revision from guard.policy_revision`;
      return row?.revision ?? 0;
    },
  };
}
