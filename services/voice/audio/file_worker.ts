/// <reference lib="deno.worker" />
import { limitedAsync, TimeLimitExceeded } from "lib/workers/time_limit.ts";
import { type AudioResult, type AudioWork, doWork } from "./workshop.ts";

/** Work for the worker, and the time that it may take. */
export interface Task {
  work: AudioWork;
  limitMs: number;
}

/** Its answer; "late" when the time was over, after which it must not be asked again. */
export type Answer = AudioResult | "late";

self.onmessage = async ({ data: { work, limitMs } }: MessageEvent<Task>) => {
  self.postMessage(await answerTo({ work, limitMs }));
};

async function answerTo({ work, limitMs }: Task): Promise<Answer> {
  try {
    return await limitedAsync(() => doWork(work), limitMs);
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return "late";
    throw error;
  }
}
