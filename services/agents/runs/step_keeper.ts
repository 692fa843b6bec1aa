/**
 * Gathers the steps of a run for the database: written a moment after they change, or at once when something
 * waits for them. What is left when the run ends is written with its end.
 */
import type { TraceStep } from "../loop/trace.ts";

export interface StepKeeper {
  /** Takes note of a step that is new or has changed. */
  store(step: TraceStep): void;
  /** Resolves when all steps are in the database as they are now. */
  stored(): Promise<void>;
  /** Ends the writing; gives the steps that are not in the database as they are now. */
  rest(): Promise<TraceStep[]>;
}

/** How long a step waits for its next change. */
const GATHER_MS = 10;

/** `write` stores steps; those of a write that failed are written with the next. */
export function stepKeeper(write: (steps: TraceStep[]) => Promise<unknown>): StepKeeper {
  const changed = new Set<TraceStep>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<unknown> | undefined;

  function gather(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (writing) return gather();
      // Whoever waits for the steps tries again and hears of it.
      stored().catch(() => {});
    }, GATHER_MS);
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  async function stored(): Promise<void> {
    // One write at a time, since two could change the same step in either order.
    while (writing) await writing;
    if (changed.size === 0) return;
    stop();
    const steps = [...changed];
    changed.clear();
    const written = write(steps).catch((error) => {
      for (const step of steps) changed.add(step);
      throw error;
    });
    writing = written.catch(() => {}).finally(() => writing = undefined);
    await written;
    await stored();
  }

  return {
    store(step) {
      changed.add(step);
      gather();
    },
    stored,
    async rest() {
      stop();
      await writing;
      stop();
      return [...changed];
    },
  };
}
