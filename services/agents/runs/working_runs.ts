/** The runs that this process executes. */
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { RunStopped } from "../loop/run_stopped.ts";
import { type Endings, isUnsettled } from "./endings.ts";
import type { NewRun, Run } from "./run.ts";
import type { WorkerStore } from "./workers_store.ts";

/** A stored run under execution. */
export interface LiveRun {
  id: string;
  /** As it stood when it began. */
  run: Run;
  /** As it ended, or came to wait. Rejects when the agent was deleted meanwhile. */
  done: Promise<Run>;
  stop(reason: RunStopped): void;
}

/** A run at work here. */
export interface WorkingRun extends LiveRun {
  agentId: string;
  /** Whether its row is known to be in the database. */
  stored: boolean;
}

export interface WorkingRuns {
  /** Registers `work` as a run of this process, counted and stoppable; `stop` aborts its signal too. */
  launch(
    run: NewRun,
    view: Run,
    work: (control: { signal: AbortSignal; stop(reason: RunStopped): void }) => Promise<Run>,
  ): WorkingRun;
  find(id: string): WorkingRun | undefined;
  all(): WorkingRun[];
}

export function workingRuns(
  { lifecycle, endings }: { lifecycle: Lifecycle; endings: Endings },
): WorkingRuns {
  const running = new Map<string, WorkingRun>();
  return {
    launch(run, view, work) {
      const controller = new AbortController();
      const leave = lifecycle.enter();
      const stop = (reason: RunStopped) => controller.abort(reason);
      const done = work({ signal: controller.signal, stop }).finally(() => {
        // A run that waited for approval may be running again by now.
        if (running.get(run.id) === live) running.delete(run.id);
        leave();
      });
      // A caller that waits for the run gets the error; nobody waits for a background run.
      done.catch((error) => {
        if (isUnsettled(error)) endings.lose(run.id);
      });
      const live: WorkingRun = { id: run.id, agentId: run.agent_id, run: view, done, stop, stored: false };
      running.set(run.id, live);
      return live;
    },
    find: (id) => running.get(id),
    all: () => [...running.values()],
  };
}

const BEATS = 5;

/** Heartbeats, and the stops that other processes asked for; joins a round that is under way. */
export function watch({ running, workers, endings, log, alone }: {
  running: WorkingRuns;
  workers: WorkerStore;
  endings: Endings;
  log: Logger;
  /** Whether other processes may work on the same database. */
  alone: boolean;
}): () => Promise<void> {
  let round = 0;
  let current: Promise<void> | undefined;
  const maintain = async () => {
    await endings.settle();
    if (alone) return;
    if (round++ % BEATS === 0) {
      await workers.beat();
      const interrupted = await workers.sweep();
      if (interrupted > 0) log.warn("runs of a crashed process are interrupted", { runs: interrupted });
    }
    // A run whose insert is still under way has no row, and was not deleted for that.
    const stored = running.all().filter((run) => run.stored).map(({ id }) => id);
    const { cancelled, gone } = await workers.unwanted(stored);
    for (const id of [...cancelled, ...gone]) {
      running.find(id)?.stop(new RunStopped("cancelled", "Cancelled"));
    }
  };
  return () =>
    current ??= maintain().catch((error) => log.error("maintenance of runs failed", { error }))
      .finally(() => current = undefined);
}
