/** Ends answers that their client does not read, so that nobody holds a provider and memory for nothing. */
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { Context } from "hono";
import { after } from "lib/deadlines.ts";
import { hangUp } from "lib/http_server.ts";

/** Milliseconds for which a client may take nothing of what waits for it. */
export const UNREAD_MS = 60_000;

/** A watch over one answer. */
export interface UnreadWatch {
  /** Something waits for the client. */
  offered(): void;
  /** The client took it, or wants more. */
  taken(): void;
  /** The answer is over. */
  end(): void;
}

/** Calls `expire`, once, when the client has taken nothing for `ms`. One look per `ms`, instead of a timer per piece. */
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
 * `stream`, for as long as its client reads it: one that takes nothing for `ms` is cut off. `c` is the context of the
 * request that it answers.
 */
export function whileRead(
  c: { env: unknown },
  stream: ReadableStream<Uint8Array>,
  ms = UNREAD_MS,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let watch: UnreadWatch | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      watch = watchUnread(() => {
        controller.error(new Error("the client took nothing of the answer in time"));
        reader.cancel().catch(() => {});
        hangUp(c);
      }, ms);
      watch.offered();
    },
    async pull(controller) {
      watch?.taken();
      try {
        const { done, value } = await reader.read();
        if (!done) {
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
      return reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}

/** Server-Sent Events that `send` writes, for as long as their client reads them; then `stream.onAbort` is called. */
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
 * An answer of texts to the request of `c`, each made when the client has taken the one before. The texts end, as by
 * `return()`, when the client leaves or does not read; then `unread` is the last of them, for a client that reads
 * after all, and its connection ends.
 */
export function streamOfTexts(
  c: { env: unknown },
  texts: AsyncGenerator<string>,
  { unread, ms = UNREAD_MS }: { unread: string; ms?: number },
): ReadableStream<Uint8Array> {
  let watch: UnreadWatch | undefined;
  const stop = () => {
    watch?.end();
    return texts.return(undefined).then(() => {}, () => {});
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      watch = watchUnread(() => {
        controller.enqueue(encoder.encode(unread));
        controller.close();
        void stop();
        hangUp(c);
      }, ms);
      watch.offered();
    },
    async pull(controller) {
      watch?.taken();
      try {
        const { done, value } = await texts.next();
        if (!done) {
          controller.enqueue(encoder.encode(value));
          watch?.offered();
          return;
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      watch?.end();
    },
    cancel: stop,
  }, { highWaterMark: 0 });
}
