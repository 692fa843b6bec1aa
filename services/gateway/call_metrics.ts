import type { Registry } from "lib/telemetry/metrics.ts";
import { addCall, type Finished, type SeriesTable, seriesTable, TOKEN_TYPES } from "./call_series.ts";

/** Metrics of model calls, their tokens, cost and durations. */
export interface CallMetrics {
  /** A model call has started; each ends with `finished`. */
  started(): void;
  finished(call: Finished): void;
}

const PREFIX = "diwan_gateway_";
const LABELS = ["provider", "model"] as const;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Creates the metrics; at most `maxSeries` pairs of provider and model have their own series. */
export function callMetrics(registry: Registry, maxSeries: number): CallMetrics {
  const histogram = (name: string, help: string) =>
    registry.histogram({ name: PREFIX + name, help, labels: LABELS, buckets: SECONDS });
  const latency = histogram("request_duration_seconds", "Time of a call until its last byte");
  const ttft = histogram("time_to_first_token_seconds", "Time of a streamed call until its first token");
  const units = registry.counter({
    name: `${PREFIX}units_total`,
    help: "Usage in units other than tokens",
    labels: [...LABELS, "unit"],
  });
  const series = seriesTable(maxSeries, (labels) => ({
    latency: latency.with(labels),
    ttft: ttft.with(labels),
  }));
  collectInto(registry, series);
  let inFlight = 0;
  registry.read({ name: `${PREFIX}requests_in_flight`, help: "Model calls in progress" }, () => inFlight);
  return {
    started: () => void (inFlight += 1),
    finished(call) {
      inFlight -= 1;
      const ofModel = series.of(call.provider, call.model);
      addCall(ofModel, call);
      if (!call.usage?.units) return;
      for (const [unit, count] of Object.entries(call.usage.units)) {
        if (typeof count === "number") units.inc({ ...ofModel.labels, unit }, count);
      }
    },
  };
}

/** Moves all counts to Prometheus counters before these are rendered. */
function collectInto(registry: Registry, series: SeriesTable): void {
  const counter = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    registry.counter({ name: PREFIX + name, help, labels });
  const requests = counter("requests_total", "Finished model calls", [...LABELS, "outcome", "status"]);
  const tokens = counter("tokens_total", "Tokens, by type", [...LABELS, "type"]);
  const cost = counter("cost_usd_total", "Cost in US dollars", LABELS);
  const unpriced = counter("unpriced_requests_total", "Calls of a model without a price", LABELS);
  registry.beforeRender(() => {
    for (const ofModel of series.all()) {
      const { labels } = ofModel;
      for (const line of ofModel.requests.values()) {
        requests.inc({ ...labels, outcome: line.outcome, status: line.status }, line.count);
        line.count = 0;
      }
      for (const type of TOKEN_TYPES) {
        tokens.inc({ ...labels, type }, ofModel.tokens[type]);
        ofModel.tokens[type] = 0;
      }
      cost.inc(labels, Number(ofModel.costNanoUsd) / 1e9);
      ofModel.costNanoUsd = 0n;
      unpriced.inc(labels, ofModel.unpriced);
      ofModel.unpriced = 0;
    }
  });
}
