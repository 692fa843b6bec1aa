/** Wakes waiters in this process when an id changes; other processes poll. */
import { pause } from "lib/deadlines.ts";

export interface Bell {
  ring(id: string): void;
  /** Resolves on a ring for `id`, after `ms`, or when `signal` aborts. */
  heard(id: string, ms: number, signal: AbortSignal): Promise<void>;
}

export function createBell(): Bell {
  const waiting = new Map<string, Set<AbortController>>();
  return {
    ring(id) {
      for (const heard of waiting.get(id) ?? []) heard.abort();
    },
    async heard(id, ms, signal) {
      const heard = new AbortController();
      const all = waiting.get(id) ?? new Set();
      waiting.set(id, all.add(heard));
      await pause(ms, AbortSignal.any([signal, heard.signal])).catch(() => {});
      all.delete(heard);
      if (all.size === 0 && waiting.get(id) === all) waiting.delete(id);
    },
  };
}
