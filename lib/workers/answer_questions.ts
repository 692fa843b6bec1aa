/// <reference lib="deno.worker" />
/** The side of a `limitedThread` that answers. */
import type { Asked, Reply } from "lib/workers/limited_thread.ts";
import { limited, limitedAsync, TimeLimitExceeded } from "lib/workers/time_limit.ts";

/** Answers each question of the thread that started this one by `answer`, interrupted after the question's limit. */
export function answerQuestions<Q, A>(answer: (question: Q) => A): void {
  reply<Q, A>(({ question, limitMs }) => Promise.resolve(limited(() => answer(question), limitMs)));
}

/**
 * As `answerQuestions`, for answers that are waited for: once `answer` has waited for the system, its loops are not
 * interrupted any more.
 */
export function answerInTime<Q, A>(answer: (question: Q) => Promise<A>): void {
  reply<Q, A>(({ question, limitMs }) => limitedAsync(() => answer(question), limitMs));
}

function reply<Q, A>(work: (asked: Asked<Q>) => Promise<A>): void {
  self.onmessage = async ({ data }: MessageEvent<Asked<Q>>) => {
    self.postMessage(await replyTo(data, work));
  };
}

async function replyTo<Q, A>(asked: Asked<Q>, work: (asked: Asked<Q>) => Promise<A>): Promise<Reply<A>> {
  try {
    return { answer: await work(asked) };
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return { isLate: true };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
