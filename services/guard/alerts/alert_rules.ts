import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { requireRole } from "lib/auth.ts";
import { notFound } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { denied, feature, invalidInput, json, jsonBody, missing } from "lib/openapi.ts";
import { OffsetQuery, QueryFlag } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import { METRICS, OPERATORS } from "./alert_condition.ts";
import type { AlertEngine } from "./alert_engine.ts";
import type { AlertRuleRow, AlertRuleStore } from "./alert_rules_store.ts";
import { text } from "../text.ts";

const minutes = z.int().min(1).max(10_080);
const AlertRuleInput = z.object({
  name: text({ min: 1, max: 500 }),
  metric: z.enum(METRICS).meta({ description: "counts events of the window, not the findings in them" }),
  operator: z.enum(OPERATORS),
  threshold: z.number().min(0).max(1e12),
  window_minutes: minutes,
  cooldown_minutes: minutes.default(60),
  enabled: z.boolean().default(true),
  webhook_ids: z.array(text({ min: 1, max: 100 })).max(100).default([]).meta({
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
const AlertRulePatch = z.object({
  ...AlertRuleInput.shape,
  cooldown_minutes: minutes,
  enabled: z.boolean(),
  webhook_ids: z.array(text({ min: 1, max: 100 })).max(100),
}).partial().meta({ id: "AlertRulePatch", example: { threshold: 50, enabled: true } });
const AlertRule = AlertRuleInput.extend({
  id: z.string(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_fired_at: z.iso.datetime().nullable(),
}).meta({ id: "AlertRule" });
const RuleId = z.object({ rule_id: z.string() });
const RuleQuery = OffsetQuery.extend({ enabled_only: QueryFlag.default(false) });
const CONDITION = ["metric", "operator", "threshold", "window_minutes", "enabled"] as const;

export function alertRules(
  { store, engine, now = Date.now }: { store: AlertRuleStore; engine: AlertEngine; now?: () => number },
): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["alerts"];
  const middleware = requireRole("admin", "manager");

  app.openapi(
    createRoute({
      method: "post",
      path: "/alerts/rules",
      tags,
      summary: "Create an alert rule",
      middleware,
      request: { body: jsonBody(AlertRuleInput) },
      responses: { 201: json(AlertRule, "The rule"), ...denied, ...invalidInput },
    }),
    async (c) => {
      const time = new Date(now()).toISOString();
      const stamps = { created_at: time, updated_at: time, effective_at: time, last_fired_at: null };
      const rule = { ...c.req.valid("json"), id: uuidv7(), created_by: c.var.user.sub, ...stamps };
      await store.insert(rule);
      engine.touch();
      return c.json(shown(rule), 201);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/alerts/rules",
      tags,
      summary: "Alert rules, newest first",
      middleware,
      request: { query: RuleQuery },
      responses: { 200: json(z.array(AlertRule), "The rules"), ...denied, ...invalidInput },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const [list, total] = await Promise.all([store.list(query), store.count(query)]);
      c.header("X-Total-Count", String(total));
      return c.json(list.map(shown), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/alerts/rules/{rule_id}",
      tags,
      summary: "Read an alert rule",
      middleware,
      request: { params: RuleId },
      responses: { 200: json(AlertRule, "The rule"), ...denied, ...missing },
    }),
    async (c) => {
      const rule = await store.find(c.req.valid("param").rule_id);
      if (!rule) throw notFound("Alert rule");
      return c.json(shown(rule), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "put",
      path: "/alerts/rules/{rule_id}",
      tags,
      summary: "Change some fields of an alert rule; a changed condition starts anew",
      middleware,
      request: { params: RuleId, body: jsonBody(AlertRulePatch) },
      responses: { 200: json(AlertRule, "The rule"), ...denied, ...missing, ...invalidInput },
    }),
    async (c) => {
      const { rule_id } = c.req.valid("param");
      const patch = c.req.valid("json");
      const before = await store.find(rule_id);
      if (!before) throw notFound("Alert rule");
      const anew = CONDITION.some((field) => patch[field] !== undefined && patch[field] !== before[field]);
      const time = new Date(now()).toISOString();
      const stamps = { updated_at: time, ...(anew ? { effective_at: time, last_fired_at: null } : {}) };
      const rule = await store.update(rule_id, { ...patch, ...stamps });
      if (!rule) throw notFound("Alert rule");
      if (anew) await engine.forget(rule_id);
      engine.touch();
      return c.json(shown(rule), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/alerts/rules/{rule_id}",
      tags,
      summary: "Delete an alert rule; its alerts stay, resolved",
      middleware,
      request: { params: RuleId },
      responses: { 204: { description: "It is gone" }, ...denied, ...missing },
    }),
    async (c) => {
      const { rule_id } = c.req.valid("param");
      await engine.forget(rule_id);
      if (!await store.remove(rule_id)) throw notFound("Alert rule");
      return c.body(null, 204);
    },
  );

  return app;
}

function shown({ effective_at: _, ...rule }: AlertRuleRow): z.output<typeof AlertRule> {
  return rule;
}
