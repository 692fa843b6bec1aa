/** Forwards bytes without events, such as audio, as they arrive. */
import { within } from "lib/deadlines.ts";
import { watchUnread } from "lib/http/unread.ts";
import type { AnswerBody } from "lib/http/http_client.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { Usage } from "../usage.ts";
import type { StreamEnd, StreamOptions } from "./sse.ts";

/** Forwards `body`; a truncated one breaks the connection, since audio cannot carry an error. */
export function passOn(
  body: AnswerBody,
  { onFirst, onEnd, onUnread, idleTimeoutMs, unreadMs, used }: StreamOptions & { used: Usage | undefined },
): ReadableStream<Uint8Array> {
  let over = false;
  let first = true;
  const late = () =>
    new UpstreamError(`sent nothing for ${idleTimeoutMs} ms`, { code: "timeout", beforeFirstByte: false });

  function end(outcome: StreamEnd["outcome"]): void {
    if (over) return;
    over = true;
    unread?.end();
    onEnd({ outcome, usage: used, tokens: () => 0 });
  }

  let unread: ReturnType<typeof watchUnread> | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      unread = watchUnread(() => {
        end("aborted");
        body.cancel();
        controller.error(new Error("the answer was not read in time"));
        onUnread?.();
      }, unreadMs);
    },
    async pull(controller) {
      if (over) return;
      unread?.taken();
      try {
        const bytes = await within(idleTimeoutMs, body.read(), late);
        if (over) return;
        if (bytes === null) {
          end("ok");
          return controller.close();
        }
        if (first) onFirst();
        first = false;
        controller.enqueue(bytes);
        unread?.offered();
      } catch (error) {
        if (over) return;
        end("cut");
        body.cancel();
        controller.error(error);
      }
    },
    cancel() {
      end("aborted");
      body.cancel();
    },
  }, { highWaterMark: 1 });
}
