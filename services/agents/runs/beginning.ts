/**
 * When the row of a run is written. Where nobody waits for it, that is put off a moment, since a run that is over by
 * then needs one write, not two.
 */
export interface DeferredStart {
  /** The write of the row, once it is under way. */
  readonly begun: Promise<void> | undefined;
  /** Resolves when the row is in the database; writes it now if it was put off. Rejects when it was refused. */
  stored(): Promise<void>;
  /** Writes the row and more by `write`; undefined when its own write is under way or done. */
  instead<T>(write: () => Promise<T>): Promise<T> | undefined;
  /** Resolves when the row is in the database, however it came there; writes nothing before its time. */
  there: Promise<void>;
}

/** As long as steps are gathered. */
export const PUT_OFF_MS = 10;

/** `write` stores the row, after `putOffMs` if that is given, else now. */
export function deferredStart(write: () => Promise<void>, putOffMs: number | undefined): DeferredStart {
  const { promise: there, resolve, reject } = Promise.withResolvers<void>();
  // Whoever needs the row waits for it, maybe later.
  there.catch(() => {});
  let begun: Promise<void> | undefined;
  const timer = putOffMs === undefined ? undefined : setTimeout(stored, putOffMs);

  function follow<T>(written: Promise<T>): Promise<T> {
    clearTimeout(timer);
    begun = there;
    written.then(() => resolve(), reject);
    return written;
  }

  function stored(): Promise<void> {
    if (!begun) void follow(write()).catch(() => {});
    return there;
  }

  if (putOffMs === undefined) void stored();
  return {
    get begun() {
      return begun;
    },
    stored,
    instead: (other) => begun ? undefined : follow(other()),
    there,
  };
}
