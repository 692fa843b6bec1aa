import { Buffer } from "node:buffer";
import { within } from "lib/deadlines.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { Usage } from "../usage.ts";
import { streamedTokens } from "./estimate.ts";
import type { StreamCount } from "./sse.ts";
import { saidIn, type StreamEvent } from "./sse_events.ts";
import type { StreamForm } from "./stream_form.ts";

/** A provider's events with a running token count. */
export interface EventSource {
  events: AsyncGenerator<StreamEvent>;
  counted(): StreamCount;
}

export interface MeteringOptions {
  form: Pick<StreamForm, "usage">;
  idleTimeoutMs: number;
  onFirst(): void;
  /** Aborts the provider's stream. */
  abort(reason: unknown): void;
}

/** Counts `events`, each of which must arrive within the idle timeout. */
export function meteredEvents(
  events: AsyncIterable<StreamEvent>,
  { form, idleTimeoutMs, onFirst, abort }: MeteringOptions,
): EventSource {
  let usage: Usage | undefined;
  let textBytes = 0;
  let chunks = 0;
  const giveUp = () => {
    const message = `The provider sent nothing for ${idleTimeoutMs} ms`;
    const late = new UpstreamError(message, { code: "timeout", beforeFirstByte: false });
    abort(late);
    return late;
  };
  async function* metered(): AsyncGenerator<StreamEvent> {
    const iterator = events[Symbol.asyncIterator]();
    try {
      for (let first = true;; first = false) {
        const step = await within(idleTimeoutMs, iterator.next(), giveUp);
        if (step.done) return;
        if (first) onFirst();
        usage = form.usage(step.value) ?? usage;
        const said = saidIn(step.value);
        textBytes += Buffer.byteLength(said);
        if (said !== "") chunks += 1;
        yield step.value;
      }
    } finally {
      // Not awaited: the iterator may be in the middle of a read.
      iterator.return?.().catch(() => {});
    }
  }
  return {
    events: metered(),
    counted: () => ({ usage, tokens: () => streamedTokens(textBytes, chunks) }),
  };
}

/** Waits for the first event, so that a failure before it is thrown here; then yields all events. */
export async function awaitFirst<T>(events: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await events.next();
  return (async function* () {
    try {
      if (!first.done) yield first.value;
      yield* events;
    } finally {
      await events.return(undefined);
    }
  })();
}
