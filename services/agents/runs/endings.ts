/** Stores how runs end, even while the database is away. */
import { HTTPException } from "hono/http-exception";
import postgres from "postgres";
import { unavailable } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Ending, Journal, Totals } from "./journal_store.ts";
import type { WorkerStore } from "./workers_store.ts";

export interface Endings {
  /**
   * Stores an end, through a short outage. Throws 503 when that lasts; the end is then kept and stored when the
   * database is back. Undefined when the run is gone or already over.
   */
  store(ending: Ending): Promise<Totals | undefined>;
  /** A run that failed without an end; it becomes interrupted when the database is back. */
  lose(runId: string): void;
  /** Tries to store what is kept. */
  settle(): Promise<void>;
}

const WAITS_MS = [200, 500, 1_000, 2_000, 4_000];

export function endings(
  { journal, workers, log, waitsMs = WAITS_MS }: {
    journal: Pick<Journal, "finish">;
    workers: Pick<WorkerStore, "interrupt">;
    log: Logger;
    waitsMs?: number[];
  },
): Endings {
  // Bounded by the runs at the time of the outage, since no run begins without the database.
  const kept = new Map<string, Ending>();
  const lost = new Set<string>();

  /** Keeps an end to retry; of an end that the database refuses only the run's id is kept. */
  function keep(ending: Ending, error: unknown): void {
    log.error("storing the end of a run failed", { run_id: ending.id, error });
    if (!isRefusal(error)) return void kept.set(ending.id, ending);
    kept.delete(ending.id);
    lost.add(ending.id);
  }

  return {
    async store(ending) {
      for (const wait of waitsMs) {
        try {
          return await journal.finish(ending);
        } catch (error) {
          if (isRefusal(error)) break;
          log.warn("the end of a run is not stored yet", { run_id: ending.id, error });
          await new Promise((done) => setTimeout(done, wait));
        }
      }
      try {
        return await journal.finish(ending);
      } catch (error) {
        keep(ending, error);
        throw unavailable("The database is away: the run has ended, its record follows", { cause: error });
      }
    },
    lose: (runId) => void (kept.has(runId) || lost.add(runId)),
    async settle() {
      await Promise.all([...kept.values()].map(async (ending) => {
        try {
          await journal.finish(ending);
          kept.delete(ending.id);
        } catch (error) {
          keep(ending, error);
        }
      }));
      if (lost.size === 0) return;
      const runs = [...lost];
      await workers.interrupt(runs);
      for (const id of runs) lost.delete(id);
    },
  };
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
