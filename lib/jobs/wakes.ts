/** A signal across processes, backed by polling. */
import { pause } from "lib/deadlines.ts";

/** Yields whenever the value under `key` changes, and every `pollMs`, until the signal aborts. */
export async function* wakes(
  kv: Deno.Kv,
  { key, pollMs, signal }: { key: Deno.KvKey; pollMs: number; signal: AbortSignal },
): AsyncGenerator<void> {
  const reader = kv.watch([key]).getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  let changed: Promise<unknown> = next(reader);
  while (!signal.aborted) {
    // The poll finds expired leases, and replaces the watch where that sees only its own process.
    const timer = new AbortController();
    const first = await Promise.race([
      changed.then(() => "changed"),
      pause(pollMs, AbortSignal.any([signal, timer.signal])).then(() => "polled", () => "polled"),
    ]);
    timer.abort();
    if (signal.aborted) break;
    if (first === "changed") changed = next(reader);
    yield;
  }
  stop();
}

/** The next change; a failed watch never yields one, and polling continues. */
async function next(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  try {
    const { done } = await reader.read();
    if (!done) return;
  } catch {
    // Polling continues.
  }
  await new Promise(() => {});
}
