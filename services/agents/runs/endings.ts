/** Stores how runs end, even while the database is away. */
import { HTTPException } from "hono/http-exception";
import postgres from "postgres";
import { pause } from "lib/deadlines.ts";
import { unavailable } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Ending, Totals } from "./ending.ts";
import type { Journal } from "./journal_store.ts";
import type { NewRun } from "./run.ts";
import type { WorkerStore } from "./workers_store.ts";

export interface Endings {
  /**
   * Stores an end, through a short outage. Throws 503 when that lasts; the end is then kept and stored when the
   * database is back. Undefined when the run is gone or already over. With `unstored`, a run that was over before it
   * was stored, both are one write; undefined when its agent is gone.
   */
  store(ending: Ending, unstored?: NewRun): Promise<Totals | undefined>;
  /** A run that failed without an end; it becomes interrupted when the database is back. */
  lose(runId: string): void;
  /** Tries to store what is kept. */
  settle(): Promise<void>;
}

/** An end to be stored, with its run if that is not stored yet. */
interface Kept {
  ending: Ending;
  unstored: NewRun | undefined;
}

/** The most unstored runs that are kept: a database may refuse writes and still serve reads. */
const MOST_UNSTORED = 1_000;

const WAITS_MS = [200, 500, 1_000, 2_000, 4_000];

export function endings(
  { journal, workers, log, waitsMs = WAITS_MS }: {
    journal: Pick<Journal, "finish" | "whole">;
    workers: Pick<WorkerStore, "interrupt">;
    log: Logger;
    waitsMs?: number[];
  },
): Endings {
  // Bounded by the runs at the time of the outage, since no run begins without the database.
  const kept = new Map<string, Kept>();
  const lost = new Set<string>();

  /** Keeps an end to retry. When the database refuses the end itself, only the run's id is kept. */
  function keep(end: Kept, error: unknown): void {
    const { ending: { id }, unstored } = end;
    log.error("storing the end of a run failed", { run_id: id, error });
    const isOneTooMany = unstored !== undefined && !kept.has(id) && kept.size >= MOST_UNSTORED;
    if (!isRefusal(error) && !isOneTooMany) return void kept.set(id, end);
    kept.delete(id);
    lost.add(id);
  }

  return {
    async store(ending, unstored) {
      const end = { ending, unstored };
      for (const wait of waitsMs) {
        try {
          return await write(end, journal);
        } catch (error) {
          if (isRefusal(error)) break;
          log.warn("the end of a run is not stored yet", { run_id: ending.id, error });
          await pause(wait);
        }
      }
      try {
        return await write(end, journal);
      } catch (error) {
        keep(end, error);
        throw unavailable("The database is unavailable: the run has ended, and its record is stored later", {
          cause: error,
        });
      }
    },
    lose: (runId) => void (kept.has(runId) || lost.add(runId)),
    async settle() {
      await Promise.all([...kept].map(async ([id, end]) => {
        try {
          await write(end, journal);
          kept.delete(id);
        } catch (error) {
          keep(end, error);
        }
      }));
      if (lost.size === 0) return;
      const runs = [...lost];
      await workers.interrupt(runs);
      for (const id of runs) lost.delete(id);
    },
  };
}

function write(
  { ending, unstored }: Kept,
  journal: Pick<Journal, "finish" | "whole">,
): Promise<Totals | undefined> {
  return unstored ? journal.whole(unstored, ending) : journal.finish(ending);
}

/** Whether a run that failed with `error` may be unfinished in the database. */
export function isUnsettled(error: unknown): boolean {
  return !(error instanceof HTTPException) || error.status >= 500;
}

const PASSING = /^(08|25|40|53|55|57|58)/;

/** Whether the database is available but refuses the data. */
function isRefusal(error: unknown): boolean {
  return error instanceof postgres.PostgresError && !PASSING.test(error.code);
}
