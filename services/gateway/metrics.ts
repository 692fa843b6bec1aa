import { createRegistry, METRICS_CONTENT_TYPE, type Registry } from "lib/telemetry/metrics.ts";
import type { Scope } from "./access/budget_scope.ts";
import { type CallMetrics, callMetrics } from "./call_metrics.ts";
import { circuitMetrics, type CircuitPlace, type CircuitState } from "./circuit_metrics.ts";

/** Metrics for Prometheus. Label sets are limited: beyond the limit a model is counted as `other`. */
export interface Metrics extends CallMetrics {
  limitHit(scope: Scope, kind: "requests" | "tokens" | "budget"): void;
  denied(type: string): void;
  cache(result: "hit" | "miss"): void;
  retried(provider: string): void;
  fellBack(from: string, to: string): void;
  /** A hedged attempt started because `slow` had not answered. */
  hedged(slow: string): void;
  circuit(place: CircuitPlace, state: CircuitState): void;
  /** Registers the number of pending and lost records, read when metrics are scraped. */
  spoolDepth(read: () => number): void;
  lostRecords(read: () => number): void;
  contentType: string;
  render(): Promise<string>;
}

/** Metrics of one gateway; at most `maxSeries` pairs of provider and model have their own series. */
export function createMetrics(
  { maxSeries = 200, registry = createRegistry() }: { maxSeries?: number; registry?: Registry } = {},
): Metrics {
  const counter = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    registry.counter({ name: `diwan_gateway_${name}`, help, labels });
  const gauge = (name: string, help: string, read: () => number) =>
    registry.read({ name: `diwan_gateway_${name}`, help }, read);

  const calls = callMetrics(registry, maxSeries);
  const limits = counter("limits_hit_total", "Calls refused by a limit or budget", ["scope", "kind"]);
  const denials = counter("denied_total", "Requests refused for their credential or their content", ["type"]);
  const cached = counter("cache_total", "Lookups in the response cache", ["result"]);
  const retries = counter("retries_total", "Retries", ["provider"]);
  const fallbacks = counter("fallbacks_total", "Calls passed on to the next provider", ["from", "to"]);
  const hedges = counter("hedges_total", "Hedged attempts while a provider was slow", ["provider"]);
  let readSpool = () => 0;
  let readLost = () => 0;
  gauge("spool_records", "Usage records waiting for the database", () => readSpool());
  gauge("lost_records", "Usage records lost since the start", () => readLost());

  return {
    ...calls,
    limitHit: (scope, kind) => limits.inc({ scope, kind }),
    denied: (type) => denials.inc({ type }),
    cache: (result) => cached.inc({ result }),
    retried: (provider) => retries.inc({ provider }),
    fellBack: (from, to) => fallbacks.inc({ from, to }),
    hedged: (provider) => hedges.inc({ provider }),
    circuit: circuitMetrics(registry, maxSeries),
    spoolDepth: (read) => void (readSpool = read),
    lostRecords: (read) => void (readLost = read),
    contentType: METRICS_CONTENT_TYPE,
    render: () => registry.render(),
  };
}
