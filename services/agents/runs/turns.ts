/** Queues executions: a semaphore slot, and the deadline of the run's budget. */
import type { FairSemaphore } from "../fair_semaphore.ts";
import { RunStopped } from "../loop/run_stopped.ts";
import type { Executor } from "./execute.ts";
import type { Execution } from "./execution.ts";
import type { Journal } from "./journal_store.ts";
import type { Run } from "./run.ts";

export interface Turns {
  execute: Executor;
  places: FairSemaphore;
  journal: Journal;
}

/** Executes a run that was stored as queued, when its turn comes. */
export async function runInTurn({ execute, places, journal }: Turns, execution: Execution): Promise<Run> {
  let leave = () => {};
  try {
    leave = await places.enter(execution.run.sub, execution.signal);
    if (!await journal.advance(execution.run.id)) throw new RunStopped("cancelled", "Cancelled");
  } catch (error) {
    leave();
    if (error instanceof RunStopped) return await execute.end(execution, error);
    throw error;
  }
  return await runInPlace(execute, execution, leave);
}

/** Executes a run within the deadline, then releases its slot. */
export async function runInPlace(
  execute: Executor,
  execution: Execution,
  leave: () => void,
): Promise<Run> {
  const { stop, spentMs, budget: { limits: { seconds } } } = execution;
  const late = () => stop(new RunStopped("deadline_exceeded", `Not finished within ${seconds} s`));
  // No signal of its own: one that follows another outlives minor garbage collections, with all that listens to it.
  const deadline = setTimeout(late, Math.max(0, seconds * 1000 - spentMs));
  try {
    return await execute.run(execution);
  } finally {
    clearTimeout(deadline);
    leave();
  }
}
