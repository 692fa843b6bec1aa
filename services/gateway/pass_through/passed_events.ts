/** The events of a provider's own stream in any protocol, each with its texts for the guard. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { mapTexts, type Visit, withoutProbabilities } from "lib/streams/message_texts.ts";
import { refuseChangedSeals, SIGNED_REASONING } from "../calls/seals.ts";
import { guardrailsBlocked } from "../errors.ts";
import type { Said, StreamEvent } from "../streams/sse_events.ts";
import { parseEvent } from "../streams/stream_event.ts";
import { rawEvents } from "../streams/typed_events.ts";

/** Throws UpstreamError when the stream is truncated. `secret` is removed from every event. */
export async function* passedEvents(
  pieces: AsyncIterable<Uint8Array>,
  { secret }: { secret: string },
): AsyncGenerator<StreamEvent> {
  for await (const raw of rawEvents(pieces)) yield eventOf(withoutSecret(raw, secret));
}

/** `text` without the provider's key, which some errors quote. */
export function withoutSecret(text: string, secret: string): string {
  return secret.split(":").concat(secret).filter((part) => part.length >= LEAST_SECRET)
    .reduce((left, part) => left.replaceAll(part, "***"), text);
}

const LEAST_SECRET = 8;

function eventOf(raw: string): StreamEvent {
  const data = parseEvent(raw);
  if (!isObject(data)) return { raw, data, said: [] };
  const said: Said[] = [];
  mapWords(data, (text, of) => {
    if (text !== "") said.push({ of, text });
    return text;
  });
  return {
    raw,
    data,
    said,
    rewritten(texts) {
      let next = 0;
      const changed = mapWords(data, (text) => text === "" ? text : texts[next++] ?? text);
      refuseChangedSeals(data, changed, SIGNED_REASONING);
      // Thinking deltas are signed by a later event, so they cannot be rewritten.
      if (isThought(data)) throw guardrailsBlocked(SIGNED_REASONING);
      return eventOf(rewrittenFrame(raw, withoutProbabilities(changed)));
    },
  };
}

function isThought({ delta }: JsonObject): boolean {
  return isObject(delta) && delta.type === "thinking_delta";
}

function rewrittenFrame(raw: string, data: unknown): string {
  const others = raw.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("data:"));
  return [...others, `data: ${JSON.stringify(data)}`].join("\n") + "\n\n";
}

/** Fields that repeat in each event and contain no text. */
const STANDING = new Set([
  ...["object", "model", "modelVersion", "responseId", "status", "system_fingerprint", "service_tier"],
  ...["finish_reason", "finishReason", "stop_reason", "obfuscation", "created_at"],
]);

/** The event with its texts replaced by `visit`; deltas of one text have the same id. */
function mapWords(data: JsonObject, visit: Visit): JsonObject {
  const { type, item_id, index, output_index, content_index, summary_index } = data;
  const of = [type, item_id ?? output_index ?? index, content_index ?? summary_index].filter((part) =>
    part !== undefined
  ).join(":");
  const mapped = mapTexts(data, (text, path) => {
    const field = path.slice(path.lastIndexOf("/") + 1);
    return STANDING.has(field) ? text : visit(text, `${of}/${path}`);
  });
  return isObject(mapped) ? mapped : data;
}
