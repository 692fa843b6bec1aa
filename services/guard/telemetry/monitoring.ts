import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { requireRole } from "lib/auth.ts";
import { notFound } from "lib/errors.ts";
import { denied, feature, invalidInput, json, missing } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import type { AlertEngine } from "../alerts/alert_engine.ts";
import type { AlertRow, AlertStore } from "../alerts/alerts_store.ts";
import type { TelemetryLog } from "./telemetry_log.ts";
import type { DailyRow, TelemetryStore } from "./telemetry_store.ts";

const Sums = {
  requests: z.int(),
  error_rate: z.number().meta({ description: "percent" }),
  avg_latency_ms: z.number(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  cost_usd: z.number(),
};
const Metrics = z.object({
  total_requests: z.int(),
  avg_latency_ms: z.number(),
  error_rate: z.number().meta({ description: "percent" }),
  total_cost_usd: z.number(),
  total_tokens: z.int(),
  model_breakdown: z.array(z.object({ model: z.string(), ...Sums })),
  daily_usage: z.array(z.object({ date: z.iso.date(), ...Sums })).meta({
    description: "every day of the window",
  }),
}).meta({ id: "MonitoringMetrics" });

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

const DAY_MS = 86_400_000;

export function monitoring(
  { telemetry, telemetryLog, alerts, engine, now = Date.now }: {
    telemetry: TelemetryStore;
    telemetryLog: TelemetryLog;
    alerts: AlertStore;
    engine: AlertEngine;
    now?: () => number;
  },
): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["monitoring"];

  app.openapi(
    createRoute({
      method: "get",
      path: "/monitoring/metrics",
      tags,
      summary: "Requests, latency, errors, costs and tokens by day and model",
      middleware: requireRole("admin", "manager"),
      request: { query: z.object({ days: z.coerce.number().int().min(1).max(90).default(7) }) },
      responses: { 200: json(Metrics, "Of today and the days before it, UTC"), ...denied, ...invalidInput },
    }),
    async (c) => {
      const { days } = c.req.valid("query");
      await telemetryLog.flush();
      const dates = Array.from({ length: days }, (_, i) => dayOf(now() - (days - 1 - i) * DAY_MS));
      return c.json(metricsOf(await telemetry.daily(dates[0] ?? dayOf(now())), dates), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/monitoring/alerts",
      tags,
      summary: "Legacy alerts: the triggered alerts in their older form",
      middleware: requireRole("admin", "manager"),
      responses: { 200: json(z.array(LegacyAlert), "The latest 500"), ...denied },
    }),
    async (c) => c.json((await alerts.list({ limit: 500 })).map(legacy), 200),
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/monitoring/alerts/{alert_id}/resolve",
      tags,
      summary: "Resolve a legacy alert",
      middleware: requireRole("admin"),
      request: { params: z.object({ alert_id: z.string() }) },
      responses: { 200: json(LegacyAlert, "The alert, resolved"), ...denied, ...missing },
    }),
    async (c) => {
      const alert = await engine.resolve(c.req.valid("param").alert_id, c.var.user.sub);
      if (!alert) throw notFound("Alert");
      return c.json(legacy(alert), 200);
    },
  );

  return app;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function legacy(alert: AlertRow): z.output<typeof LegacyAlert> {
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

/** The sums of some days and models, told by model (most requests first) and by day. */
export function metricsOf(rows: readonly DailyRow[], dates: readonly string[]): z.output<typeof Metrics> {
  const inWindow = rows.filter(({ day }) => dates.includes(day));
  const models = Map.groupBy(inWindow, ({ model }) => model);
  const days = Map.groupBy(inWindow, ({ day }) => day);
  const all = sumsOf(inWindow);
  return {
    total_requests: all.requests,
    avg_latency_ms: all.avg_latency_ms,
    error_rate: all.error_rate,
    total_cost_usd: all.cost_usd,
    total_tokens: all.total_tokens,
    model_breakdown: [...models].map(([model, rows]) => ({ model, ...sumsOf(rows) }))
      .sort((a, b) => b.requests - a.requests || (a.model < b.model ? -1 : 1)),
    daily_usage: dates.map((date) => ({ date, ...sumsOf(days.get(date) ?? []) })),
  };
}

function sumsOf(rows: readonly DailyRow[]) {
  const sum = (field: Exclude<keyof DailyRow, "day" | "model">) =>
    rows.reduce((total, row) => total + row[field], 0);
  const [requests, timed] = [sum("requests"), sum("timed")];
  return {
    requests,
    error_rate: requests === 0 ? 0 : rounded(sum("failures") / requests * 100, 4),
    avg_latency_ms: timed === 0 ? 0 : rounded(sum("latency_ms") / timed, 3),
    prompt_tokens: sum("prompt_tokens"),
    completion_tokens: sum("completion_tokens"),
    total_tokens: sum("total_tokens"),
    cost_usd: rounded(sum("cost_usd"), 9),
  };
}

function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}
