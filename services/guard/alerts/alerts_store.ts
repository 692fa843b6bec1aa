import type { Sql, TransactionSql } from "lib/database/db.ts";
import type { Alert, AlertQuery } from "./alert.ts";
import type { Metric } from "./alert_condition.ts";
import type { StoredAlertRule } from "./alert_rule.ts";
import { enqueue } from "../webhooks/deliveries_store.ts";

export interface AlertStore {
  list(query: AlertQuery): Promise<Alert[]>;
  find(id: string): Promise<Alert | undefined>;
  /** The value of a metric since `since`; counting stops at `most`. */
  measure(metric: Metric, since: string, most: number): Promise<number>;
  /**
   * Stores the alert that `alertOf` makes of the exact count, unless the rule changed, is in its cooldown or
   * has an open alert. Runs in one transaction, so that of several concurrent processes one succeeds.
   */
  fire(
    rule: StoredAlertRule,
    times: { now: string; since: string },
    alertOf: (value: number) => Alert,
  ): Promise<boolean>;
  /** Changes an alert from triggered to acknowledged; undefined when it was not triggered. */
  acknowledge(id: string, by: string, time: string): Promise<Alert | undefined>;
  /** Changes an alert from any other status to resolved. */
  resolve(id: string, by: string, time: string): Promise<Alert | undefined>;
  /** Resolves the open alert of a rule. */
  resolveOf(ruleId: string, by: string, time: string): Promise<Alert | undefined>;
}

export function alertStore(sql: Sql): AlertStore {
  /** Changes an alert and queues the webhook messages about it in one transaction. */
  const changed = (
    change: (tx: TransactionSql) => Promise<Alert | undefined>,
    type: string,
    time: string,
  ) =>
    sql.begin(async (tx) => {
      const alert = await change(tx);
      if (alert) await enqueue(tx, { type, time, data: alert, to: alert.webhook_ids });
      return alert;
    });
  return {
    list: ({ status, limit }) =>
      sql<Alert[]>`
        select * from guard.alerts ${status ? sql`where status = ${status}` : sql``}
        order by triggered_at desc, id desc limit ${limit}`,
    async find(id) {
      const [alert] = await sql<Alert[]>`select * from guard.alerts where id = ${id}`;
      return alert;
    },
    measure: (metric, since, most) => measured(sql, metric, { since, most }),
    async fire(rule, { now, since }, alertOf) {
      const fired = await changed(
        async (tx) => {
          const [free] = await tx`
            update guard.alert_rules set last_fired_at = ${now}
            where id = ${rule.id} and enabled and updated_at = ${rule.updated_at}
              and (last_fired_at is null
                or last_fired_at <= ${now}::timestamptz - make_interval(mins => cooldown_minutes))
              and not exists (select from guard.alerts where rule_id = ${rule.id} and status <> 'resolved')
            returning 1`;
          if (!free) return undefined;
          const alert = alertOf(await measured(tx, rule.metric, { since }));
          await tx`insert into guard.alerts ${tx({ ...alert })}`;
          return alert;
        },
        "alert_triggered",
        now,
      );
      return fired !== undefined;
    },
    acknowledge: (id, by, time) =>
      changed(
        async (tx) => {
          const [alert] = await tx<Alert[]>`
            update guard.alerts set status = 'acknowledged', acknowledged_by = ${by}, acknowledged_at = ${time}
            where id = ${id} and status = 'triggered' returning *`;
          return alert;
        },
        "alert_acknowledged",
        time,
      ),
    resolve: (id, by, time) =>
      changed(
        async (tx) => {
          const [alert] = await tx<Alert[]>`
            update guard.alerts set status = 'resolved', resolved_by = ${by}, resolved_at = ${time}
            where id = ${id} and status <> 'resolved' returning *`;
          return alert;
        },
        "alert_resolved",
        time,
      ),
    resolveOf: (ruleId, by, time) =>
      changed(
        async (tx) => {
          const [alert] = await tx<Alert[]>`
            update guard.alerts set status = 'resolved', resolved_by = ${by}, resolved_at = ${time}
            where rule_id = ${ruleId} and status <> 'resolved' returning *`;
          return alert;
        },
        "alert_resolved",
        time,
      ),
  };
}

async function measured(
  sql: Sql | TransactionSql,
  metric: Metric,
  { since, most }: { since: string; most?: number },
): Promise<number> {
  const limit = most === undefined ? sql`` : sql`limit ${most}`;
  const audit = {
    policy_violations: sql`violations > 0`,
    pii_detections: sql`pii_entities > 0`,
    safety_blocks: sql`safety_blocked`,
    critical_events: sql`severity = 'critical'`,
  }[metric];
  const told = metric === "critical_events"
    ? sql`union all select 1 from guard.telemetry_events where severity = 'critical' and created_at > ${since}`
    : sql``;
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from (
      select 1 from guard.audit_events where ${audit} and created_at > ${since} ${told} ${limit}) counted`;
  return row?.n ?? 0;
}
