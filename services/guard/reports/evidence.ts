import type { Area } from "./areas.ts";

/** One count in the window of a report. */
export interface Evidence {
  source: string;
  description: string;
  count: number;
}

/** Numbers of the guard's records in the window of a report; undefined where nothing could be counted. */
export interface EvidenceCounts {
  events: Record<EventCount, number> | undefined;
  usage: { requests: number; models: number } | undefined;
  alerts: { triggered: number; acknowledged: number; resolved: number } | undefined;
  /** Alert rules and policies in force at the time of the report. */
  rules: number | undefined;
  policies: number | undefined;
  /** Messages delivered to webhooks. */
  deliveries: number | undefined;
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

/** The counts with labels, by area. */
export function evidenceByArea(
  { events, usage, alerts, rules, policies, deliveries }: EvidenceCounts,
): Record<Area, Evidence[]> {
  const countEvidence = (source: string, description: string, count: number | undefined) => ({
    source,
    description,
    count: count ?? 0,
  });
  return {
    audit: [
      countEvidence("audit_events", "events in the hash-chained audit trail", events?.events),
      countEvidence("policy_changes", "changes of policies on record", events?.policy_changes),
    ],
    policies: [
      countEvidence("active_policies", "policies in force at the time of the report", policies),
      countEvidence(
        "evaluations",
        "contents judged by the policies",
        (events?.evaluations ?? 0) + (events?.proxied ?? 0),
      ),
      countEvidence("policy_violations", "contents that broke a policy", events?.violating),
      countEvidence("blocked", "contents that were blocked", events?.blocked),
    ],
    privacy: [
      countEvidence("pii_scans", "texts looked through for personal data", events?.scanned),
      countEvidence("pii_detections", "texts in which personal data was found", events?.with_pii),
    ],
    safety: [
      countEvidence("safety_checks", "texts classified by the safety model", events?.safety_checks),
      countEvidence("safety_blocks", "texts that it took for unsafe", events?.safety_blocks),
    ],
    oversight: [
      countEvidence("alerts_acknowledged", "alerts that a person acknowledged", alerts?.acknowledged),
      countEvidence("alerts_resolved", "alerts that a person resolved", alerts?.resolved),
    ],
    monitoring: [
      countEvidence("model_requests", "model requests measured", usage?.requests),
      countEvidence("models", "models measured", usage?.models),
      countEvidence("alert_rules", "alert rules in force at the time of the report", rules),
    ],
    incidents: [
      countEvidence("alert_rules", "alert rules in force at the time of the report", rules),
      countEvidence("critical_events", "critical events", events?.critical),
      countEvidence("alerts_triggered", "alerts triggered", alerts?.triggered),
      countEvidence("notifications", "messages delivered to webhooks", deliveries),
    ],
  };
}
