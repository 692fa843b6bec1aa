/**
 * Ends answers that their client does not read, so that stalled clients hold neither a provider nor memory.
 */
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { Context } from "hono";
import { after } from "lib/deadlines.ts";
import { hangUp } from "lib/http/http_server.ts";

/** Milliseconds that a client may go without reading waiting data. */
export const UNREAD_MS = 60_000;

/** Watches one answer. */
export interface UnreadWatch {
  /** Data waits for the client. */
  offered(): void;
  /** The client took data, or wants more. */
  taken(): void;
  /** The answer is over. */
  end(): void;
}

/**
 * Calls `expire`, once, when the client has read nothing for `ms`. Checks once per `ms`, instead of a timer
 * per piece.
 */
export function watchUnread(expire: () => void, ms = UNREAD_MS): UnreadWatch {
  let since = 0;
  let withdraw = after(ms, look);
  function look(): void {
    const waited = since === 0 ? 0 : performance.now() - since;
    if (waited < ms) withdraw = after(ms - waited, look);
    else expire();
  }
  return {
    offered: () => void (since = performance.now()),
    taken: () => void (since = 0),
    end: () => withdraw(),
  };
}

/**
 * `stream`, cut off when its client reads nothing for `ms`. `c` is the context of the request that it
 * answers.
 */
export function whileRead(
  c: { env: unknown },
  stream: ReadableStream<Uint8Array>,
  ms = UNREAD_MS,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return pulled(() => reader.read(), {
    ms,
    expire(controller) {
      controller.error(new Error("the client did not read the answer in time"));
      reader.cancel().catch(() => {});
      hangUp(c);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Server-Sent Events written by `send`; when the client stops reading them, `stream.onAbort` is called. */
export function streamEvents(
  c: Context,
  send: (stream: SSEStreamingApi) => Promise<void>,
  ms = UNREAD_MS,
): Response {
  const response = streamSSE(c, send);
  return response.body ? new Response(whileRead(c, response.body, ms), response) : response;
}

const encoder = new TextEncoder();

/**
 * An answer to the request of `c` that pulls each of `texts` when the client has read the one before. When
 * the client leaves or does not read, the generator is ended with `return()`; `unread` is then sent last, for
 * a client that reads after all, and its connection ends.
 */
export function streamOfTexts(
  c: { env: unknown },
  texts: AsyncGenerator<string>,
  { unread, ms = UNREAD_MS }: { unread: string; ms?: number },
): ReadableStream<Uint8Array> {
  const stop = () => texts.return(undefined).then(() => {}, () => {});
  return pulled(async () => {
    const { done, value } = await texts.next();
    return { value: done ? undefined : encoder.encode(value) };
  }, {
    ms,
    expire(controller) {
      controller.enqueue(encoder.encode(unread));
      controller.close();
      void stop();
      hangUp(c);
    },
    cancel: stop,
  });
}

interface Pulling {
  ms: number;
  /** Called once the client has read nothing for `ms`. */
  expire(controller: ReadableStreamDefaultController<Uint8Array>): void;
  /** Called when the client leaves. */
  cancel(reason: unknown): Promise<void>;
}

/** A stream that pulls pieces from `next`, each when the client has read the one before. */
function pulled(
  next: () => Promise<{ value?: Uint8Array | undefined }>,
  { ms, expire, cancel }: Pulling,
): ReadableStream<Uint8Array> {
  let watch: UnreadWatch | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      watch = watchUnread(() => {
        watch?.end();
        expire(controller);
      }, ms);
      watch.offered();
    },
    async pull(controller) {
      watch?.taken();
      try {
        const { value } = await next();
        if (value !== undefined) {
          controller.enqueue(value);
          watch?.offered();
          return;
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      watch?.end();
    },
    cancel(reason) {
      watch?.end();
      return cancel(reason);
    },
  }, { highWaterMark: 0 });
}
