/** Event streams one event at a time, for providers that are translated and for answers that are scanned. */
import { parseEvent } from "./sse.ts";
import { completionText } from "./message_texts.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** One event: what is sent, and its JSON where it holds any. */
export interface StreamEvent {
  raw: string;
  data?: unknown;
  /** Its words; undefined: those of a chunk of a chat completion. */
  said?: Said[];
  /** The event with other words, in the order of `said`; for one that has `said`. */
  rewritten?(texts: readonly string[]): StreamEvent;
}

/** Words of an event, and which of an answer's texts they go on with: its content, its reasoning, a call's arguments. */
export interface Said {
  text: string;
  /** The same for all pieces of one text. */
  of: string;
}

/** All words of an event. */
export function saidIn({ said, data }: StreamEvent): string {
  return said ? said.map(({ text }) => text).join("") : completionText(data);
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
