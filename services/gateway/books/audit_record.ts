import { z } from "zod";

/** An audit event as it is searched. */
export const AuditRecord = z.object({
  id: z.uuid(),
  timestamp: z.iso.datetime(),
  actor: z.string(),
  /** `model_request`, `auth_denied`, `rate_limited`, `virtual_key_create` and so on. */
  action: z.string(),
  outcome: z.enum(["success", "failure", "denied", "limited", "blocked", "aborted"]),
  /** The object of the action: a path, or `virtual_key:<id>`. */
  resource: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  request_id: z.string(),
  ip: z.string().nullable(),
  latency_ms: z.number().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
}).meta({ id: "AuditEvent" });
export type AuditRecord = z.output<typeof AuditRecord>;

/** Counts of audit events. */
export const AuditCounts = z.object({
  total: z.int(),
  by_action: z.array(z.object({ action: z.string(), count: z.int() })),
  by_outcome: z.array(z.object({ outcome: z.string(), count: z.int() })),
  by_provider: z.array(z.object({ provider: z.string(), count: z.int() })),
  hourly: z.array(z.object({ hour: z.iso.datetime(), count: z.int(), failures: z.int() })),
  unique_actors: z.int(),
});
export type AuditCounts = z.output<typeof AuditCounts>;
