/** Streams the stored and future events of a background response. */
import type { BackgroundStore } from "./background_store.ts";
import type { Bell } from "./bell.ts";

// Events that another process stores are only found by polling.
const LOOK_MS = 500;
const HEARTBEAT_MS = 15_000;
const MOST_AT_ONCE = 100;

const encoder = new TextEncoder();

/** Events after number `after` as server-sent events, until the response ends. It runs on when the reader leaves. */
export function replay(
  { store, bell, id, after, signal }: {
    store: Pick<BackgroundStore, "events" | "state">;
    bell: Bell;
    id: string;
    after: number;
    signal: AbortSignal;
  },
): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const over = AbortSignal.any([left.signal, signal]);
  let last = after;
  let saidAt = performance.now();

  /** The text of the next events, or a heartbeat; undefined at the end. */
  async function next(): Promise<string | undefined> {
    while (!over.aborted) {
      // The state is read before the events: once it has ended, all events are stored.
      const state = await store.state(id);
      const events = await store.events(id, last, MOST_AT_ONCE);
      if (events.length > 0) {
        last = events.at(-1)?.number ?? last;
        return events.map(({ event }) => event).join("");
      }
      if (!state || state.status !== "queued" && state.status !== "in_progress") return undefined;
      if (performance.now() - saidAt > HEARTBEAT_MS) return ": keep-alive\n\n";
      await bell.heard(id, LOOK_MS, over);
    }
  }

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const text = await next();
      if (left.signal.aborted) return;
      saidAt = performance.now();
      if (text === undefined) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
    cancel: () => left.abort(),
  }, { highWaterMark: 0 });
}
