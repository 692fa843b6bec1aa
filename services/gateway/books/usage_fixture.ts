import type { Sql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { usd } from "../money.ts";
import type { UsageRecord } from "../usage.ts";
import { usageStore } from "./usage_store.ts";

/** When the first of some records can be. */
export const START = Date.parse("2026-03-01T00:00:00.000Z");

/** A usage record for tests. */
export function usageRecord(changes: Partial<UsageRecord> = {}): UsageRecord {
  return {
    id: uuidv7(),
    request_id: "r-1",
    model: "small",
    provider: "openai",
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
    cached_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    audio_prompt_tokens: 0,
    audio_completion_tokens: 0,
    cost_usd: "0.000000123",
    tenant_id: "t1",
    team_id: null,
    customer_id: null,
    timestamp: "2026-03-01T00:00:00.000Z",
    outcome: "ok",
    estimated: false,
    unpriced: false,
    cached: false,
    latency_ms: 12.5,
    ttft_ms: null,
    streamed: false,
    actor: "key:t1",
    ip: "10.0.0.1",
    resource: "/v1/chat/completions",
    ...changes,
  };
}

/** Records over four days, the same ones in every run. */
function someRecords(count: number): UsageRecord[] {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  return Array.from({ length: count }, (_, n) => {
    const tenant = random(4);
    return usageRecord({
      request_id: `r-${n}`,
      model: ["small", "large", "نموذج"][random(3)] ?? "small",
      provider: ["openai", "azure_openai"][random(2)] ?? "openai",
      tenant_id: `t${tenant}`,
      team_id: tenant < 2 ? "team-a" : null,
      customer_id: n % 3 ? null : "customer-b",
      prompt_tokens: random(1000),
      total_tokens: 5 + random(1000),
      cost_usd: usd(BigInt(random(2_000_000_000))),
      unpriced: random(10) === 0,
      timestamp: new Date(START + random(96 * 3600) * 1000 + random(1000)).toISOString(),
    });
  });
}

/** A store with some records. */
export async function filled(sql: Sql, count: number) {
  const store = usageStore(sql);
  const records = someRecords(count);
  for (let from = 0; from < count; from += 400) {
    // Each batch repeats some of the one before, as a replayed journal does.
    await store.insert(JSON.stringify(records.slice(Math.max(0, from - 50), from + 400)));
  }
  return { store, records };
}
