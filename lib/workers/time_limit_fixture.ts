/// <reference lib="deno.worker" />
/** A worker with work that ends and work that does not. */
import { limited, limitedAsync } from "./time_limit.ts";

const LIMIT_MS = 100;

const settled = Promise.resolve();

/** Endless work that ends only when it is interrupted, and work that ends. */
const WORKS = {
  loop: () => {
    for (;;);
  },
  pattern: () => /^(a+)+$/.test(`${"a".repeat(60)}b`),
  answer: () => 42,
  awaits: async () => {
    for (;;) await settled;
  },
  nested: async () => {
    const again = async (depth: number): Promise<void> => depth > 0 ? await again(depth - 1) : undefined;
    for (;;) await again(3);
  },
  hangs: () => new Promise(() => {}),
  later: async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return 42;
  },
  fails: () => Promise.reject(new Error("The work failed")),
};

type Name = keyof typeof WORKS;

async function outcome(name: Name): Promise<unknown> {
  const work: () => unknown = WORKS[name];
  try {
    const isAsync = !["loop", "pattern", "answer"].includes(name);
    return isAsync ? await limitedAsync(async () => await work(), LIMIT_MS) : limited(work, LIMIT_MS);
  } catch (error) {
    return String(error);
  }
}

self.onmessage = async ({ data }: MessageEvent<Name>) => self.postMessage(await outcome(data));
