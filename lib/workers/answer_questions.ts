/// <reference lib="deno.worker" />
/** The worker's side of `limitedThread`. */
import { type Asked, LOADED, type Reply } from "lib/workers/limited_thread.ts";
import { limited, limitedAsync, TimeLimitExceeded } from "lib/workers/time_limit.ts";

/** Answers each question by `answer`, which is interrupted at the question's time limit. */
export function answerQuestions<Q, A>(answer: (question: Q) => A): void {
  reply<Q, A>(({ question, limitMs }) => Promise.resolve(limited(() => answer(question), limitMs)));
}

/**
 * Like `answerQuestions`, for asynchronous answers: loops are interrupted only until `answer` first awaits
 * I/O.
 */
export function answerInTime<Q, A>(answer: (question: Q) => Promise<A>): void {
  reply<Q, A>(({ question, limitMs }) => limitedAsync(() => answer(question), limitMs));
}

function reply<Q, A>(work: (asked: Asked<Q>) => Promise<A>): void {
  self.onmessage = async ({ data }: MessageEvent<Asked<Q>>) => {
    self.postMessage(await replyTo(data, work));
  };
  self.postMessage(LOADED);
}

async function replyTo<Q, A>(asked: Asked<Q>, work: (asked: Asked<Q>) => Promise<A>): Promise<Reply<A>> {
  try {
    return { answer: await work(asked) };
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return { isLate: true };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
