import { z } from "zod";

export const EVENT_TYPES = [
  "evaluation",
  "safety_check",
  "proxy_request",
  "proxy_input_blocked",
  "pii_detection",
  "policy_change",
] as const;
export const SEVERITIES = ["info", "warning", "critical"] as const;

const name = z.string().nullable();

/** An audit event as it is known when it happens. */
export const AuditEntry = z.object({
  id: z.string(),
  event_type: z.enum(EVENT_TYPES),
  severity: z.enum(SEVERITIES),
  user_id: name,
  /** Who called, by their token. */
  subject: z.string(),
  model: name,
  action: name,
  request_id: name,
  violations: z.int(),
  pii_entities: z.int(),
  safety_blocked: z.boolean(),
  content_hash: name,
  content_snippet: name,
  /** JSON, as text so that it is hashed as it is stored. */
  details: z.string(),
  created_at: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;
