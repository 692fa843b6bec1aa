import type { Sql } from "lib/database/db.ts";
import type { Area } from "./areas.ts";
import { type Evidence, evidenceByArea, type EvidenceCounts } from "./evidence.ts";

export interface EvidenceStore {
  /** All that is counted between two times, by area. */
  collect(from: string, to: string): Promise<Record<Area, Evidence[]>>;
}

type Counted<K extends keyof EvidenceCounts> = NonNullable<EvidenceCounts[K]>;

export function evidenceStore(sql: Sql): EvidenceStore {
  return {
    async collect(from, to) {
      const [[events], [usage], [rules], [alerts], [deliveries], [policies]] = await Promise.all([
        sql<Counted<"events">[]>`
          select count(*) as events,
            count(*) filter (where event_type = 'evaluation') as evaluations,
            count(*) filter (where event_type = 'proxy_request' or event_type = 'proxy_input_blocked') as proxied,
            count(*) filter (where event_type = 'policy_change') as policy_changes,
            count(*) filter (where violations > 0) as violating,
            count(*) filter (where action = 'block') as blocked,
            count(*) filter (where event_type = 'pii_detection' or event_type = 'evaluation'
              or event_type like 'proxy%') as scanned,
            count(*) filter (where pii_entities > 0) as with_pii,
            count(*) filter (where event_type = 'safety_check' or details like '%"safety_checked":true%') as safety_checks,
            count(*) filter (where safety_blocked) as safety_blocks,
            count(*) filter (where severity = 'critical') as critical
          from guard.audit_events where created_at >= ${from} and created_at < ${to}`,
        sql<Counted<"usage">[]>`
          select coalesce(sum(requests), 0)::int8 as requests, count(distinct model) as models
          from guard.usage_daily where day >= ${from.slice(0, 10)}::date and day <= ${to.slice(0, 10)}::date`,
        sql<{ n: number }[]>`select count(*) as n from guard.alert_rules where enabled`,
        sql<Counted<"alerts">[]>`
          select count(*) as triggered, count(acknowledged_at) as acknowledged,
            count(*) filter (where resolved_by is not null and resolved_by <> 'system') as resolved
          from guard.alerts where triggered_at >= ${from} and triggered_at < ${to}`,
        sql<{ n: number }[]>`
          select count(*) as n from guard.webhook_deliveries
          where status = 'delivered' and created_at >= ${from} and created_at < ${to}`,
        sql<{ n: number }[]>`select count(*) as n from guard.policies where is_active`,
      ]);
      return evidenceByArea({
        ...{ events, usage, alerts },
        ...{ rules: rules?.n, policies: policies?.n, deliveries: deliveries?.n },
      });
    },
  };
}
