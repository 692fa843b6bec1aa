/** The fields of a webhook, and the names of its events. */
import { t as common } from "../../i18n/shared_words.ts";
import { t } from "./webhook_words.ts";

export const WEBHOOKS = "/guard/api/v1/webhooks";

export const EVENTS = [
  "alert_triggered",
  "alert_acknowledged",
  "alert_resolved",
  "policy_violation",
  "pii_detected",
  "safety_block",
  "*",
] as const;
export type EventName = typeof EVENTS[number];

export interface Webhook {
  id: string;
  url: string;
  events: string[];
  is_active: boolean;
  failing_since: string | null;
  disabled_reason: string | null;
}

/** An event's name for people. */
export function eventName(name: string): string {
  const known = EVENTS.find((event) => event === name);
  return known === undefined ? name : known === "*" ? common("all") : t(known);
}
