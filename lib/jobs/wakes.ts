/** A signal across processes, backed by polling. */
import { pause } from "lib/deadlines.ts";

/** Yields whenever the value under `key` changes, and every `pollMs`, until the signal aborts. */
export async function* wakes(
  kv: Deno.Kv,
  { key, pollMs, signal }: { key: Deno.KvKey; pollMs: number; signal: AbortSignal },
): AsyncGenerator<void> {
  const reader = kv.watch([key]).getReader();
  let isChanged = false;
  let waking = new AbortController();
  const onChange = () => {
    isChanged = true;
    waking.abort();
  };
  const stop = () => {
    reader.cancel().catch(() => {});
    waking.abort();
  };
  signal.addEventListener("abort", stop, { once: true });
  // After a failed watch, polling continues.
  forEachValue(reader, onChange).catch(() => {});
  try {
    while (!signal.aborted) {
      // The poll finds expired leases, and replaces the watch where that sees only its own process.
      if (!isChanged) await pause(pollMs, waking.signal).catch(() => {});
      if (signal.aborted) break;
      isChanged = false;
      waking = new AbortController();
      yield;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

async function forEachValue(reader: ReadableStreamDefaultReader<unknown>, work: () => void): Promise<void> {
  while (!(await reader.read()).done) work();
}
