/** Metrics of an agent: counts, times, tokens, and reasons of failures. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { AgentId } from "../agents/agents.ts";
import type { AgentStore } from "../agents/agents_store.ts";
import type { Measured, OutcomeSum } from "./measured.ts";
import type { MetricsStore } from "./metrics_store.ts";

export const Metrics = z.object({
  agent_id: z.uuid(),
  total_runs: z.int(),
  completed_runs: z.int(),
  failed_runs: z.int().meta({ description: "finished, but not completed" }),
  running_runs: z.int().meta({ description: "queued, running or awaiting approval" }),
  success_rate: z.number().meta({ description: "completed runs among the finished ones, 0 to 1" }),
  avg_duration_ms: z.number(),
  p50_duration_ms: z.number().meta({ description: "over the latest 10,000 finished runs" }),
  p95_duration_ms: z.number(),
  avg_tokens: z.number(),
  total_tokens: z.int(),
  avg_steps: z.number(),
  tool_calls: z.int(),
  tool_errors: z.int(),
  failure_breakdown: z.record(z.string(), z.int()).meta({ description: "runs by failure" }),
  last_run_at: z.iso.datetime().nullable().meta({ description: "when the latest run finished" }),
}).meta({ id: "AgentMetrics" });
export type Metrics = z.output<typeof Metrics>;

/** The metrics out of the sums. */
export function metricsOf(agent_id: string, { outcomes, running, p50, p95 }: Measured): Metrics {
  const total = (pick: (sum: OutcomeSum) => number) =>
    outcomes.reduce((sum, outcome) => sum + pick(outcome), 0);
  const finished = total(({ runs }) => runs);
  const completed = outcomes.find(({ outcome }) => outcome === "completed")?.runs ?? 0;
  const mean = (sum: number) => finished === 0 ? 0 : sum / finished;
  const failures = outcomes.filter(({ outcome }) => outcome !== "completed");
  return {
    agent_id,
    total_runs: finished + running,
    completed_runs: completed,
    failed_runs: finished - completed,
    running_runs: running,
    success_rate: mean(completed),
    avg_duration_ms: mean(total(({ duration_ms }) => duration_ms)),
    p50_duration_ms: p50 ?? 0,
    p95_duration_ms: p95 ?? 0,
    avg_tokens: mean(total(({ tokens }) => tokens)),
    total_tokens: total(({ tokens }) => tokens),
    avg_steps: mean(total(({ steps }) => steps)),
    tool_calls: total(({ tool_calls }) => tool_calls),
    tool_errors: total(({ tool_errors }) => tool_errors),
    failure_breakdown: Object.fromEntries(failures.map(({ outcome, runs }) => [outcome, runs])),
    last_run_at: outcomes.map(({ last_run_at }) => last_run_at).sort().at(-1) ?? null,
  };
}

export function metrics({ agents, store }: { agents: AgentStore; store: MetricsStore }): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    endpoint({
      id: "getAgentMetrics",
      method: "get",
      path: "/agents/{id}/metrics",
      tags: ["metrics"],
      summary: "Performance of an agent over all its runs",
      request: { params: AgentId },
      answers: { 200: json(Metrics, "The metrics") },
      fails: { 404: "No such agent, or none that the caller may use" },
    }),
    async (c) => {
      const { id } = await agents.access(c.req.valid("param").id, c.var.user, "read");
      return c.json(metricsOf(id, await store.measure(id)), 200);
    },
  );
  return app;
}
