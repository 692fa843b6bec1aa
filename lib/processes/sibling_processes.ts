/** Messages between the processes of a service on this machine. */

/** Sends messages to the other processes of a service. */
export interface Siblings {
  /** Whether there are others, whose leases this process must not touch. */
  readonly any: boolean;
  /**
   * Notifies all others. Resolves when they have handled it, or when one takes too long; never rejects.
   * Processes that are down or not ready miss it.
   */
  tell(topic: string, data: unknown): Promise<void>;
  /** Handles the others' messages on `topic`; all run the same version. */
  on(topic: string, heard: (data: unknown) => unknown): void;
}

/** A process without siblings. */
export const ALONE: Siblings = { any: false, tell: () => Promise.resolve(), on() {} };

/**
 * Wraps `refresh`, which updates a cache of the database, to run in this process and all others; resolves
 * when all have refreshed. Periodic refreshes of the others are unaffected.
 * @throws when this process's fails.
 */
export function refreshedByAll(
  siblings: Siblings,
  topic: string,
  refresh: () => Promise<void>,
): () => Promise<void> {
  siblings.on(topic, refresh);
  return async () => void await Promise.all([refresh(), siblings.tell(topic, null)]);
}
