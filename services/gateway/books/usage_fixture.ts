import { uuidv7 } from "lib/ids.ts";
import type { UsageRecord } from "../usage.ts";

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
