import assert from "node:assert/strict";
import type { Finished } from "./call_series.ts";
import { createMetrics } from "./metrics.ts";

function finished(changes: Partial<Finished> = {}): Finished {
  return {
    provider: "openai",
    model: "small",
    outcome: "ok",
    status: 200,
    latencyMs: 30,
    ttftMs: 7,
    usage: {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      cached_tokens: 60,
      cache_write_tokens: 0,
      reasoning_tokens: 20,
      audio_prompt_tokens: 0,
      audio_completion_tokens: 0,
      estimated: false,
    },
    costNanoUsd: 1_500n,
    unpriced: false,
    ...changes,
  };
}

async function lines(metrics: ReturnType<typeof createMetrics>): Promise<string[]> {
  return (await metrics.render()).split("\n");
}

function has(all: string[], line: string) {
  assert.ok(all.includes(`diwan_gateway_${line}`), `no ${line} in\n${all.join("\n")}`);
}

Deno.test("metrics count calls, tokens by disjoint types, cost and durations", async () => {
  const metrics = createMetrics();
  for (let n = 0; n < 3; n++) metrics.started();
  metrics.finished(finished());
  metrics.finished(
    finished({ outcome: "error", status: 502, usage: undefined, ttftMs: null, unpriced: true }),
  );
  await metrics.render();
  metrics.limitHit("team", "tokens");
  metrics.denied("rbac_denied");
  metrics.circuit({ providerKey: "openai/1", model: "small" }, "open");
  metrics.cache("hit");
  metrics.retried("openai");
  metrics.fellBack("openai", "groq");
  metrics.spoolDepth(() => 12);
  metrics.lostRecords(() => 1);
  const all = await lines(metrics);
  const pair = `provider="openai",model="small"`;
  has(all, `requests_total{${pair},outcome="ok",status="200"} 1`);
  has(all, `requests_total{${pair},outcome="error",status="502"} 1`);
  has(all, `tokens_total{${pair},type="input"} 40`);
  has(all, `tokens_total{${pair},type="input_cached"} 60`);
  has(all, `tokens_total{${pair},type="output"} 30`);
  has(all, `tokens_total{${pair},type="output_reasoning"} 20`);
  has(all, `cost_usd_total{${pair}} 0.000003`);
  has(all, `unpriced_requests_total{${pair}} 1`);
  has(all, `request_duration_seconds_bucket{le="0.05",${pair}} 2`);
  has(all, `time_to_first_token_seconds_count{${pair}} 1`);
  has(all, `requests_in_flight 1`);
  has(all, `limits_hit_total{scope="team",kind="tokens"} 1`);
  has(all, `denied_total{type="rbac_denied"} 1`);
  has(all, `circuit_state{provider_key="openai/1",model="small"} 2`);
  has(all, `cache_total{result="hit"} 1`);
  has(all, `retries_total{provider="openai"} 1`);
  has(all, `fallbacks_total{from="openai",to="groq"} 1`);
  has(all, `spool_records 12`);
  has(all, `lost_records 1`);
  assert.match(metrics.contentType, /^text\/plain; version=0\.0\.4/);
});

Deno.test("metrics have series for a limited number of models", async () => {
  const metrics = createMetrics({ maxSeries: 3 });
  for (let n = 0; n < 50; n++) metrics.finished(finished({ model: `m-${n}` }));
  const counts = (await lines(metrics)).filter((line) => line.startsWith("diwan_gateway_requests_total{"));
  assert.equal(counts.length, 4);
  assert.ok(counts.some((line) => line.includes(`model="other"`) && line.endsWith(" 47")));
});

Deno.test("beyond the limit circuits are reported as other, with the worst state", async () => {
  const metrics = createMetrics({ maxSeries: 1 });
  const change = (model: string, state: "open" | "closed") =>
    metrics.circuit({ providerKey: "openai/1", model }, state);
  change("first", "open");
  change("second", "open");
  change("third", "open");
  change("third", "closed");
  const some = await lines(metrics);
  has(some, `circuit_state{provider_key="openai/1",model="other"} 2`);
  assert.ok(!some.some((line) => line.includes('model="second"')));
  change("second", "closed");
  has(await lines(metrics), `circuit_state{provider_key="openai/1",model="other"} 0`);
});
