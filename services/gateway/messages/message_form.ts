/** The form of a streamed message. */
import { Buffer } from "node:buffer";
import type { JsonObject } from "lib/json_object.ts";
import { streamedTokens } from "../calls/estimate.ts";
import { type Said, saidIn, type StreamEvent } from "../calls/sse_events.ts";
import type { StreamForm } from "../calls/stream_form.ts";
import { objectOf, textOf } from "../wires/http.ts";
import { failureBody } from "./failure.ts";
import { fromAnthropic } from "./usage.ts";

/**
 * The events of a message as they are sent, with the words in each. Thoughts of a provider that signs them cannot have
 * other words: they would not be taken back.
 */
export async function* messageStream(
  events: AsyncIterable<JsonObject>,
  { signs }: { signs: boolean },
): AsyncGenerator<StreamEvent> {
  for await (const data of events) yield eventOf(data, signs);
}

function eventOf(data: JsonObject, signs: boolean): StreamEvent {
  const event = { raw: frame(data), data, said: wordsIn(data) };
  if (signs && textOf(objectOf(data.delta).type) === "thinking_delta") return event;
  return { ...event, rewritten: ([text]) => eventOf(withWords(data, text ?? ""), signs) };
}

/** The event with other words. */
function withWords(data: JsonObject, text: string): JsonObject {
  if (data.type === "content_block_start") {
    return { ...data, content_block: { ...objectOf(data.content_block), text } };
  }
  const delta = objectOf(data.delta);
  const name = ["text", "thinking", "partial_json"].find((name) => name in delta) ?? "text";
  return { ...data, delta: { ...delta, [name]: text } };
}

function frame(event: JsonObject): string {
  return `event: ${textOf(event.type)}\ndata: ${JSON.stringify(event)}\n\n`;
}

function wordsIn({ type, index, delta, content_block }: JsonObject): Said[] {
  const of = `${index}`;
  if (type === "content_block_start") {
    const text = textOf(objectOf(content_block).text);
    return text === "" ? [] : [{ of, text }];
  }
  if (type !== "content_block_delta") return [];
  const { text, thinking, partial_json } = objectOf(delta);
  const words = textOf(text) || textOf(thinking) || textOf(partial_json);
  return words === "" ? [] : [{ of, text: words }];
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
      if (type === "message_delta") counted = { ...counted, ...told(objectOf(usage)) };
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

/** Counts that are there: null says nothing. */
function told(usage: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
