import type { Sql } from "lib/db.ts";
import type { Metric, Operator } from "./alert_condition.ts";

export interface AlertRuleRow {
  id: string;
  name: string;
  metric: Metric;
  operator: Operator;
  threshold: number;
  window_minutes: number;
  cooldown_minutes: number;
  enabled: boolean;
  webhook_ids: string[];
  created_by: string;
  created_at: string;
  updated_at: string;
  effective_at: string;
  last_fired_at: string | null;
}

export interface AlertRuleStore {
  list(query: { enabled_only: boolean; limit: number; skip: number }): Promise<AlertRuleRow[]>;
  count(query: { enabled_only: boolean }): Promise<number>;
  enabled(): Promise<AlertRuleRow[]>;
  find(id: string): Promise<AlertRuleRow | undefined>;
  insert(rule: AlertRuleRow): Promise<void>;
  update(id: string, changes: Partial<AlertRuleRow>): Promise<AlertRuleRow | undefined>;
  remove(id: string): Promise<boolean>;
}

export function alertRuleStore(sql: Sql): AlertRuleStore {
  const enabled = (only: boolean) => only ? sql`where enabled` : sql``;
  return {
    list: ({ enabled_only, limit, skip }) =>
      sql<AlertRuleRow[]>`
        select * from guard.alert_rules ${enabled(enabled_only)}
        order by created_at desc, id desc limit ${limit} offset ${skip}`,
    async count({ enabled_only }) {
      const [row] = await sql<{ n: number }[]>`
        select count(*) as n from guard.alert_rules ${enabled(enabled_only)}`;
      return row?.n ?? 0;
    },
    enabled: () => sql<AlertRuleRow[]>`select * from guard.alert_rules where enabled order by id`,
    async find(id) {
      const [rule] = await sql<AlertRuleRow[]>`select * from guard.alert_rules where id = ${id}`;
      return rule;
    },
    async insert(rule) {
      await sql`insert into guard.alert_rules ${sql({ ...rule })}`;
    },
    async update(id, changes) {
      const [rule] = await sql<AlertRuleRow[]>`
        update guard.alert_rules set ${sql(changes)} where id = ${id} returning *`;
      return rule;
    },
    async remove(id) {
      return (await sql`delete from guard.alert_rules where id = ${id}`).count > 0;
    },
  };
}
