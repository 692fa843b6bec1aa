import type { Logger } from "lib/telemetry/log.ts";
import type { Blobs } from "../storage/blobs.ts";
import type { RemovalStore, Removed } from "../storage/removal_store.ts";

/** Deletes documents and their files. */
export interface Removal {
  /** Deletes a document; false if there is none or it is on hold. If its file cannot be deleted, the sweep retries. */
  remove(id: string, by: string): Promise<boolean>;
  /** Deletes expired documents, and files left by earlier deletions. */
  sweep(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface RemovalDeps {
  removals: RemovalStore;
  blobs: Blobs;
  log: Logger;
  /** Days until documents are deleted; undefined: never. */
  days: number | undefined;
  today(): string;
}

const SWEEP_MS = 10 * 60_000;
const BATCH = 100;

export function createRemoval({ removals, blobs, log, days, today }: RemovalDeps): Removal {
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  const note = ({ document_id: id, owner, reason }: Removed, by: string | null) =>
    log.info("document deleted", { id, owner, reason, by });

  async function free(sha256: string): Promise<boolean> {
    try {
      await removals.free(sha256, () => blobs.remove(sha256));
      return true;
    } catch (error) {
      log.warn("the bytes of a deleted document are still there, and are tried again", { sha256, error });
      return false;
    }
  }

  async function sweep(): Promise<void> {
    for (;;) {
      const removed = await removals.removeExpired({ today: today(), days, limit: BATCH });
      for (const one of removed) note(one, null);
      if (removed.length < BATCH || stopped) break;
    }
    for (;;) {
      const doomed = await removals.doomed(BATCH);
      let freed = 0;
      for (const sha256 of doomed) freed += stopped ? 0 : Number(await free(sha256));
      // Stops at files that cannot be deleted now: they would be listed first again. The next sweep retries.
      if (doomed.length < BATCH || freed < doomed.length) break;
    }
  }

  const safely = () => {
    running ??= sweep().catch((error) => log.warn("retention sweep failed", { error }))
      .finally(() => void (running = undefined));
  };

  return {
    async remove(id, by) {
      const removed = await removals.remove(id, by);
      if (!removed) return false;
      note(removed, by);
      await free(removed.sha256);
      return true;
    },
    sweep,
    start() {
      safely();
      timer = setInterval(safely, SWEEP_MS);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
