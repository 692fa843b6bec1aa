import { createSemaphore } from "lib/semaphore.ts";
import type { Step } from "../storage/document.ts";

/** A queue of documents without duplicates, with limited concurrency. */
export interface DocumentQueue {
  /** Ignores documents in progress, and all documents once the queue is stopped. */
  add(id: string, steps: Step[]): void;
  /** Starts no more documents. */
  stop(): void;
  isStopped(): boolean;
}

/** `work` must not throw. */
export function documentQueue(
  width: number,
  work: (id: string, steps: Step[]) => Promise<void>,
): DocumentQueue {
  const waiting = new Map<string, Step[]>();
  const active = new Set<string>();
  const places = createSemaphore(width);
  let stopped = false;

  function pump(): void {
    for (const [id, steps] of waiting) {
      const leave = stopped ? undefined : places.tryEnter();
      if (!leave) return;
      waiting.delete(id);
      active.add(id);
      void work(id, steps).finally(() => {
        active.delete(id);
        leave();
        pump();
      });
    }
  }

  return {
    add(id, steps) {
      if (active.has(id) || stopped) return;
      waiting.set(id, steps);
      pump();
    },
    stop: () => void (stopped = true),
    isStopped: () => stopped,
  };
}
