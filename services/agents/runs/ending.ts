/** How a run ended, and its counts. */
import type { Spent } from "../model/budget.ts";
import type { Failure, RunStatus, TraceStep } from "../loop/trace.ts";

/** How a run ended. */
export interface Ending {
  id: string;
  status: RunStatus;
  failure: Failure | null;
  error: string | null;
  output: string;
  duration_ms: number;
  truncated: boolean;
  /** The spending of it and of those that it asked, where that is known. */
  spent: Spent | null;
  /** Its steps that are not stored as they are now: they and the end are one write. */
  steps?: TraceStep[];
}

/** The counts of a run, summed over its steps. */
export interface Totals {
  steps_count: number;
  total_tokens: number;
  completed_at: string | null;
}
