/// <reference lib="deno.worker" />
/** The side of a `limitedThread` that answers. */
import type { Asked, Reply } from "lib/workers/limited_thread.ts";
import { limited, TimeLimitExceeded } from "lib/workers/time_limit.ts";

/** Answers each question of the thread that started this one by `answer`, interrupted after the question's limit. */
export function answerQuestions<Q, A>(answer: (question: Q) => A): void {
  self.onmessage = ({ data }: MessageEvent<Asked<Q>>) => {
    self.postMessage(replyTo(data, answer));
  };
}

function replyTo<Q, A>({ question, limitMs }: Asked<Q>, answer: (question: Q) => A): Reply<A> {
  try {
    return { answer: limited(() => answer(question), limitMs) };
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return { isLate: true };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
