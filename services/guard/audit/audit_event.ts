import { z } from "@hono/zod-openapi";

export const EVENT_TYPES = [
  "evaluation",
  "safety_check",
  "proxy_request",
  "proxy_input_blocked",
  "pii_detection",
  "policy_change",
  "audit_export",
  "audit_fault",
] as const;
export const SEVERITIES = ["info", "warning", "critical"] as const;

const name = z.string().nullable();

/** An audit event when it happens. */
export const AuditEntry = z.object({
  id: z.string(),
  event_type: z.enum(EVENT_TYPES),
  severity: z.enum(SEVERITIES),
  user_id: name,
  subject: z.string().meta({ description: "subject of the caller's token" }),
  model: name,
  action: name,
  request_id: name,
  violations: z.int().meta({ description: "number of violated policies" }),
  pii_entities: z.int(),
  safety_blocked: z.boolean(),
  content_hash: name.meta({ description: "SHA-256 of the text; the text itself is never kept" }),
  content_snippet: name.meta({
    description: "redacted beginning of the text, with AUDIT_SNIPPETS",
  }),
  /** JSON kept as text, so that the hash covers the stored bytes. */
  details: z.string(),
  created_at: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** An event with its place in the chain. */
export const AuditRecord = AuditEntry.extend({
  seq: z.int().meta({ description: "position in the chain, from 1 without gaps" }),
  previous_hash: z.string(),
  hash: z.string().meta({
    description:
      "HMAC-SHA256 over the event's place, the hash before it and all its fields; SHA-256 where key_id is null",
  }),
  key_id: z.string().nullable().meta({
    description: "the key of the hash; null for events written before keys were introduced",
  }),
});
export type AuditRecord = z.output<typeof AuditRecord>;

/** An event as shown to callers. */
export const AuditEvent = AuditRecord.extend({
  details: z.record(z.string(), z.unknown()).meta({ description: "details by the kind of event" }),
  created_at: z.iso.datetime(),
}).meta({ id: "AuditEvent" });
export type AuditEvent = z.output<typeof AuditEvent>;

export const TrailQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50).meta({ description: "most items" }),
  skip: z.coerce.number().int().min(0).max(1_000_000_000).default(0).meta({
    description: "number of events to skip",
  }),
  event_type: z.enum(EVENT_TYPES).optional().meta({ description: "only events of this kind" }),
  severity: z.enum(SEVERITIES).optional().meta({ description: "only events of this severity" }),
  user_id: z.string().max(500).optional().meta({ description: "only events about this user" }),
});
export type TrailQuery = z.output<typeof TrailQuery>;
