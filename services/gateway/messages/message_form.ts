/** The form of a streamed message. */
import { Buffer } from "node:buffer";
import type { JsonObject } from "lib/json_object.ts";
import { streamedTokens } from "../streams/estimate.ts";
import { mapTexts, type Visit } from "lib/streams/message_texts.ts";
import { guardrailsBlocked } from "../errors.ts";
import { type Said, saidIn, type StreamEvent } from "../streams/sse_events.ts";
import type { StreamForm } from "../streams/stream_form.ts";
import { objectOf, textOf } from "../wires/http.ts";
import { failureBody } from "./failure.ts";
import { fromAnthropic } from "./usage.ts";

export const SIGNED_THOUGHTS = "The model's thoughts hold what may not be shown, and are signed as they are";

/**
 * The events of a message as they are sent, with the words in each. Thoughts of a provider that signs them cannot have
 * other words: they would not be taken back.
 */
export async function* messageStream(
  events: AsyncIterable<JsonObject>,
  { signs }: { signs: boolean },
): AsyncGenerator<StreamEvent> {
  let citations = 0;
  for await (const data of events) {
    if (textOf(objectOf(data.delta).type) === "citations_delta") citations += 1;
    yield eventOf(data, { signs, citations });
  }
}

/** The state of a stream that no event carries: whether thoughts are signed, and the number of citations so far. */
interface Within {
  signs: boolean;
  citations: number;
}

function eventOf(data: JsonObject, within: Within): StreamEvent {
  const said: Said[] = [];
  mapWords(data, within, (text, of) => {
    if (text !== "") said.push({ of, text });
    return text;
  });
  return {
    raw: frame(data),
    data,
    said,
    rewritten(texts) {
      if (within.signs && textOf(objectOf(data.delta).type) === "thinking_delta") {
        throw guardrailsBlocked(SIGNED_THOUGHTS);
      }
      let next = 0;
      return eventOf(mapWords(data, within, (text) => text === "" ? text : texts[next++] ?? text), within);
    },
  };
}

/** The part of a block that a text extends: its text, thoughts or summary. Arguments have a channel of their own. */
const PIECES = new Set(["text", "thinking", "content"]);

/** The event with the words that `visit` gives; each names the text that it goes on with. */
function mapWords(data: JsonObject, { citations }: Within, visit: Visit): JsonObject {
  const { type, index } = data;
  const name = type === "content_block_start" ? "content_block" : "delta";
  if (type !== "content_block_start" && type !== "content_block_delta") return data;
  const mapped = mapTexts(data[name], (text, path) => {
    if (PIECES.has(path)) return visit(text, `${index}`);
    return visit(text, `${index}/${path.startsWith("citation/") ? `${citations}/` : ""}${path}`);
  });
  return { ...data, [name]: mapped };
}

function frame(event: JsonObject): string {
  return `event: ${textOf(event.type)}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function messageForm(requestId: string): StreamForm {
  let counted: JsonObject = {};
  let begun = false;
  let bytes = 0;
  let pieces = 0;
  return {
    write({ raw }) {
      begun = true;
      return raw;
    },
    /** Until the last event tells all, at least the prompt as it was counted and what was sent of the answer. */
    usage(event) {
      const { type, message, usage } = objectOf(event.data);
      const words = saidIn(event);
      bytes += Buffer.byteLength(words);
      pieces += words === "" ? 0 : 1;
      if (type === "message_start") counted = objectOf(objectOf(message).usage);
      if (type === "message_delta") counted = { ...counted, ...reportedCounts(objectOf(usage)) };
      if (type === "message_delta" || type === "message_stop") return fromAnthropic(counted);
      const known = fromAnthropic(counted);
      if (!known || known.prompt_tokens === 0) return undefined;
      const completion_tokens = streamedTokens(bytes, pieces);
      const total_tokens = known.prompt_tokens + completion_tokens;
      return { ...known, completion_tokens, total_tokens, reasoning_tokens: 0, estimated: true };
    },
    end: () => "",
    failed: (error) => `event: error\ndata: ${JSON.stringify(failureBody(error, requestId))}\n\n`,
    heartbeat: () => begun ? `event: ping\ndata: {"type":"ping"}\n\n` : "",
  };
}

/** Counts that are present; null means unknown. */
function reportedCounts(usage: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
