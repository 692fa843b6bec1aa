/** The response body of a stream whose events are parsed, not only forwarded. */
import { type UnreadWatch, watchUnread } from "lib/http/unread.ts";
import { type GatewayError, notRead } from "../errors.ts";
import { createHeartbeat, type Heartbeat } from "./heartbeat.ts";
import type { EventSource } from "./metered_events.ts";
import type { StreamEnd, StreamOptions } from "./sse.ts";
import type { StreamEvent } from "./sse_events.ts";
import { streamFailure } from "./stream_failure.ts";
import type { StreamForm } from "./stream_form.ts";

export interface EventStreamOptions extends Omit<StreamOptions, "showUsage"> {
  form: StreamForm;
  /** Counters of the provider's stream. */
  source: EventSource;
  /** Aborts the provider's stream. */
  abort(reason: unknown): void;
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** State of a running stream. */
interface Passing {
  options: EventStreamOptions;
  events: AsyncIterator<StreamEvent>;
  controller: Controller;
  over: boolean;
  /** True once the client has been sent something. */
  begun: boolean;
  /** When the client began to wait for the next event; 0 when not waiting. */
  waitingSince: number;
  unread: UnreadWatch;
  heart: Heartbeat;
}

const encoder = new TextEncoder();

/** Writes `events` as a response body. */
export function streamEvents(
  events: AsyncIterable<StreamEvent>,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  options.onBegin?.(options.source.counted);
  let passing: Passing | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      passing = begin(iterator, controller, options);
    },
    async pull() {
      if (passing && !passing.over) await passNext(passing);
    },
    cancel(reason) {
      if (passing) end(passing, "aborted");
      options.abort(reason);
    },
  }, { highWaterMark: 1 });
}

function begin(
  events: AsyncIterator<StreamEvent>,
  controller: Controller,
  options: EventStreamOptions,
): Passing {
  const { form, abort, unreadMs, heartbeatMs, onUnread } = options;
  const unread = watchUnread(() => {
    const failure = notRead();
    end(passing, "aborted");
    controller.enqueue(encoder.encode(form.failed(failure)));
    controller.close();
    abort(failure);
    onUnread?.();
  }, unreadMs);
  const heart = createHeartbeat(heartbeatMs, {
    waitedMs: () => passing.over || passing.waitingSince === 0 ? 0 : performance.now() - passing.waitingSince,
    beat() {
      if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(form.heartbeat()));
    },
  });
  const passing: Passing = {
    ...{ options, events, controller, unread, heart },
    over: false,
    begun: false,
    waitingSince: 0,
  };
  return passing;
}

/** Sends the client the next event or the end of the stream. */
async function passNext(passing: Passing): Promise<void> {
  const { options: { form, abort }, unread, controller } = passing;
  unread.taken();
  try {
    passing.waitingSince = performance.now();
    const text = await nextText(passing.events, form);
    passing.waitingSince = 0;
    if (passing.over) return;
    if (!passing.begun) passing.heart.start();
    passing.begun = true;
    if (text !== undefined) {
      send(passing, text);
      unread.offered();
      return;
    }
    send(passing, form.end());
    end(passing, "ok");
  } catch (error) {
    if (passing.over) return;
    const failure = streamFailure(error, passing.options);
    send(passing, form.failed(failure));
    end(passing, failure.type === "guardrails_blocked" ? "blocked" : "cut", failure);
    abort(failure);
  }
  controller.close();
}

function send({ options: { tap }, controller }: Passing, text: string): void {
  if (text === "") return;
  const bytes = encoder.encode(text);
  tap?.(bytes);
  controller.enqueue(bytes);
}

function end(passing: Passing, outcome: StreamEnd["outcome"], failure?: GatewayError): void {
  if (passing.over) return;
  const { options: { onEnd, source }, unread, heart, events } = passing;
  passing.over = true;
  unread.end();
  heart.stop();
  events.return?.().catch(() => {});
  onEnd({ outcome, failure, ...source.counted() });
}

/** The text of the next event that is not hidden from the client; undefined at the end. */
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
