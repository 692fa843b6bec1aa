/** The other processes of a service on this machine, which answer at the same port. */

/** Messages between the processes of a service. */
export interface Siblings {
  /** Whether there are any, on whose work this process must not lay hands. */
  readonly any: boolean;
  /**
   * Says something to all others. Resolves when they have acted on it, or when one takes too long; never rejects. Who is
   * not there, or not ready, does not hear it.
   */
  tell(topic: string, data: unknown): Promise<void>;
  /** From now on acts on what others say on `topic`; they are of the same version. */
  on(topic: string, heard: (data: unknown) => unknown): void;
}

/** A process that is alone. */
export const ALONE: Siblings = { any: false, tell: () => Promise.resolve(), on() {} };

/**
 * `refresh` for this process and all others, for what each keeps of something in the database: resolves when all have
 * it as it is now. Others' own looks at the database stay theirs.
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
