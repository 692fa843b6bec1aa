/** The registry of worker processes, and the handling of crashed ones' runs. */
import type { Sql } from "lib/database/db.ts";
import { interruptRuns } from "./journal_store.ts";

export interface WorkerStore {
  /** Says that this process lives; true the first time. */
  beat(): Promise<void>;
  /** Ends the runs of processes not seen for a while as interrupted; returns how many. */
  sweep(): Promise<number>;
  /** Of this process's runs, those that were cancelled or deleted. */
  unwanted(running: string[]): Promise<{ cancelled: string[]; gone: string[] }>;
  /** Ends these runs as interrupted, where they are not over. */
  interrupt(runs: string[]): Promise<void>;
  /** Marks a run as to be cancelled, for the process that works on it. */
  requestCancel(id: string): Promise<void>;
  /** Ends this process's remaining runs and removes it from the registry. */
  leave(): Promise<void>;
}

/**
 * `alone` means that no other process uses this database, so all running runs are left over from earlier
 * processes.
 */
export function workerStore(
  sql: Sql,
  { worker, alone, deadAfterSeconds = 20 }: { worker: string; alone: boolean; deadAfterSeconds?: number },
): WorkerStore {
  return {
    async beat() {
      await sql`
        insert into agents.workers (id, seen_at) values (${worker}, now())
        on conflict (id) do update set seen_at = now()`;
    },
    async sweep() {
      const others = alone
        ? sql`id <> ${worker}`
        : sql`seen_at < now() - make_interval(secs => ${deadAfterSeconds})`;
      await sql`delete from agents.workers where ${others}`;
      return await interruptRuns(
        sql,
        sql`select r.id from agents.runs r where r.status in ('queued', 'running')
          and not exists (select from agents.workers w where w.id = r.worker)`,
      );
    },
    async unwanted(running) {
      if (running.length === 0) return { cancelled: [], gone: [] };
      const rows = await sql<{ id: string; cancel_requested: boolean }[]>`
        select id, cancel_requested from agents.runs
        where id in ${sql(running)} and completed_at is null`;
      const present = new Set(rows.map(({ id }) => id));
      return {
        cancelled: rows.filter(({ cancel_requested }) => cancel_requested).map(({ id }) => id),
        gone: running.filter((id) => !present.has(id)),
      };
    },
    async interrupt(runs) {
      await interruptRuns(
        sql,
        sql`select r.id from agents.runs r where r.id in ${sql(runs)} and r.status in ('queued', 'running')`,
      );
    },
    async requestCancel(id) {
      await sql`update agents.runs set cancel_requested = true where id = ${id} and completed_at is null`;
    },
    async leave() {
      await interruptRuns(
        sql,
        sql`select r.id from agents.runs r where r.worker = ${worker} and r.status in ('queued', 'running')`,
      );
      await sql`delete from agents.workers where id = ${worker}`;
    },
  };
}
