/** Work on texts that others wrote, in threads of their own: some of it can be made to take for ever. */
import { type LimitedThread, limitedThread } from "lib/workers/limited_thread.ts";
import { TimeLimitExceeded } from "lib/workers/time_limit.ts";
import { Crowded, fairSemaphore } from "../fair_semaphore.ts";
import type { Matches } from "./json_query.ts";
import { type Page, readable } from "./readable.ts";
import { type TextStats, textStats } from "./text_stats.ts";
import type { TextAnswer, TextQuestion } from "./text_worker.ts";
import { type ToolContext, ToolFailure } from "./tool.ts";

const LIMIT_MS = 5_000;
const THREADS = 2;
/** Shorter texts take a few milliseconds at most, whatever their content. */
const INLINE = 10_000;

/** For whom, and until when. */
export type TextWorkFor = Pick<ToolContext, "caller" | "signal">;

/** Every method throws ToolFailure when the work takes longer than five seconds. */
export interface TextWork {
  /** The values that a JSONPath expression selects in a JSON text; throws ToolFailure for what cannot be read. */
  query(json: string, path: string, by: TextWorkFor): Promise<Matches>;
  page(html: string, by: TextWorkFor): Promise<Page>;
  stats(text: string, by: TextWorkFor): Promise<TextStats>;
  close(): void;
}

/** Two threads; one person gets at most one of them. */
export function textWork({ limitMs = LIMIT_MS }: { limitMs?: number } = {}): TextWork {
  const places = fairSemaphore(THREADS, { each: 1, mostWaiting: 32 });
  const threads = Array.from(
    { length: THREADS },
    (): LimitedThread<TextQuestion, TextAnswer> =>
      limitedThread(new URL("./text_worker.ts", import.meta.url), limitMs),
  );
  const free = [...threads];

  async function ask(question: TextQuestion, { caller, signal }: TextWorkFor): Promise<TextAnswer> {
    const leave = await places.enter(caller.sub, signal).catch((error) => {
      throw error instanceof Crowded ? new ToolFailure(`Too many texts wait: ${error.message}`) : error;
    });
    const thread = free.pop();
    try {
      if (!thread) throw new Error("A place was given without a thread");
      const answer = await thread.ask(question);
      if ("fault" in answer) throw new ToolFailure(answer.fault);
      return answer;
    } catch (error) {
      if (error instanceof TimeLimitExceeded) {
        throw new ToolFailure(`That takes longer than ${limitMs / 1000} s`);
      }
      throw error;
    } finally {
      if (thread) free.push(thread);
      leave();
    }
  }

  return {
    async query(json, path, by) {
      const answer = await ask({ work: "query", json, path }, by);
      if ("matches" in answer) return answer.matches;
      throw mixedUp();
    },
    async page(html, by) {
      if (html.length <= INLINE) return readable(html);
      const answer = await ask({ work: "page", html }, by);
      if ("page" in answer) return answer.page;
      throw mixedUp();
    },
    async stats(text, by) {
      if (text.length <= INLINE) return textStats(text);
      const answer = await ask({ work: "stats", text }, by);
      if ("stats" in answer) return answer.stats;
      throw mixedUp();
    },
    close() {
      for (const thread of threads) thread.close();
    },
  };
}

const mixedUp = () => new Error("The thread answered another question");
