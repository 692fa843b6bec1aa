import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { requireRole } from "lib/auth.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { denied, feature, invalidInput, json, missing, wrongStateResponse } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { METRICS, OPERATORS } from "./alert_condition.ts";
import type { AlertEngine } from "./alert_engine.ts";
import type { AlertStore } from "./alerts_store.ts";

const STATUSES = ["triggered", "acknowledged", "resolved"] as const;
const Alert = z.object({
  id: z.string(),
  rule_id: z.string().nullable().meta({ description: "null when the rule is deleted" }),
  rule_name: z.string(),
  metric: z.enum(METRICS),
  operator: z.enum(OPERATORS),
  threshold: z.number(),
  value: z.number().meta({ description: "what the metric was when the alert was triggered" }),
  window_minutes: z.int(),
  severity: z.string(),
  message: z.string(),
  status: z.enum(STATUSES),
  webhook_ids: z.array(z.string()),
  triggered_at: z.iso.datetime(),
  acknowledged_at: z.iso.datetime().nullable(),
  acknowledged_by: z.string().nullable(),
  resolved_at: z.iso.datetime().nullable(),
  resolved_by: z.string().nullable().meta({ description: "system when the condition ended" }),
}).meta({ id: "Alert" });
const AlertId = z.object({ alert_id: z.string() });
const AlertQuery = z.object({
  status: z.enum(STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

export function alerts({ store, engine }: { store: AlertStore; engine: AlertEngine }): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["alerts"];
  const middleware = requireRole("admin", "manager");

  app.openapi(
    createRoute({
      method: "get",
      path: "/alerts",
      tags,
      summary: "Triggered alerts, newest first",
      middleware,
      request: { query: AlertQuery },
      responses: { 200: json(z.array(Alert), "The alerts"), ...denied, ...invalidInput },
    }),
    async (c) => c.json(await store.list(c.req.valid("query")), 200),
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/alerts/{alert_id}/acknowledge",
      tags,
      summary: "Acknowledge a triggered alert",
      middleware,
      request: { params: AlertId },
      responses: { 200: json(Alert, "The alert"), ...denied, ...missing, ...wrongStateResponse },
    }),
    async (c) => {
      const alert = await engine.acknowledge(c.req.valid("param").alert_id, c.var.user.sub);
      if (!alert) throw notFound("Alert");
      if (alert.status === "resolved") throw wrongState("The alert is resolved already");
      return c.json(alert, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/alerts/{alert_id}/resolve",
      tags,
      summary: "Resolve an alert",
      middleware,
      request: { params: AlertId },
      responses: { 200: json(Alert, "The alert"), ...denied, ...missing },
    }),
    async (c) => {
      const alert = await engine.resolve(c.req.valid("param").alert_id, c.var.user.sub);
      if (!alert) throw notFound("Alert");
      return c.json(alert, 200);
    },
  );

  return app;
}
