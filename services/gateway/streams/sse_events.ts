/** Event streams parsed event by event, for translated providers and for answers that the guard checks. */
import { failureIn, finishChunk, isDone, isFinish, parseEvent } from "./stream_event.ts";
import { completionText } from "./message_texts.ts";
import type { FailureSource } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** One event: its raw text, and its JSON if it has any. */
export interface StreamEvent {
  raw: string;
  data?: unknown;
  /** Its texts; undefined means those of a chat completion chunk. */
  said?: Said[];
  /** The event with replaced texts, in the order of `said`; present with `said`. */
  rewritten?(texts: readonly string[]): StreamEvent;
}

/**
 * A text of an event, and the text of the answer that it continues: content, reasoning, or a call's arguments.
 */
export interface Said {
  text: string;
  /** Identifies the continued text: the same for all its pieces. */
  of: string;
}

/** All text of an event. */
export function saidIn({ said, data }: StreamEvent): string {
  return said ? said.map(({ text }) => text).join("") : completionText(data);
}

const MAX_EVENT_CHARACTERS = 8 * 2 ** 20;

/**
 * The events of a body up to `[DONE]`, with a finish reason added if missing. Throws UpstreamError when the body is
 * truncated or reports a failure.
 */
export async function* eventsOf(
  pieces: AsyncIterable<Uint8Array>,
  from: FailureSource,
): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let text = "";
  let finished = false;
  let last: unknown;
  try {
    for await (const piece of pieces) {
      text += decoder.decode(piece, { stream: true });
      const events = text.split(/(?<=\n\r?\n)/);
      text = /\n\r?\n$/.test(events.at(-1) ?? "") ? "" : events.pop() ?? "";
      if (text.length > MAX_EVENT_CHARACTERS) throw cutShort("sent an event that is too large");
      for (const raw of events) {
        const failure = failureIn(raw, from);
        if (failure) throw failure;
        if (isDone(raw)) {
          if (!finished) yield eventFor(finishChunk(last));
          return;
        }
        const data = parseEvent(raw);
        finished ||= isFinish(raw);
        last = data ?? last;
        yield { raw, data };
      }
    }
  } catch (error) {
    throw error instanceof UpstreamError && !error.beforeFirstByte
      ? error
      : cutShort("broke off the stream", error);
  }
  if (!finished) throw cutShort("ended the stream early");
}

function cutShort(what: string, cause?: unknown): UpstreamError {
  return new UpstreamError(`The provider ${what}`, { code: "stream_cut", beforeFirstByte: false, cause });
}

/** A translated provider's chunks as events. */
export async function* chunkEvents(chunks: AsyncIterable<unknown>): AsyncGenerator<StreamEvent> {
  for await (const data of chunks) yield eventFor(data);
}

function eventFor(data: unknown): StreamEvent {
  return { raw: `data: ${JSON.stringify(data)}\n\n`, data };
}
