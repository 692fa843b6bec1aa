import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
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

const DAY_MS = 86_400_000;

export function monitoring(
  { store, log, now = Date.now }: { store: TelemetryStore; log: TelemetryLog; now?: () => number },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "getMonitoringMetrics",
      method: "get",
      path: "/monitoring/metrics",
      tags: ["monitoring"],
      summary: "Requests, latency, errors, costs and tokens by day and model",
      roles: ["admin", "manager"],
      request: {
        query: z.object({
          days: z.coerce.number().int().min(1).max(90).default(7).meta({
            description: "number of days, today included",
          }),
        }),
      },
      answers: { 200: json(Metrics, "Of today and the days before it, UTC") },
    }),
    async (c) => {
      const { days } = c.req.valid("query");
      await log.flush();
      const dates = Array.from({ length: days }, (_, i) => dayOf(now() - (days - 1 - i) * DAY_MS));
      return c.json(metricsOf(await store.daily(dates[0] ?? dayOf(now())), dates), 200);
    },
  );

  return app;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The sums of some days and models, by model (most requests first) and by day. */
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
