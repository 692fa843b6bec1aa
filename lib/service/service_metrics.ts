/** The metrics of every service, and /metrics, where Prometheus reads them. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { within } from "lib/deadlines.ts";
import { endpoint } from "lib/service/endpoint.ts";
import type { GuardedCalls } from "lib/guarded_calls.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import { METRICS_CONTENT_TYPE, type Registry } from "lib/telemetry/metrics.ts";
import type { Across } from "lib/telemetry/metrics_text.ts";
import type { AppEnv } from "lib/auth/app_env.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const PING_MS = 2_000;

/** Counts requests by endpoint and status, and measures the time until the answer begins. */
export function countRequests(registry: Registry): MiddlewareHandler<AppEnv> {
  const requests = registry.counter({
    name: "diwan_http_requests_total",
    help: "Answered requests by endpoint and status",
    labels: ["method", "route", "status"],
  });
  const errors = registry.counter({
    name: "diwan_http_errors_total",
    help: "Requests answered with a status of 500 or more",
    labels: ["method", "route", "status"],
  });
  const seconds = registry.histogram({
    name: "diwan_http_request_duration_seconds",
    help: "Time of a request until its answer begins",
    labels: ["method", "route"],
    buckets: SECONDS,
  });
  let inFlight = 0;
  registry.read({ name: "diwan_http_requests_in_flight", help: "Requests being answered" }, () => inFlight);
  return async function countRequests(c, next) {
    const start = performance.now();
    inFlight++;
    try {
      await next();
    } finally {
      inFlight--;
      const operation = c.get("operation");
      const route = operation?.path ?? "other";
      const method = operation ? c.req.method : "other";
      const status = String(c.res.status);
      requests.inc({ method, route, status });
      if (c.res.status >= 500) errors.inc({ method, route, status });
      seconds.with({ method, route }).observe((performance.now() - start) / 1000);
    }
  };
}

/** Adds metrics of the process, its database and its KV. */
export function countSurroundings(
  registry: Registry,
  { lifecycle, calls, connections, ping, now = Date.now }: {
    lifecycle: Lifecycle;
    calls: GuardedCalls;
    /** Connections to the database at most. */
    connections: number;
    /** An empty query: its time includes the wait for a free connection. */
    ping(): Promise<unknown>;
    now?: () => number;
  },
): void {
  const started = now() / 1000;
  const gauges: [string, string, () => number | Promise<number>, Across?][] = [
    ["diwan_processes", "Processes that answer for the service", () => 1],
    ["process_resident_memory_bytes", "Memory in use", () => Deno.memoryUsage().rss],
    ["process_start_time_seconds", "When the service started", () => started, "min"],
    ["diwan_ready", "1 while the service takes requests", () => lifecycle.phase === "ready" ? 1 : 0, "min"],
    ["diwan_queue_in_hand", "Runs, jobs and connections in hand beside requests", () => lifecycle.inHand],
    ["diwan_kv_up", "1 while the key-value store answers", () => calls.answering ? 1 : 0, "min"],
    ["diwan_kv_abandoned_calls", "Calls of the key-value store that were given up", () => calls.abandoned],
    ["diwan_database_pool_connections_max", "Connections to the database at most", () => connections],
  ];
  for (const [name, help, read, across = "sum"] of gauges) registry.read({ name, help, across }, read);
  let seconds: number | undefined;
  registry.read({
    name: "diwan_database_ping_seconds",
    help: "Time of a query that asks for nothing, the wait for a connection included; absent when it fails",
    across: "max",
  }, () => {
    if (seconds === undefined) throw new Error("the database does not answer");
    return seconds;
  });
  registry.read(
    { name: "diwan_database_up", help: "1 when the database answered", across: "min" },
    () => seconds === undefined ? 0 : 1,
  );
  registry.beforeRender(async () => {
    const start = performance.now();
    seconds = undefined;
    await within(PING_MS, ping()).then(() => seconds = (performance.now() - start) / 1000, () => {});
  });
}

/** Mounts `/metrics`: for callers with a token, or for everyone when `open`. */
export function mountMetrics(
  app: OpenAPIHono<AppEnv>,
  { name, registry, open }: { name: string; registry: Registry; open: boolean },
): void {
  app.openapi(
    endpoint({
      id: `get${name.slice(0, 1).toUpperCase()}${name.slice(1)}Metrics`,
      method: "get",
      path: "/metrics",
      tags: ["health"],
      summary: "The service's counters, gauges and histograms, for Prometheus",
      unmetered: true,
      ...open ? { open } : {},
      answers: {
        200: { description: "Prometheus' text format", content: { "text/plain": { schema: z.string() } } },
      },
    }),
    async (c) => c.text(await registry.render(), 200, { "content-type": METRICS_CONTENT_TYPE }),
  );
}
