/** The response body of a stream that is handled event by event. */
import { Buffer } from "node:buffer";
import { maskSecrets } from "lib/provider_refusal.ts";
import { type UnreadWatch, watchUnread } from "lib/unread.ts";
import { GatewayError, notRead, providerError } from "../errors.ts";
import { streamedTokens } from "./estimate.ts";
import { createHeartbeat, type Heartbeat } from "./heartbeat.ts";
import type { StreamEnd, StreamOptions } from "./sse.ts";
import { saidIn, type StreamEvent } from "./sse_events.ts";
import type { StreamForm } from "./stream_form.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { Usage } from "../usage.ts";

export interface EventStreamOptions extends Omit<StreamOptions, "showUsage"> {
  form: StreamForm;
  /** The provider's side of the stream. */
  source: EventSource;
  /** Ends the provider's side. */
  abort(reason: unknown): void;
}

const encoder = new TextEncoder();

/** The response body of `events`, which come from `source` and may have been held back since. */
export function streamEvents(
  events: AsyncIterable<StreamEvent>,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const { form, source, abort, unreadMs, onBegin, onEnd, tap } = options;
  const iterator = events[Symbol.asyncIterator]();
  onBegin?.(source.counted);
  let over = false;
  let unread: UnreadWatch | undefined;
  let heart: Heartbeat | undefined;
  let waitingSince = 0;
  let first = true;

  function end(outcome: StreamEnd["outcome"]): void {
    if (over) return;
    over = true;
    unread?.end();
    heart?.stop();
    iterator.return?.().catch(() => {});
    onEnd({ outcome, ...source.counted() });
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      heart = createHeartbeat(options.heartbeatMs, {
        waitedMs: () => over || waitingSince === 0 ? 0 : performance.now() - waitingSince,
        beat() {
          const room = (controller.desiredSize ?? 0) > 0;
          if (room) controller.enqueue(encoder.encode(form.heartbeat()));
        },
      });
      unread = watchUnread(() => {
        const failure = notRead();
        end("aborted");
        controller.enqueue(encoder.encode(form.failed(failure)));
        controller.close();
        abort(failure);
        options.onUnread?.();
      }, unreadMs);
    },
    async pull(controller) {
      if (over) return;
      unread?.taken();
      const send = (text: string) => {
        if (text === "") return;
        const bytes = encoder.encode(text);
        tap?.(bytes);
        controller.enqueue(bytes);
      };
      try {
        waitingSince = performance.now();
        const text = await nextText(iterator, form);
        waitingSince = 0;
        if (over) return;
        if (first) heart?.start();
        first = false;
        if (text !== undefined) {
          send(text);
          unread?.offered();
          return;
        }
        send(form.end());
        end("ok");
      } catch (error) {
        if (over) return;
        const failure = failureOf(error, options);
        send(form.failed(failure));
        end(failure.type === "guardrails_blocked" ? "blocked" : "cut");
        abort(failure);
      }
      controller.close();
    },
    cancel(reason) {
      end("aborted");
      abort(reason);
    },
  }, { highWaterMark: 1 });
}

/** The next text that is not empty; undefined at the end. */
async function nextText(
  iterator: AsyncIterator<StreamEvent>,
  form: StreamForm,
): Promise<string | undefined> {
  for (;;) {
    const step = await iterator.next();
    if (step.done) return undefined;
    const text = form.write(step.value);
    if (text !== "") return text;
  }
}

/** A provider's events, counted as they come. */
export interface EventSource {
  events: AsyncGenerator<StreamEvent>;
  counted(): Pick<StreamEnd, "usage" | "tokens">;
}

/** `events`, counted, each of which must come within the idle time. */
export function meteredEvents(
  events: AsyncIterable<StreamEvent>,
  { form, idleTimeoutMs, onFirst, abort }: Pick<
    EventStreamOptions,
    "form" | "idleTimeoutMs" | "onFirst" | "abort"
  >,
): EventSource {
  let usage: Usage | undefined;
  let textBytes = 0;
  let chunks = 0;
  async function* metered(): AsyncGenerator<StreamEvent> {
    const iterator = events[Symbol.asyncIterator]();
    try {
      for (let first = true;; first = false) {
        const step = await withDeadline(iterator.next(), idleTimeoutMs, abort);
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

function failureOf(error: unknown, { provider, secrets }: EventStreamOptions): GatewayError {
  if (error instanceof GatewayError) return error;
  if (!(error instanceof UpstreamError)) {
    return providerError(`${provider} cut the stream`, { code: "stream_cut" });
  }
  return providerError(maskSecrets(error.message, secrets), {
    code: error.code ?? "stream_cut",
    cause: error,
  });
}

async function withDeadline<T>(step: Promise<T>, ms: number, abort: (reason: unknown) => void): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const late = new UpstreamError(`The provider sent nothing for ${ms} ms`, {
      code: "timeout",
      beforeFirstByte: false,
    });
    reject(late);
    abort(late);
  }, ms);
  try {
    return await Promise.race([step, promise]);
  } finally {
    clearTimeout(timer);
  }
}
