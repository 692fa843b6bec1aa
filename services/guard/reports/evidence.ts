import type { Sql } from "lib/db.ts";
import type { Area } from "./areas.ts";

/** One thing counted in the window of a report. */
export interface Evidence {
  source: string;
  description: string;
  count: number;
}

export interface EvidenceStore {
  /** All that is counted between two times, by area. */
  collect(from: string, to: string): Promise<Record<Area, Evidence[]>>;
}

export function evidenceStore(sql: Sql): EvidenceStore {
  return {
    async collect(from, to) {
      const [[events], [usage], [rules], [alerts], [deliveries], [policies]] = await Promise.all([
        sql<Record<EventCount, number>[]>`
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
        sql<{ requests: number; models: number }[]>`
          select coalesce(sum(requests), 0)::int8 as requests, count(distinct model) as models
          from guard.usage_daily where day >= ${from.slice(0, 10)}::date and day <= ${to.slice(0, 10)}::date`,
        sql<{ n: number }[]>`select count(*) as n from guard.alert_rules where enabled`,
        sql<{ triggered: number; acknowledged: number; resolved: number }[]>`
          select count(*) as triggered, count(acknowledged_at) as acknowledged,
            count(*) filter (where resolved_by is not null and resolved_by <> 'system') as resolved
          from guard.alerts where triggered_at >= ${from} and triggered_at < ${to}`,
        sql<{ n: number }[]>`
          select count(*) as n from guard.webhook_deliveries
          where status = 'delivered' and created_at >= ${from} and created_at < ${to}`,
        sql<{ n: number }[]>`select count(*) as n from guard.policies where is_active`,
      ]);
      const of = (source: string, description: string, count: number | undefined) => ({
        source,
        description,
        count: count ?? 0,
      });
      return {
        audit: [
          of("audit_events", "events in the hash-chained audit trail", events?.events),
          of("policy_changes", "changes of policies on record", events?.policy_changes),
        ],
        policies: [
          of("active_policies", "policies in force at the time of the report", policies?.n),
          of(
            "evaluations",
            "contents judged by the policies",
            (events?.evaluations ?? 0) + (events?.proxied ?? 0),
          ),
          of("policy_violations", "contents that broke a policy", events?.violating),
          of("blocked", "contents that were blocked", events?.blocked),
        ],
        privacy: [
          of("pii_scans", "texts looked through for personal data", events?.scanned),
          of("pii_detections", "texts in which personal data was found", events?.with_pii),
        ],
        safety: [
          of("safety_checks", "texts classified by the safety model", events?.safety_checks),
          of("safety_blocks", "texts that it took for unsafe", events?.safety_blocks),
        ],
        oversight: [
          of("alerts_acknowledged", "alerts that a person acknowledged", alerts?.acknowledged),
          of("alerts_resolved", "alerts that a person resolved", alerts?.resolved),
        ],
        monitoring: [
          of("model_requests", "model requests measured", usage?.requests),
          of("models", "models measured", usage?.models),
          of("alert_rules", "alert rules in force at the time of the report", rules?.n),
        ],
        incidents: [
          of("alert_rules", "alert rules in force at the time of the report", rules?.n),
          of("critical_events", "critical events", events?.critical),
          of("alerts_triggered", "alerts triggered", alerts?.triggered),
          of("notifications", "messages delivered to webhooks", deliveries?.n),
        ],
      };
    },
  };
}

type EventCount =
  | "events"
  | "evaluations"
  | "proxied"
  | "policy_changes"
  | "violating"
  | "blocked"
  | "scanned"
  | "with_pii"
  | "safety_checks"
  | "safety_blocks"
  | "critical";
