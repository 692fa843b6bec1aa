import type { Sql } from "lib/database/db.ts";
import type { AlertRuleQuery, StoredAlertRule } from "./alert_rule.ts";

export interface AlertRuleStore {
  list(query: AlertRuleQuery): Promise<StoredAlertRule[]>;
  count(query: Pick<AlertRuleQuery, "enabled_only">): Promise<number>;
  enabled(): Promise<StoredAlertRule[]>;
  find(id: string): Promise<StoredAlertRule | undefined>;
  insert(rule: StoredAlertRule): Promise<void>;
  update(id: string, changes: Partial<StoredAlertRule>): Promise<StoredAlertRule | undefined>;
  remove(id: string): Promise<boolean>;
}

export function alertRuleStore(sql: Sql): AlertRuleStore {
  const enabled = (only: boolean) => only ? sql`where enabled` : sql``;
  return {
    list: ({ enabled_only, limit, skip }) =>
      sql<StoredAlertRule[]>`
        select * from guard.alert_rules ${enabled(enabled_only)}
        order by created_at desc, id desc limit ${limit} offset ${skip}`,
    async count({ enabled_only }) {
      const [row] = await sql<{ n: number }[]>`
        select count(*) as n from guard.alert_rules ${enabled(enabled_only)}`;
      return row?.n ?? 0;
    },
    enabled: () => sql<StoredAlertRule[]>`select * from guard.alert_rules where enabled order by id`,
    async find(id) {
      const [rule] = await sql<StoredAlertRule[]>`select * from guard.alert_rules where id = ${id}`;
      return rule;
    },
    async insert(rule) {
      await sql`insert into guard.alert_rules ${sql({ ...rule })}`;
    },
    async update(id, changes) {
      const [rule] = await sql<StoredAlertRule[]>`
        update guard.alert_rules set ${sql(changes)} where id = ${id} returning *`;
      return rule;
    },
    async remove(id) {
      return (await sql`delete from guard.alert_rules where id = ${id}`).count > 0;
    },
  };
}
