export type UsageOutcome = "ok" | "error" | "aborted" | "cut" | "cached" | "blocked";

/**
 * The tokens of one request. `cached_tokens`, `cache_write_tokens` and `audio_prompt_tokens` are parts of
 * `prompt_tokens`; `reasoning_tokens` and `audio_completion_tokens` are parts of `completion_tokens`.
 */
export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  cached_tokens: number;
  cache_write_tokens: number;
  reasoning_tokens: number;
  audio_prompt_tokens: number;
  audio_completion_tokens: number;
  estimated: boolean;
}

/** What one request used and cost; exactly one per request, whatever its outcome. */
export interface UsageRecord extends Usage {
  /** UUID v7: unique, so that a record written twice counts once. */
  id: string;
  request_id: string;
  model: string;
  provider: string;
  /** US dollars as a decimal with nine places. */
  cost_usd: string;
  tenant_id: string;
  team_id: string | null;
  customer_id: string | null;
  timestamp: string;
  outcome: UsageOutcome;
  unpriced: boolean;
  cached: boolean;
  latency_ms: number;
  ttft_ms: number | null;
  streamed: boolean;
}

/** Keeps usage records. `record` never throws and never waits. */
export interface Meter {
  record(record: UsageRecord): void;
  /** Resolves when everything recorded so far is in the database or on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Records not in the database yet. */
  depth(): number;
}
