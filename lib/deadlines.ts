/** Deadlines and pauses: the one place where work is raced against time or against a signal. */

/** A pending deadline: a node of a circular linked list, initially linked to itself. */
class Deadline {
  before: Deadline = this;
  next: Deadline = this;
  constructor(readonly at: number, readonly expire: () => void) {}
}

// A timer per call costs more than scanning all deadlines a few times a second.
const TICK_MS = 50;
// An intrusive list allocates nothing per deadline; a Set rebuilds its table again and again.
const pending = new Deadline(0, () => {});
let ticking: ReturnType<typeof setInterval> | undefined;

/** Calls `expire` after `ms`, up to 50 ms late, unless the returned function is called before. */
export function after(ms: number, expire: () => void): () => void {
  const deadline = new Deadline(performance.now() + ms, expire);
  deadline.before = pending.before;
  deadline.next = pending;
  deadline.before.next = pending.before = deadline;
  ticking ??= setInterval(tick, TICK_MS);
  return () => withdraw(deadline);
}

function withdraw(deadline: Deadline): void {
  const { before, next } = deadline;
  before.next = next;
  next.before = before;
  deadline.before = deadline.next = deadline;
}

function tick(): void {
  const now = performance.now();
  const due: Deadline[] = [];
  for (let deadline = pending.next; deadline !== pending; deadline = deadline.next) {
    if (deadline.at <= now) due.push(deadline);
  }
  for (const deadline of due) {
    // An earlier deadline's callback may have cancelled this one.
    if (deadline.next === deadline) continue;
    withdraw(deadline);
    deadline.expire();
  }
  if (pending.next !== pending) return;
  clearInterval(ticking);
  ticking = undefined;
}

/** Thrown by `within` when time is up. */
export class DeadlineError extends Error {
  /** Its name. */
  override name = "DeadlineError";
}

/**
 * The result of `work`, or a failure when it takes longer than `ms`: the error that `late` makes, a
 * DeadlineError by default. The work itself goes on; its later failure is ignored.
 */
export async function within<T>(
  ms: number,
  work: Promise<T>,
  late: () => unknown = () => new DeadlineError(`no answer in ${ms} ms`),
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

/** The result of `work`, or `fallback` when it takes longer than `ms`. The work itself goes on. */
export async function withFallback<T, F>(ms: number, work: Promise<T>, fallback: F): Promise<T | F> {
  const late = {};
  try {
    return await within(ms, work, () => late);
  } catch (error) {
    if (error === late) return fallback;
    throw error;
  }
}

/**
 * The result of `work`; rejects with the reason of `signal` when that aborts first. A later failure of the
 * work is ignored.
 */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    work.catch(() => {});
  }
}

/** A signal with a clock, for work that is told by a signal to end. */
export interface DeadlineSignal {
  /** Aborts with the source signal, when time is up, or by `abort`. */
  readonly signal: AbortSignal;
  /** Aborts it with this reason. */
  abort(reason: unknown): void;
  /** Starts the clock again, also after `stop`. */
  restart(): void;
  /** Stops the clock; the source signal and `abort` still abort it. */
  stop(): void;
}

/** A signal that aborts with `signal`, or with the error that `late` makes once `ms` have passed. */
export function deadlineSignal(ms: number, late: () => unknown, signal?: AbortSignal): DeadlineSignal {
  // Not AbortSignal.timeout(), whose timers outlive their calls: thousands a minute would pile up.
  const controller = new AbortController();
  const expire = () => controller.abort(late());
  let timer = setTimeout(expire, ms);
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    abort: (reason) => controller.abort(reason),
    restart() {
      clearTimeout(timer);
      timer = setTimeout(expire, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Resolves in `ms`; rejects with the signal's reason when that aborts first. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
