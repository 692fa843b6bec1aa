import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalidAll, notFound } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { AlertEngine } from "./alert_engine.ts";
import {
  AlertRule,
  AlertRuleId,
  AlertRuleInput,
  AlertRulePatch,
  AlertRuleQuery,
  type StoredAlertRule,
} from "./alert_rule.ts";
import type { WebhookStore } from "../webhooks/webhooks_store.ts";
import type { AlertRuleStore } from "./alert_rules_store.ts";

const CONDITION = ["metric", "operator", "threshold", "window_minutes", "enabled"] as const;

export function alertRules(
  { store, webhooks, engine, now = Date.now }: {
    store: AlertRuleStore;
    webhooks: Pick<WebhookStore, "unknown">;
    engine: AlertEngine;
    now?: () => number;
  },
): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["alerts"];

  /** @throws 422 naming each unknown webhook. */
  async function checkWebhooks(ids: readonly string[]): Promise<void> {
    const unknown = new Set(await webhooks.unknown(ids));
    const faults = ids.flatMap((id, i) =>
      unknown.has(id)
        ? [{ loc: ["body", "webhook_ids", i], msg: "There is no such webhook", type: "unknown_webhook" }]
        : []
    );
    if (faults.length > 0) throw invalidAll(faults);
  }

  app.openapi(
    endpoint({
      id: "createAlertRule",
      method: "post",
      path: "/alerts/rules",
      tags,
      summary: "Create an alert rule",
      roles: ["admin", "manager"],
      request: { body: jsonBody(AlertRuleInput) },
      answers: { 201: json(AlertRule, "The rule") },
    }),
    async (c) => {
      await checkWebhooks(c.req.valid("json").webhook_ids);
      const time = new Date(now()).toISOString();
      const stamps = { created_at: time, updated_at: time, effective_at: time, last_fired_at: null };
      const rule = { ...c.req.valid("json"), id: uuidv7(), created_by: c.var.user.sub, ...stamps };
      await store.insert(rule);
      engine.touch();
      return c.json(withoutStart(rule), 201);
    },
  );

  app.openapi(
    endpoint({
      id: "listAlertRules",
      method: "get",
      path: "/alerts/rules",
      tags,
      summary: "Alert rules, newest first",
      roles: ["admin", "manager"],
      request: { query: AlertRuleQuery },
      answers: { 200: json(z.array(AlertRule), "The rules") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const [list, total] = await Promise.all([store.list(query), store.count(query)]);
      c.header("X-Total-Count", String(total));
      return c.json(list.map(withoutStart), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getAlertRule",
      method: "get",
      path: "/alerts/rules/{rule_id}",
      tags,
      summary: "Read an alert rule",
      roles: ["admin", "manager"],
      request: { params: AlertRuleId },
      answers: { 200: json(AlertRule, "The rule") },
      fails: { 404: "No such alert rule" },
    }),
    async (c) => {
      const rule = await store.find(c.req.valid("param").rule_id);
      if (!rule) throw notFound("Alert rule");
      return c.json(withoutStart(rule), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "updateAlertRule",
      method: "put",
      path: "/alerts/rules/{rule_id}",
      tags,
      summary: "Change some fields of an alert rule; a changed condition starts anew",
      roles: ["admin", "manager"],
      request: { params: AlertRuleId, body: jsonBody(AlertRulePatch) },
      answers: { 200: json(AlertRule, "The rule") },
      fails: { 404: "No such alert rule" },
    }),
    async (c) => {
      const { rule_id } = c.req.valid("param");
      const patch = c.req.valid("json");
      const before = await store.find(rule_id);
      if (!before) throw notFound("Alert rule");
      await checkWebhooks(patch.webhook_ids ?? []);
      const anew = CONDITION.some((field) => patch[field] !== undefined && patch[field] !== before[field]);
      const time = new Date(now()).toISOString();
      const stamps = { updated_at: time, ...(anew ? { effective_at: time, last_fired_at: null } : {}) };
      const rule = await store.update(rule_id, { ...patch, ...stamps });
      if (!rule) throw notFound("Alert rule");
      if (anew) await engine.forget(rule_id);
      engine.touch();
      return c.json(withoutStart(rule), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteAlertRule",
      method: "delete",
      path: "/alerts/rules/{rule_id}",
      tags,
      summary: "Delete an alert rule; its alerts stay, resolved",
      roles: ["admin", "manager"],
      request: { params: AlertRuleId },
      answers: { 204: { description: "It is gone" } },
      fails: { 404: "No such alert rule" },
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

function withoutStart({ effective_at: _, ...rule }: StoredAlertRule): AlertRule {
  return rule;
}
