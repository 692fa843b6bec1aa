/** The sums that metrics are computed from. */

/** Sums over the finished runs of one outcome: completed, or a failure. */
export interface OutcomeSum {
  outcome: string;
  runs: number;
  duration_ms: number;
  tokens: number;
  steps: number;
  tool_calls: number;
  tool_errors: number;
  last_run_at: string;
}

export interface Measured {
  outcomes: OutcomeSum[];
  running: number;
  p50: number | null;
  p95: number | null;
}
