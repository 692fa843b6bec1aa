import { z } from "@hono/zod-openapi";
import { OffsetQuery, QueryFlag } from "lib/service/pagination.ts";
import { textOf } from "lib/text.ts";
import { METRICS, OPERATORS } from "./alert_condition.ts";

const minutes = z.int().min(1).max(10_080);

export const AlertRuleInput = z.object({
  name: textOf({ min: 1, max: 500 }),
  metric: z.enum(METRICS).meta({ description: "counts events of the window, not the findings in them" }),
  operator: z.enum(OPERATORS).meta({ description: "how the metric is compared with the threshold" }),
  threshold: z.number().min(0).max(1e12),
  window_minutes: minutes.meta({ description: "window of the metric", example: 15 }),
  cooldown_minutes: minutes.default(60).meta({
    description: "minimum time between two alerts of the rule",
  }),
  enabled: z.boolean().default(true).meta({ description: "a disabled rule triggers nothing" }),
  webhook_ids: z.array(textOf({ min: 1, max: 100 })).max(100).default([]).meta({
    description: "webhooks to notify; when empty, all that subscribe to the alert's events",
  }),
}).meta({
  id: "AlertRuleInput",
  example: {
    name: "Many identity numbers",
    metric: "pii_detections",
    operator: "gte",
    threshold: 20,
    window_minutes: 15,
  },
});

export const AlertRulePatch = z.object({
  ...AlertRuleInput.shape,
  // Without the defaults, so that an omitted field stays unchanged.
  cooldown_minutes: AlertRuleInput.shape.cooldown_minutes.removeDefault(),
  enabled: AlertRuleInput.shape.enabled.removeDefault(),
  webhook_ids: AlertRuleInput.shape.webhook_ids.removeDefault(),
}).partial().meta({ id: "AlertRulePatch", example: { threshold: 50, enabled: true } });

export const AlertRule = AlertRuleInput.extend({
  id: z.string(),
  created_by: z.string().meta({ description: "subject of its author's token" }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_fired_at: z.iso.datetime().nullable().meta({ description: "when it last triggered an alert" }),
}).meta({ id: "AlertRule" });
export type AlertRule = z.output<typeof AlertRule>;

/** A rule with the time from which its condition counts: when it was made, or its condition last changed. */
export const StoredAlertRule = AlertRule.extend({ effective_at: z.iso.datetime() });
export type StoredAlertRule = z.output<typeof StoredAlertRule>;

export const AlertRuleId = z.object({
  rule_id: z.string().meta({ description: "the rule's id", example: "01980a6e-7c1f-7b7a-9d0e-2f6a1c3b5d7e" }),
});

export const AlertRuleQuery = OffsetQuery.extend({
  enabled_only: QueryFlag.default(false).meta({ description: "excludes disabled rules" }),
});
export type AlertRuleQuery = z.output<typeof AlertRuleQuery>;
