import { isObject } from "lib/json_object.ts";

export type UsageOutcome = "ok" | "error" | "aborted" | "cut" | "cached" | "blocked";

/**
 * The tokens of one request. `prompt_tokens` includes `cached_tokens`, `cache_write_tokens` and `audio_prompt_tokens`;
 * `completion_tokens` includes `reasoning_tokens` and `audio_completion_tokens`.
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
  /** Image tokens, included in prompt and completion; absent without images. */
  image_prompt_tokens?: number;
  image_completion_tokens?: number;
  /** Absent when only tokens are counted. */
  units?: Units;
}

/** Units other than tokens. */
export interface Units {
  /** Seconds of audio. */
  seconds?: number;
  /** Characters of spoken text. */
  characters?: number;
  images?: number;
  /** Quality and size of images, as price lists name them: `hd 1024x1792`. */
  image_size?: string;
  /** Search units of reranking, with up to 100 documents each. */
  searches?: number;
}

/** Whether nothing was used. */
export function isNothing({ total_tokens, units }: Usage): boolean {
  return total_tokens === 0 && units === undefined;
}

/** Usage, cost and caller of a request; exactly one record per request, for every outcome. */
export interface UsageRecord extends Usage {
  /** UUID v7: unique, so that a record written twice counts once. */
  id: string;
  request_id: string;
  model: string;
  provider: string;
  /** The provider's name of the model, if it differs from `model`. */
  provider_model?: string | undefined;
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
  /** Caller, IP address and resource of the request, for the audit. */
  actor: string;
  ip: string;
  resource: string;
  /** Details of a failure. */
  detail?: Record<string, unknown> | undefined;
}

/**
 * Stores usage records. `record` writes to disk before it returns, never throws and never waits for the database.
 */
export interface Meter {
  record(record: UsageRecord): void;
  /** Resolves once all records so far are in the database, or after a timeout. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Records not in the database yet. */
  depth(): number;
  /** Records lost because neither disk nor memory had room for them. */
  lost(): number;
}

/**
 * Parses the usage object of an OpenAI-compatible answer, with the field names of various providers. Tokens of the total
 * beyond prompt and completion are reasoning that the provider bills but omits from the completion.
 */
export function usageOf(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const prompt = count(raw.prompt_tokens) ?? count(raw.input_tokens);
  const answer = count(raw.completion_tokens) ?? count(raw.output_tokens);
  if (prompt === undefined && answer === undefined) return undefined;
  const prompts = prompt ?? 0;
  const hidden = Math.max(0, (count(raw.total_tokens) ?? 0) - prompts - (answer ?? 0));
  const completions = (answer ?? 0) + hidden;
  const input = detailsOf(raw, "prompt_tokens_details", "input_tokens_details", "input_token_details");
  const output = detailsOf(raw, "completion_tokens_details", "output_tokens_details");
  const cached = atMost(
    prompts,
    input.cached_tokens,
    raw.cached_tokens,
    raw.prompt_cache_hit_tokens,
    raw.cache_read_input_tokens,
  );
  const written = atMost(
    prompts - cached,
    input.cache_write_tokens,
    input.cache_creation_tokens,
    raw.cache_creation_input_tokens,
  );
  const images = count(input.image_tokens) ?? 0;
  const drawn = count(output.image_tokens) ?? 0;
  const reasoning = Math.max(hidden, atMost(completions, output.reasoning_tokens, raw.reasoning_tokens));
  const heard = atMost(prompts - cached - written, input.audio_tokens);
  const spoken = atMost(completions - reasoning, output.audio_tokens);
  const usage: Usage = {
    prompt_tokens: prompts,
    completion_tokens: completions,
    total_tokens: prompts + completions,
    cached_tokens: cached,
    cache_write_tokens: written,
    reasoning_tokens: reasoning,
    audio_prompt_tokens: heard,
    audio_completion_tokens: spoken,
    estimated: false,
  };
  if (images > 0) usage.image_prompt_tokens = Math.min(images, prompts - cached - written - heard);
  if (drawn > 0) usage.image_completion_tokens = Math.min(drawn, completions - reasoning - spoken);
  return usage;
}

function detailsOf(raw: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  for (const name of names) {
    const details = raw[name];
    if (isObject(details)) return details;
  }
  return {};
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The first of the values that is a count, limited to `whole`. */
function atMost(whole: number, ...values: unknown[]): number {
  for (const value of values) {
    const tokens = count(value);
    if (tokens !== undefined) return Math.min(tokens, Math.max(0, whole));
  }
  return 0;
}
