/**
 * A limit for work of a worker thread, which the thread enforces itself: `Worker.terminate()` does not interrupt a
 * loop (https://github.com/denoland/deno/pull/35657), so a thread that was only terminated would occupy a processor
 * until the process ends.
 */
import { Script } from "node:vm";
import { within } from "lib/deadlines.ts";

/** The work exceeded its time limit; the state that it was changing is unusable. */
export class TimeLimitExceeded extends Error {
  /** Its name. */
  override name = "TimeLimitExceeded";

  /** `limitMs` is the limit in milliseconds. */
  constructor(limitMs: number) {
    super(`The work took longer than ${limitMs} ms`);
  }
}

// The only way to reach a function from a script without a context of its own is a global name.
const NAME = "limitedWork";
const script = new Script(`globalThis.${NAME}()`);

/**
 * Runs `work` on this thread and returns its value; it is interrupted after `limitMs` milliseconds, wherever it is. Each
 * call starts a timer thread, about 0.1 ms.
 * @throws TimeLimitExceeded when `work` was interrupted.
 */
export function limited<T>(work: () => T, limitMs: number): T {
  let done: { value: T } | undefined;
  const before: unknown = Reflect.get(globalThis, NAME);
  Reflect.set(globalThis, NAME, () => {
    done = { value: work() };
  });
  try {
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(limitMs)) });
  } catch (error) {
    if (isTimeout(error)) throw new TimeLimitExceeded(limitMs);
    throw error;
  } finally {
    Reflect.set(globalThis, NAME, before);
  }
  if (!done) throw new TimeLimitExceeded(limitMs);
  return done.value;
}

/**
 * The result of asynchronous `work`. Loops, including those that only await settled promises, are interrupted
 * after `limitMs` milliseconds until the work first awaits I/O (a timer, a module).
 * @throws TimeLimitExceeded when its promise has not settled after `limitMs` milliseconds.
 */
export async function limitedAsync<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<Promise<T>>();
  // In a macrotask of its own: microtasks cannot be run from within one.
  setTimeout(() => resolve(begun(work, limitMs)), 0);
  return await promise;
}

/** Starts the work and runs it until it awaits I/O. */
async function begun<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  const until = performance.now() + limitMs;
  const working = limited(() => {
    const promise = work();
    runMicrotasks();
    return promise;
  }, limitMs);
  return await within(until - performance.now(), working, () => new TimeLimitExceeded(limitMs));
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

/** Runs queued microtasks; Deno exposes this only to its own modules. */
function runMicrotasks(): void {
  const core = property(property(Deno, property(Deno, "internal")), "core");
  const run = property(core, "runMicrotasks");
  if (typeof run === "function") run();
}

function property(object: unknown, name: unknown): unknown {
  if (typeof object !== "object" || object === null) return undefined;
  return typeof name === "string" || typeof name === "symbol" ? Reflect.get(object, name) : undefined;
}
