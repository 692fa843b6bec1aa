import { Buffer } from "node:buffer";
import { within } from "lib/deadlines.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { Usage } from "../usage.ts";
import { streamedTokens } from "./estimate.ts";
import type { StreamCount } from "./sse.ts";
import { saidIn, type StreamEvent } from "./sse_events.ts";
import type { StreamForm } from "./stream_form.ts";

/** A provider's events, counted as they come. */
export interface EventSource {
  events: AsyncGenerator<StreamEvent>;
  counted(): StreamCount;
}

export interface MeteringOptions {
  form: Pick<StreamForm, "usage">;
  idleTimeoutMs: number;
  onFirst(): void;
  /** Ends the provider's side. */
  abort(reason: unknown): void;
}

/** `events`, counted, each of which must come within the idle time. */
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
      // Not waited for: it may be in the middle of a read.
      iterator.return?.().catch(() => {});
    }
  }
  return {
    events: metered(),
    counted: () => ({ usage, tokens: () => streamedTokens(textBytes, chunks) }),
  };
}

/** The same events once the first of them is there. Throws what comes in its place. */
export async function begun<T>(events: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
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
