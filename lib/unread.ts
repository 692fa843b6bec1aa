/** Ends answers that their client does not read, so that nobody holds a provider and memory for nothing. */
import { after } from "lib/deadlines.ts";

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

const encoder = new TextEncoder();

/**
 * An answer of texts, each made when the client has taken the one before. The texts end, as by `return()`, when the
 * client leaves or does not read; then `unread` is the last of them, for a client that reads after all.
 */
export function streamOfTexts(
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
