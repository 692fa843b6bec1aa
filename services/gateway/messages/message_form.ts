/** The format of a streamed message. */
import { Buffer } from "node:buffer";
import type { JsonObject } from "lib/json_object.ts";
import { streamedTokens } from "../streams/estimate.ts";
import { mapTexts, type Visit } from "lib/streams/message_texts.ts";
import { SIGNED_REASONING } from "../calls/seals.ts";
import { guardrailsBlocked } from "../errors.ts";
import { type Said, saidIn, type StreamEvent } from "../streams/sse_events.ts";
import type { StreamForm } from "../streams/stream_form.ts";
import { objectOf, textOf } from "../wires/http.ts";
import { failureBody } from "./failure.ts";
import { fromAnthropic } from "./usage.ts";

/**
 * The events of a message with the texts in each, for the guard. Signed thinking cannot be rewritten: the provider
 * would not accept it back.
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

/** State of a stream: whether its thinking is signed, and the number of citations so far. */
interface EventState {
  signs: boolean;
  citations: number;
}

function eventOf(data: JsonObject, state: EventState): StreamEvent {
  const said: Said[] = [];
  mapWords(data, state, (text, of) => {
    if (text !== "") said.push({ of, text });
    return text;
  });
  return {
    raw: frame(data),
    data,
    said,
    rewritten(texts) {
      if (state.signs && textOf(objectOf(data.delta).type) === "thinking_delta") {
        throw guardrailsBlocked(SIGNED_REASONING);
      }
      let next = 0;
      return eventOf(mapWords(data, state, (text) => text === "" ? text : texts[next++] ?? text), state);
    },
  };
}

/** Fields of a block that a delta extends. Arguments are handled separately. */
const PIECES = new Set(["text", "thinking", "content"]);

/** The event with its texts replaced by `visit`, which also gets the id of the text that each continues. */
function mapWords(data: JsonObject, { citations }: EventState, visit: Visit): JsonObject {
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
    /** Usage so far; before the last event at least the reported prompt tokens. */
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

/** Removes counts that are null, which means unknown. */
function reportedCounts(usage: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
