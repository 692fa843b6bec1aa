import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { type Alert, AlertId } from "./alert.ts";
import type { AlertEngine } from "./alert_engine.ts";
import type { AlertStore } from "./alerts_store.ts";

const LegacyAlert = z.object({
  id: z.string(),
  alert_type: z.string(),
  severity: z.string(),
  message: z.string(),
  status: z.enum(["active", "resolved"]),
  resolved: z.boolean(),
  created_at: z.iso.datetime(),
  resolved_at: z.iso.datetime().nullable(),
}).meta({ id: "LegacyAlert" });

/** Triggered alerts in the format of the API before alert rules existed. */
export function legacyAlerts(
  { store, engine }: { store: AlertStore; engine: AlertEngine },
): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["monitoring"];

  app.openapi(
    endpoint({
      id: "listLegacyAlerts",
      method: "get",
      path: "/monitoring/alerts",
      tags,
      summary: "Legacy alerts: the triggered alerts in their older form",
      roles: ["admin", "manager"],
      answers: { 200: json(z.array(LegacyAlert), "The latest 500") },
    }),
    async (c) => c.json((await store.list({ limit: 500 })).map(legacy), 200),
  );

  app.openapi(
    endpoint({
      id: "resolveLegacyAlert",
      method: "post",
      path: "/monitoring/alerts/{alert_id}/resolve",
      tags,
      summary: "Resolve a legacy alert",
      roles: ["admin"],
      request: { params: AlertId },
      answers: { 200: json(LegacyAlert, "The alert, resolved") },
      fails: { 404: "No such alert" },
    }),
    async (c) => {
      const alert = await engine.resolve(c.req.valid("param").alert_id, c.var.user.sub);
      if (!alert) throw notFound("Alert");
      return c.json(legacy(alert), 200);
    },
  );

  return app;
}

function legacy(alert: Alert): z.output<typeof LegacyAlert> {
  return {
    id: alert.id,
    alert_type: alert.metric,
    severity: alert.severity,
    message: alert.message,
    status: alert.status === "resolved" ? "resolved" : "active",
    resolved: alert.status === "resolved",
    created_at: alert.triggered_at,
    resolved_at: alert.resolved_at,
  };
}
