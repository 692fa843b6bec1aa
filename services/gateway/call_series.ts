/** Counts finished calls by provider and model in plain numbers, which are cheap; metrics collect them when scraped. */
import type { Usage, UsageOutcome } from "./usage.ts";

/** A finished request, for the metrics. */
export interface Finished {
  provider: string;
  model: string;
  outcome: UsageOutcome;
  status: number;
  latencyMs: number;
  ttftMs: number | null;
  usage: Usage | undefined;
  costNanoUsd: bigint;
  unpriced: boolean;
}

export interface SeriesLabels {
  provider: string;
  model: string;
}

/** Durations of calls, in seconds. */
export interface CallTimes {
  latency: { observe(seconds: number): void };
  ttft: { observe(seconds: number): void };
}

/** Calls of one model at one provider since the last collection. */
export interface Series extends CallTimes {
  labels: SeriesLabels;
  requests: Map<string, { outcome: string; status: string; count: number }>;
  tokens: Record<TokenType, number>;
  costNanoUsd: bigint;
  unpriced: number;
}

// Disjoint types, so that their sum is the number of tokens.
export const TOKEN_TYPES = [
  "input",
  "input_cached",
  "input_cache_write",
  "input_audio",
  "output",
  "output_reasoning",
  "output_audio",
] as const;
export type TokenType = typeof TOKEN_TYPES[number];

/** The series of all models; past `most` a model is counted as `other` of its provider. */
export interface SeriesTable {
  of(provider: string, model: string): Series;
  all(): Series[];
}

export function seriesTable(most: number, timesOf: (labels: SeriesLabels) => CallTimes): SeriesTable {
  const providers = new Map<string, Map<string, Series>>();
  let known = 0;

  function seriesOf(provider: string, model: string): Series {
    const ofModel = providers.get(provider)?.get(model);
    if (ofModel) return ofModel;
    if (known >= most && model !== "other") return seriesOf(provider, "other");
    known += 1;
    const labels = { provider, model };
    const series = emptySeries(labels, timesOf(labels));
    const models = providers.get(provider) ?? new Map<string, Series>();
    models.set(model, series);
    providers.set(provider, models);
    return series;
  }

  return { of: seriesOf, all: () => [...providers.values()].flatMap((models) => [...models.values()]) };
}

function emptySeries(labels: SeriesLabels, { latency, ttft }: CallTimes): Series {
  return {
    labels,
    requests: new Map(),
    tokens: {
      input: 0,
      input_cached: 0,
      input_cache_write: 0,
      input_audio: 0,
      output: 0,
      output_reasoning: 0,
      output_audio: 0,
    },
    costNanoUsd: 0n,
    unpriced: 0,
    latency,
    ttft,
  };
}

/** Adds a finished call to its series. */
export function addCall(series: Series, call: Finished): void {
  const name = `${call.outcome} ${call.status}`;
  const line = series.requests.get(name);
  if (line) line.count += 1;
  else series.requests.set(name, { outcome: call.outcome, status: String(call.status), count: 1 });
  if (call.usage) addTokens(series.tokens, call.usage);
  series.costNanoUsd += call.costNanoUsd;
  if (call.unpriced) series.unpriced += 1;
  series.latency.observe(call.latencyMs / 1000);
  if (call.ttftMs !== null) series.ttft.observe(call.ttftMs / 1000);
}

function addTokens(tokens: Record<TokenType, number>, usage: Usage) {
  const {
    cached_tokens,
    cache_write_tokens,
    audio_prompt_tokens,
    reasoning_tokens,
    audio_completion_tokens,
  } = usage;
  tokens.input += usage.prompt_tokens - cached_tokens - cache_write_tokens - audio_prompt_tokens;
  tokens.input_cached += cached_tokens;
  tokens.input_cache_write += cache_write_tokens;
  tokens.input_audio += audio_prompt_tokens;
  tokens.output += usage.completion_tokens - reasoning_tokens - audio_completion_tokens;
  tokens.output_reasoning += reasoning_tokens;
  tokens.output_audio += audio_completion_tokens;
}
