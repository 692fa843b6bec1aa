/** Runs a program that a model wrote: an interpreter with bounded memory, inside a worker without permissions. */
import { z } from "zod";
import { after } from "lib/deadlines.ts";
import { Crowded, fairSemaphore } from "../fair_semaphore.ts";
import { defineTool, ToolFailure } from "./tool.ts";

const TIME_LIMIT_MS = 5_000;
// The worker stops a program by itself: it cannot be interrupted from outside.
const GRACE_MS = 2_000;
const MAX_OUTPUT = 16_000;

/** The output and the result of a program. */
export const Outcome = z.object({
  result: z.string().optional(),
  logs: z.string(),
  error: z.string().optional(),
});
export type Outcome = z.output<typeof Outcome>;

// Each is a thread with an interpreter of up to 64 MB. One person gets at most half of them.
const places = fairSemaphore(4, { each: 2, mostWaiting: 32 });

/** The person a program runs for, the signal that ends it, and its time limit. */
interface Run {
  sub: string;
  signal: AbortSignal;
  timeLimitMs?: number;
}

/** Runs `code` for `sub` when its turn comes; throws ToolFailure when it does not end in time. */
export async function runJavaScript(
  code: string,
  { sub, signal, timeLimitMs = TIME_LIMIT_MS }: Run,
): Promise<Outcome> {
  const leave = await places.enter(sub, signal).catch((error) => {
    throw error instanceof Crowded ? new ToolFailure(`Too many programs wait: ${error.message}`) : error;
  });
  try {
    return await interpreted(code, { signal, timeLimitMs });
  } finally {
    leave();
  }
}

async function interpreted(
  code: string,
  { signal, timeLimitMs }: { signal: AbortSignal; timeLimitMs: number },
): Promise<Outcome> {
  const worker = new Worker(new URL("./javascript_worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions: "none" },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const stopped = new Int32Array(new SharedArrayBuffer(4));
  const onAbort = () => {
    Atomics.store(stopped, 0, 1);
    reject(signal.reason);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  let withdraw = () => {};
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new ToolFailure("The program crashed its interpreter"));
  };
  worker.onmessage = ({ data }) => {
    if (data !== "ready") return resolve(Outcome.parse(data));
    withdraw = after(
      timeLimitMs + GRACE_MS,
      () => reject(new ToolFailure(`The program did not end within ${timeLimitMs / 1000} s`)),
    );
    worker.postMessage({ code, timeLimitMs, maxOutput: MAX_OUTPUT, stopped });
  };
  try {
    return await promise;
  } finally {
    withdraw();
    signal.removeEventListener("abort", onAbort);
    worker.terminate();
  }
}

export const runJavaScriptTool = defineTool({
  name: "run_javascript",
  description:
    "Runs a JavaScript program (ES2023, no network, no files, 5 s, 64 MB) and returns the value of its last " +
    "expression and what it wrote with console.log. Promises are awaited.",
  input: z.object({
    code: z.string().min(1).max(100_000).meta({
      description: "the program; its last expression is the result",
    }),
  }),
  async run({ code }, { signal, caller }) {
    const outcome = await runJavaScript(code, { sub: caller.sub, signal });
    if (outcome.error === undefined) return outcome;
    throw new ToolFailure(outcome.logs ? `${outcome.error}\nLogs:\n${outcome.logs}` : outcome.error);
  },
});
