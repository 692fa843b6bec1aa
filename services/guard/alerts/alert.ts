import { z } from "@hono/zod-openapi";
import { METRICS, OPERATORS } from "./alert_condition.ts";

export const ALERT_STATUSES = ["triggered", "acknowledged", "resolved"] as const;

export const Alert = z.object({
  id: z.string(),
  rule_id: z.string().nullable().meta({ description: "null when the rule is deleted" }),
  rule_name: z.string(),
  metric: z.enum(METRICS),
  operator: z.enum(OPERATORS),
  threshold: z.number(),
  value: z.number().meta({ description: "the metric's value when the alert was triggered" }),
  window_minutes: z.int(),
  severity: z.string().meta({ example: "warning" }),
  message: z.string(),
  status: z.enum(ALERT_STATUSES),
  webhook_ids: z.array(z.string()).meta({ description: "webhooks of the rule that are notified" }),
  triggered_at: z.iso.datetime(),
  acknowledged_at: z.iso.datetime().nullable(),
  acknowledged_by: z.string().nullable(),
  resolved_at: z.iso.datetime().nullable(),
  resolved_by: z.string().nullable().meta({ description: "`system`: the condition ended" }),
}).meta({ id: "Alert" });
export type Alert = z.output<typeof Alert>;

export const AlertId = z.object({
  alert_id: z.string().meta({
    description: "the alert's id",
    example: "01980a6e-7c1f-7b7a-9d0e-2f6a1c3b5d7e",
  }),
});

export const AlertQuery = z.object({
  status: z.enum(ALERT_STATUSES).optional().meta({ description: "only alerts in this state" }),
  limit: z.coerce.number().int().min(1).max(500).default(50).meta({ description: "most items" }),
});
export type AlertQuery = z.output<typeof AlertQuery>;
