import assert from "node:assert/strict";
import type { OutcomeSum } from "./measured.ts";
import { metricsOf } from "./metrics.ts";

const ID = "01a1fd5a-6221-70af-95ea-397ddc56bc05";
const sum = (outcome: string, runs: number, last_run_at: string): OutcomeSum => ({
  outcome,
  runs,
  duration_ms: runs * 100,
  tokens: runs * 30,
  steps: runs * 2,
  tool_calls: runs,
  tool_errors: outcome === "completed" ? 0 : runs,
  last_run_at,
});

Deno.test("metricsOf() adds outcomes up; rates and means are over finished runs", () => {
  const outcomes = [
    sum("completed", 6, "2026-01-02T00:00:00.000Z"),
    sum("provider_error", 1, "2026-01-03T00:00:00.000Z"),
    sum("cancelled", 1, "2026-01-01T00:00:00.000Z"),
  ];
  assert.deepEqual(metricsOf(ID, { outcomes, running: 2, p50: 90, p95: 180 }), {
    agent_id: ID,
    total_runs: 10,
    completed_runs: 6,
    failed_runs: 2,
    running_runs: 2,
    success_rate: 0.75,
    avg_duration_ms: 100,
    p50_duration_ms: 90,
    p95_duration_ms: 180,
    avg_tokens: 30,
    total_tokens: 240,
    avg_steps: 2,
    tool_calls: 8,
    tool_errors: 2,
    failure_breakdown: { provider_error: 1, cancelled: 1 },
    last_run_at: "2026-01-03T00:00:00.000Z",
  });
});

Deno.test("metricsOf() of no runs is all zero", () => {
  const metrics = metricsOf(ID, { outcomes: [], running: 0, p50: null, p95: null });
  assert.deepEqual([
    metrics.success_rate,
    metrics.avg_duration_ms,
    metrics.p50_duration_ms,
    metrics.last_run_at,
  ], [0, 0, 0, null]);
});
