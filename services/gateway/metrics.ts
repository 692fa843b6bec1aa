import { createRegistry, METRICS_CONTENT_TYPE, type Registry } from "lib/metrics.ts";
import type { Scope } from "./access/budget_scope.ts";
import type { Usage, UsageOutcome } from "./usage.ts";

/** A finished request, as the metrics count it. */
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

export type CircuitState = "closed" | "half_open" | "open";

/** Counts for Prometheus. Label sets are bounded: past the bound a model is counted as `other`. */
export interface Metrics {
  /** A model call has begun; every one ends with `finished`. */
  started(): void;
  finished(call: Finished): void;
  limitHit(scope: Scope, kind: "requests" | "tokens" | "budget"): void;
  denied(type: string): void;
  cache(result: "hit" | "miss"): void;
  retried(provider: string): void;
  fellBack(from: string, to: string): void;
  /** A second try began while `slow` had not answered. */
  hedged(slow: string): void;
  circuit(place: { providerKey: string; model: string }, state: CircuitState): void;
  /** Records that wait for the database, and records lost; read when the metrics are asked for. */
  spoolDepth(read: () => number): void;
  lostRecords(read: () => number): void;
  contentType: string;
  render(): Promise<string>;
}

interface Series {
  labels: { provider: string; model: string };
  requests: Map<string, { outcome: string; status: string; count: number }>;
  tokens: Record<TokenType, number>;
  costNanoUsd: bigint;
  unpriced: number;
  latency: { observe(seconds: number): void };
  ttft: { observe(seconds: number): void };
}

// Each token is in one of these, so that their sum is the number of tokens.
const TOKEN_TYPES = [
  "input",
  "input_cached",
  "input_cache_write",
  "input_audio",
  "output",
  "output_reasoning",
  "output_audio",
] as const;
type TokenType = typeof TOKEN_TYPES[number];

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const CIRCUIT: Record<CircuitState, number> = { closed: 0, half_open: 1, open: 2 };
const PREFIX = "diwan_gateway_";

/**
 * Metrics of one gateway. Calls add to plain numbers, which become Prometheus counters when they are asked for; at
 * most `maxSeries` pairs of provider and model are told apart.
 */
export function createMetrics(
  { maxSeries = 200, registry = createRegistry() }: { maxSeries?: number; registry?: Registry } = {},
): Metrics {
  const counter = <L extends string = never>(name: string, help: string, labels: readonly L[] = []) =>
    registry.counter({ name: PREFIX + name, help, labels });
  const labels = ["provider", "model"] as const;
  const histogram = (name: string, help: string) =>
    registry.histogram({ name: PREFIX + name, help, labels, buckets: SECONDS });

  const requests = counter("requests_total", "Finished model calls", [
    "provider",
    "model",
    "outcome",
    "status",
  ]);
  const tokens = counter("tokens_total", "Tokens, each of one type", ["provider", "model", "type"]);
  const units = counter("units_total", "Work counted in other units than tokens", [
    "provider",
    "model",
    "unit",
  ]);
  const cost = counter("cost_usd_total", "Cost in US dollars", ["provider", "model"]);
  const unpriced = counter("unpriced_requests_total", "Calls of a model without a price", [
    "provider",
    "model",
  ]);
  const latency = histogram("request_duration_seconds", "Time of a call until its last byte");
  const ttft = histogram("time_to_first_token_seconds", "Time of a streamed call until its first token");
  const limits = counter("limits_hit_total", "Calls refused by a limit or budget", ["scope", "kind"]);
  const denials = counter("denied_total", "Requests refused for who sent them or what they hold", ["type"]);
  const cached = counter("cache_total", "Lookups in the response cache", ["result"]);
  const retries = counter("retries_total", "Tries after the first", ["provider"]);
  const fallbacks = counter("fallbacks_total", "Calls passed on to the next provider", ["from", "to"]);
  const hedges = counter("hedges_total", "Second tries while a provider was slow", ["provider"]);
  const circuits = registry.gauge({
    name: `${PREFIX}circuit_state`,
    help: "0 closed, 1 half open, 2 open; of the models counted as other the worst",
    labels: ["provider_key", "model"],
  });
  const ownCircuits = new Set<string>();
  const otherCircuits = new Map<string, Map<string, CircuitState>>();
  let inFlight = 0;
  let readSpool = () => 0;
  let readLost = () => 0;
  const gauge = (name: string, help: string, read: () => number) =>
    registry.read({ name: PREFIX + name, help }, read);
  gauge("requests_in_flight", "Model calls that run", () => inFlight);
  gauge("spool_records", "Usage records that wait for the database", () => readSpool());
  gauge("lost_records", "Usage records lost since the start", () => readLost());
  registry.beforeRender(collect);

  const providers = new Map<string, Map<string, Series>>();
  let known = 0;

  function seriesOf(provider: string, model: string): Series {
    const found = providers.get(provider)?.get(model);
    if (found) return found;
    if (known >= maxSeries && model !== "other") return seriesOf(provider, "other");
    known += 1;
    const labels = { provider, model };
    const series: Series = {
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
      latency: latency.with(labels),
      ttft: ttft.with(labels),
    };
    const models = providers.get(provider) ?? new Map<string, Series>();
    models.set(model, series);
    providers.set(provider, models);
    return series;
  }

  /** Moves what was added since the last time into the counters. */
  function collect() {
    for (const series of [...providers.values()].flatMap((models) => [...models.values()])) {
      const { labels } = series;
      for (const line of series.requests.values()) {
        requests.inc({ ...labels, outcome: line.outcome, status: line.status }, line.count);
        line.count = 0;
      }
      for (const type of TOKEN_TYPES) {
        tokens.inc({ ...labels, type }, series.tokens[type]);
        series.tokens[type] = 0;
      }
      cost.inc(labels, Number(series.costNanoUsd) / 1e9);
      series.costNanoUsd = 0n;
      unpriced.inc(labels, series.unpriced);
      series.unpriced = 0;
    }
  }

  return {
    started: () => void (inFlight += 1),
    finished: (call) => {
      inFlight -= 1;
      const series = seriesOf(call.provider, call.model);
      count(series, call);
      if (call.usage) addTokens(series.tokens, call.usage);
      if (call.usage?.units) {
        for (const [unit, count] of Object.entries(call.usage.units)) {
          if (typeof count === "number") units.inc({ ...series.labels, unit }, count);
        }
      }
      series.costNanoUsd += call.costNanoUsd;
      if (call.unpriced) series.unpriced += 1;
      series.latency.observe(call.latencyMs / 1000);
      if (call.ttftMs !== null) series.ttft.observe(call.ttftMs / 1000);
    },
    limitHit: (scope, kind) => limits.inc({ scope, kind }),
    denied: (type) => denials.inc({ type }),
    cache: (result) => cached.inc({ result }),
    retried: (provider) => retries.inc({ provider }),
    fellBack: (from, to) => fallbacks.inc({ from, to }),
    hedged: (provider) => hedges.inc({ provider }),
    circuit({ providerKey, model }, state) {
      const name = `${providerKey} ${model}`;
      if (ownCircuits.size < maxSeries || ownCircuits.has(name)) {
        ownCircuits.add(name);
        circuits.set({ provider_key: providerKey, model }, CIRCUIT[state]);
        return;
      }
      const others = otherCircuits.get(providerKey) ?? new Map<string, CircuitState>();
      otherCircuits.set(providerKey, others);
      if (state === "closed") others.delete(model);
      else others.set(model, state);
      const worst = Math.max(0, ...[...others.values()].map((one) => CIRCUIT[one]));
      circuits.set({ provider_key: providerKey, model: "other" }, worst);
    },
    spoolDepth: (read) => void (readSpool = read),
    lostRecords: (read) => void (readLost = read),
    contentType: METRICS_CONTENT_TYPE,
    render: () => registry.render(),
  };
}

function count(series: Series, { outcome, status }: Finished) {
  const name = `${outcome} ${status}`;
  const line = series.requests.get(name);
  if (line) line.count += 1;
  else series.requests.set(name, { outcome, status: String(status), count: 1 });
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
