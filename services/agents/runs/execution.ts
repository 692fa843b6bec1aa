/** A run under execution, and the storing of its end. */
import { HTTPException } from "hono/http-exception";
import { notFound } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { RunStopped } from "../loop/run_stopped.ts";
import type { Decision, LoopState, Outcome, RunEvent } from "../loop/state.ts";
import type { Toolbox } from "../loop/tool_calls.ts";
import { type RunStatus, type TraceStep, withReplacementCharacters } from "../loop/trace.ts";
import type { Budget } from "../model/budget.ts";
import type { DeferredStart } from "./beginning.ts";
import type { Endings } from "./endings.ts";
import type { Ending } from "./ending.ts";
import type { Journal } from "./journal_store.ts";
import type { StepKeeper } from "./step_keeper.ts";
import { type NewRun, type PendingCall, type Run, viewOf } from "./run.ts";

/** A run about to be executed. */
export interface Execution {
  run: NewRun;
  box: Toolbox;
  signal: AbortSignal;
  /** Aborts the signal. */
  stop(reason: RunStopped): void;
  state: LoopState;
  decisions: Record<string, Decision>;
  /** Time it was at work before. */
  spentMs: number;
  budget: Budget;
  /** The caller's own token. */
  jwt?: string;
  /** Its row in the database. Unset: it is there. */
  beginning?: DeferredStart;
  /** Its steps, once it works. */
  steps?: StepKeeper;
  emit?: (event: RunEvent) => void;
}

export interface RecordDeps {
  journal: Journal;
  endings: Endings;
  log: Logger;
}

/** Stores the end of a run; `workedMs` is the time since it went on. */
export async function recordEnd(
  { endings }: RecordDeps,
  { run, spentMs, budget, beginning, steps }: Execution,
  { status, failure, error, output, truncated, workedMs }: Omit<Outcome, "state"> & { workedMs: number },
): Promise<Run> {
  const ending = async (): Promise<Ending> => ({
    id: run.id,
    status,
    failure: failure ?? null,
    error: error === undefined ? null : withReplacementCharacters(error),
    output: withReplacementCharacters(output),
    duration_ms: Math.round(spentMs + workedMs),
    truncated: truncated ?? false,
    spent: budget.spent(),
    steps: await steps?.rest(),
  });
  const { totals, steps: _, ...ended } = await (beginning?.instead(storeWhole) ?? storeEnd());
  return { ...viewOf(run, ended.status), ...ended, ...totals };

  async function storeWhole() {
    const end = await ending();
    const totals = await endings.store(end, run);
    if (!totals) throw notFound("Agent");
    return { ...end, totals };
  }

  async function storeEnd() {
    await beginning?.stored();
    const end = await ending();
    const totals = await endings.store(end);
    if (!totals) throw notFound("Run");
    return { ...end, totals };
  }
}

/** Suspends a run until its calls are decided. */
export async function recordPause(
  deps: RecordDeps,
  execution: Execution,
  { state, output: partial, workedMs }: Outcome & { workedMs: number },
): Promise<Run> {
  const { run, spentMs, budget } = execution;
  const output = withReplacementCharacters(partial);
  const spent = budget.spent();
  const paused = { output, duration_ms: Math.round(spentMs + workedMs), spent };
  const pending = waitingCalls(state.waiting);
  const totals = await deps.journal.pause({ id: run.id, ...paused, state: { ...state, spent }, pending });
  if (totals) {
    return { ...viewOf(run, "awaiting_approval"), ...paused, ...totals, pending_approvals: pending };
  }
  const cancelled = { status: "cancelled", failure: "cancelled", error: "Cancelled", output } as const;
  return await recordEnd(deps, execution, { ...cancelled, workedMs });
}

/** Ends a run that did not begin. */
export async function recordStop(
  deps: RecordDeps,
  execution: Execution,
  { failure, message }: RunStopped,
): Promise<Run> {
  const status: RunStatus = failure === "deadline_exceeded" ? "failed" : failure;
  return await recordEnd(deps, execution, { status, failure, error: message, output: "", workedMs: 0 });
}

/** Ends a run for an unforeseen reason. */
export async function recordFault(deps: RecordDeps, execution: Execution, error: unknown): Promise<Run> {
  deps.log.error("a run failed inside the service", { run_id: execution.run.id, error });
  const isForCallers = error instanceof HTTPException && error.status !== 500;
  const message = isForCallers ? error.message : "The run failed inside the service; its log says why";
  const failed = { status: "failed", failure: "internal_error", error: message, output: "" } as const;
  return await recordEnd(deps, execution, { ...failed, workedMs: 0 });
}

function waitingCalls(step: TraceStep | undefined): PendingCall[] {
  return (step?.tool_calls ?? []).filter(({ status }) => status === "awaiting_approval")
    .map(({ id, name, arguments: args }) => ({ id, name, arguments: args, decision: null }));
}
