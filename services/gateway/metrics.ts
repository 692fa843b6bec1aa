import type { Scope } from "./caller.ts";
import type { Usage, UsageOutcome } from "./usage.ts";

/** What a finished request adds to the metrics. */
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
  circuit(providerKey: string, state: CircuitState): void;
  /** Read when the metrics are asked for. */
  spoolDepth(read: () => number): void;
  contentType: string;
  render(): Promise<string>;
}
