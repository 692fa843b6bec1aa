/** Hedged calls: makes a second attempt when the first is slow, and takes the first answer. */

export interface HedgeOptions<T> {
  /** Milliseconds until the second attempt starts. */
  afterMs: number;
  signal: AbortSignal;
  /** Discards the slower answer. */
  discard(value: T): void;
  /** Whether a failure ends both attempts. */
  isFinal(error: unknown): boolean;
}

/**
 * The first answer of one or two attempts. `run` is called once, and again after the delay; the slower
 * attempt is aborted. Fails with the first attempt's failure when both fail.
 */
export async function hedged<T>(
  run: (signal: AbortSignal, isSecond: boolean) => Promise<T>,
  { afterMs, signal, discard, isFinal }: HedgeOptions<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const tries = new Set<AbortController>();
  const failures: unknown[] = [];
  let over = false;

  function end(winner?: AbortController): void {
    over = true;
    clearTimeout(timer);
    for (const other of tries) if (other !== winner) other.abort(new Error("another attempt has answered"));
  }

  async function begin(isSecond: boolean): Promise<void> {
    const stopping = new AbortController();
    tries.add(stopping);
    try {
      const value = await run(AbortSignal.any([signal, stopping.signal]), isSecond);
      if (over) return discard(value);
      end(stopping);
      resolve(value);
    } catch (error) {
      tries.delete(stopping);
      failures[isSecond ? 1 : 0] = error;
      if (over || tries.size > 0 && !isFinal(error)) return;
      end();
      reject(isFinal(error) ? error : failures.find((failure) => failure !== undefined));
    }
  }

  const timer = setTimeout(() => void begin(true), afterMs);
  void begin(false);
  return await promise;
}
