/** Delays a stream until its texts have been checked, as far as the current policies require. */
import type { TextWindow } from "lib/streams/held_channel.ts";
import { HeldTooLong } from "lib/streams/held_queue.ts";
import { holdStream, type HoldVerdict } from "lib/streams/held_stream.ts";
import { chunkTexts, type StreamedText, withChunkTexts } from "lib/streams/message_texts.ts";
import { answerNotRedactable, guardrailsError } from "../errors.ts";
import type { StreamEvent } from "../streams/sse_events.ts";

/** Checks windows of an answer's texts. Throws guardrails_blocked or guardrails_error. */
export type CheckWindows = (windows: readonly TextWindow[], last: boolean) => Promise<HoldVerdict>;

/** `events`, each released only after `check` has seen its texts with their context. */
export async function* guarded(
  events: AsyncIterable<StreamEvent>,
  check: CheckWindows,
): AsyncGenerator<StreamEvent> {
  const hold = holdStream<StreamEvent>({
    ...{ check, texts: textsIn, rewrite: withTexts },
    // Protocols with blocks send them sequentially.
    inOrder: ({ said }) => said !== undefined,
  });
  let over = false;
  try {
    for await (const event of events) {
      // Not `yield*`, which costs an async generator several promises per event.
      for (const released of await hold.take(event)) yield released;
    }
    over = true;
    yield* await hold.end();
  } catch (error) {
    over = true;
    if (error instanceof HeldTooLong) throw guardrailsError(error.message, { cause: error });
    throw error;
  } finally {
    // The client has disconnected, but the texts that it received are still recorded.
    if (!over && hold.isReleasing()) {
      const windows = [...hold.texts()].map(([channel, text]) => ({
        ...{ channel, text, released: text.length, open: false },
      }));
      void check(windows, true).catch(() => {});
    }
  }
}

/** Passes `events`, collecting their texts by channel in `texts`. */
export async function* noted(
  events: AsyncIterable<StreamEvent>,
  texts: Map<string, string>,
): AsyncGenerator<StreamEvent> {
  for await (const event of events) {
    for (const { channel, text } of textsIn(event)) texts.set(channel, (texts.get(channel) ?? "") + text);
    yield event;
  }
}

function textsIn({ said, data }: StreamEvent): StreamedText[] {
  if (!said) return chunkTexts(data);
  return said.filter(({ text }) => text !== "").map(({ of, text }) => ({ channel: of, text, whole: false }));
}

function withTexts(event: StreamEvent, texts: readonly string[]): StreamEvent {
  if (event.rewritten) return event.rewritten(texts);
  if (event.said) throw answerNotRedactable();
  const data = withChunkTexts(event.data, texts);
  return { raw: `data: ${JSON.stringify(data)}\n\n`, data };
}
