/** Event streams one event at a time, for providers that are translated and for answers that are scanned. */
import { isObject } from "lib/json_object.ts";
import { Buffer } from "node:buffer";
import { GatewayError, notRead, providerError } from "../errors.ts";
import { DONE, errorEvent, isUsageOnly, parseEvent, type StreamEnd, type StreamOptions } from "./sse.ts";
import { streamedTokens } from "./estimate.ts";
import { type UnreadWatch, watchUnread } from "lib/unread.ts";
import { completionText } from "./message_texts.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { type Usage, usageOf } from "../usage.ts";

/** One event: what is sent, and its JSON where it holds any. */
export interface StreamEvent {
  raw: string;
  data?: unknown;
}

const MAX_EVENT_CHARACTERS = 8 * 2 ** 20;

/** The events of a body up to `[DONE]`. Throws UpstreamError when it is cut before. */
export async function* eventsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let text = "";
  let finished = false;
  try {
    for await (const piece of pieces) {
      text += decoder.decode(piece, { stream: true });
      const events = text.split(/(?<=\r?\n\r?\n)/);
      text = /\r?\n\r?\n$/.test(events.at(-1) ?? "") ? "" : events.pop() ?? "";
      if (text.length > MAX_EVENT_CHARACTERS) throw cutShort("sent an event without end");
      for (const raw of events) {
        if (/^data: ?\[DONE\]\s*$/.test(raw)) return;
        const data = parseEvent(raw);
        finished ||= /"finish_reason":\s*"/.test(raw);
        yield { raw, data };
      }
    }
  } catch (error) {
    throw cutShort("cut the stream", error);
  }
  if (!finished) throw cutShort("ended the stream early");
}

function cutShort(what: string, cause?: unknown): UpstreamError {
  return new UpstreamError(`The provider ${what}`, { code: "stream_cut", beforeFirstByte: false, cause });
}

/** The events of a translated provider's chunks. */
export async function* chunkEvents(chunks: AsyncIterable<unknown>): AsyncGenerator<StreamEvent> {
  for await (const data of chunks) yield { raw: `data: ${JSON.stringify(data)}\n\n`, data };
}

const encoder = new TextEncoder();

/** The response body of `events`; `abort` ends the provider's side. */
export function streamEvents(
  events: AsyncIterable<StreamEvent>,
  { abort, ...options }: StreamOptions & { abort(reason: unknown): void },
): ReadableStream<Uint8Array> {
  const { provider, showUsage, idleTimeoutMs, unreadMs, onFirst, onEnd, tap } = options;
  const iterator = events[Symbol.asyncIterator]();
  let usage: Usage | undefined;
  let textBytes = 0;
  let chunks = 0;
  let first = true;
  let over = false;
  let unread: UnreadWatch | undefined;

  function end(outcome: StreamEnd["outcome"]): void {
    if (over) return;
    over = true;
    unread?.end();
    iterator.return?.().catch(() => {});
    onEnd({ outcome, usage, tokens: () => streamedTokens(textBytes, chunks) });
  }

  async function next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const step = await withDeadline(iterator.next(), idleTimeoutMs, abort);
      if (step.done) return undefined;
      const { raw, data } = step.value;
      if (first) onFirst();
      first = false;
      usage = (isObject(data) ? usageOf(data.usage) : undefined) ?? usage;
      const text = completionText(data);
      textBytes += Buffer.byteLength(text);
      if (text !== "") chunks += 1;
      if (showUsage || !isUsageOnly(data)) return encoder.encode(raw);
    }
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      unread = watchUnread(() => {
        const failure = notRead();
        end("aborted");
        controller.enqueue(errorEvent(failure));
        controller.close();
        abort(failure);
      }, unreadMs);
    },
    async pull(controller) {
      if (over) return;
      unread?.taken();
      const enqueue = (bytes: Uint8Array) => {
        tap?.(bytes);
        controller.enqueue(bytes);
      };
      try {
        const bytes = await next();
        if (over) return;
        if (bytes) {
          enqueue(bytes);
          unread?.offered();
          return;
        }
        enqueue(DONE);
        end("ok");
      } catch (error) {
        if (over) return;
        const failure = failureOf(error, provider);
        enqueue(errorEvent(failure));
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

function failureOf(error: unknown, provider: string): GatewayError {
  if (error instanceof GatewayError) return error;
  if (!(error instanceof UpstreamError)) {
    return providerError(`${provider} cut the stream`, { code: "stream_cut" });
  }
  return providerError(error.message, { code: error.code ?? "stream_cut", cause: error });
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
