/** A worker thread that answers questions one at a time, each within a time limit. */
import { withFallback, within } from "lib/deadlines.ts";
import { createSemaphore } from "lib/semaphore.ts";
import { TimeLimitExceeded } from "lib/workers/time_limit.ts";

/** A question as sent to the worker. */
export interface Asked<Q> {
  /** The structured-cloneable content. */
  question: Q;
  /** Milliseconds after which the worker interrupts its work. */
  limitMs: number;
}

/** The worker's answer. */
export type Reply<A> = { answer: A } | { failed: string } | { isLate: true };

/** The worker's first message, once its code is loaded. */
export const LOADED = "loaded";

/** A worker thread, started with the first question. */
export interface LimitedThread<Q, A> {
  /**
   * The answer to `question`, after those asked before.
   * @throws TimeLimitExceeded when it takes too long; the thread is replaced, and the next question is not affected.
   * @throws Error when the work fails, the thread crashes or is closed.
   */
  ask(question: Q): Promise<A>;
  /** Ends it. */
  close(): void;
}

// Grace period after the limit, at which the worker interrupts itself.
const GRACE_MS = 10_000;
// Loading takes a second or two, on a busy machine ten times that; it does not count for the question's limit.
const LOADING_MS = 120_000;

/** A thread without permissions that runs `module`, which answers by `answerQuestions`, each within `limitMs` milliseconds. */
export function limitedThread<Q, A>(module: URL, limitMs: number): LimitedThread<Q, A> {
  const turns = createSemaphore(1);
  let started: StartedThread | undefined;
  let stop: ((reason: Error) => void) | undefined;
  let isClosed = false;

  function end(): void {
    started?.worker.terminate();
    started = undefined;
  }

  async function ask(question: Q): Promise<A> {
    if (isClosed) throw closed();
    const { worker, loaded } = started ??= startedThread(module);
    const { promise, resolve, reject } = Promise.withResolvers<Reply<A>>();
    stop = reject;
    worker.onmessage = ({ data }: MessageEvent<Reply<A> | typeof LOADED>) =>
      data === LOADED ? loaded.resolve() : resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`A thread crashed: ${event.message}`));
    };
    const message: Asked<Q> = { question, limitMs };
    try {
      // The other promise rejects when the thread crashes while it loads, or is closed.
      await within(
        LOADING_MS,
        Promise.race([loaded.promise, promise]),
        () => new Error("A thread did not start"),
      );
      worker.postMessage(message);
      const reply = await withFallback(limitMs + GRACE_MS, promise, { isLate: true });
      if ("answer" in reply) return reply.answer;
      if ("failed" in reply) throw new Error(reply.failed);
      throw new TimeLimitExceeded(limitMs);
    } finally {
      stop = undefined;
    }
  }

  return {
    ask: (question) =>
      turns.run(async () => {
        try {
          return await ask(question);
        } catch (error) {
          // A crashed or interrupted worker is discarded: it no longer answers, or its state is unreliable.
          end();
          throw error;
        }
      }),
    close() {
      isClosed = true;
      end();
      stop?.(closed());
    },
  };
}

interface StartedThread {
  worker: Worker;
  loaded: PromiseWithResolvers<void>;
}

function startedThread(module: URL): StartedThread {
  const worker = new Worker(module, { type: "module", deno: { permissions: "none" } });
  return { worker, loaded: Promise.withResolvers<void>() };
}

const closed = () => new Error("The thread was closed");
