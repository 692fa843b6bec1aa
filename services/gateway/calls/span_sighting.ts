/** Reads a span's attributes from an answer while it is sent, in every supported protocol. */
import type { Span } from "@opentelemetry/api";
import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import type { TraceHeaders } from "lib/telemetry/trace_headers.ts";

/** The span of a call whose trace is sampled. */
export interface CallSpan {
  span: Span;
  /** Whether texts are recorded. */
  content: boolean;
  /** Observes the answer. */
  answer: Sighting;
  /** Trace headers of the span. */
  around(): TraceHeaders;
}

/** An answer's own id, model and finish reasons. */
export interface Seen {
  id: string | undefined;
  /** Finish reasons of its choices. */
  reasons: string[];
  /** Its text; empty unless asked for. */
  text: string;
}

export interface Sighting {
  /** A whole answer. */
  whole(bytes: Uint8Array): void;
  /** The next bytes of an event stream. */
  events(bytes: Uint8Array): void;
  seen(): Seen;
}

const LONGEST = 2 ** 20;
const LONGEST_TEXT = 64_000;

/** Observes one answer; `content` also collects its text. */
export function createSighting(content: boolean): Sighting {
  const seen: Seen = { id: undefined, reasons: [], text: "" };
  const decoder = new TextDecoder();
  let rest = "";
  const note = (event: JsonObject) => {
    seen.id ??= idOf(event);
    for (const reason of reasonsOf(event)) if (seen.reasons.length < 128) seen.reasons.push(reason);
    if (content && seen.text.length < LONGEST_TEXT) seen.text += textOf(event);
  };
  return {
    whole(bytes) {
      if (bytes.length > LONGEST) return;
      const answer = parsedObject(decoder.decode(bytes));
      if (answer) note(answer);
    },
    events(bytes) {
      rest += decoder.decode(bytes, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      // Give up on an oversized event.
      if (rest.length > LONGEST) rest = "";
      for (const line of lines) {
        const event = line.startsWith("data:") ? parsedObject(line.slice(5)) : undefined;
        if (event) note(event);
      }
    },
    seen: () => seen,
  };
}

function idOf({ id, message, response }: JsonObject): string | undefined {
  const answerId = isObject(message) ? message.id : isObject(response) ? response.id : id;
  return typeof answerId === "string" ? answerId : undefined;
}

/** Finish reasons of chat completions, Anthropic's messages and responses, whole and streamed. */
function reasonsOf(event: JsonObject): string[] {
  const { choices, delta, response } = event;
  const reasons = [
    ...objects(choices).map(({ finish_reason }) => finish_reason),
    event.stop_reason,
    isObject(delta) ? delta.stop_reason : undefined,
    event.object === "response" ? endOf(event) : undefined,
    isObject(response) && response.status !== "in_progress" && response.status !== "queued"
      ? endOf(response)
      : undefined,
  ];
  return reasons.filter((reason) => typeof reason === "string");
}

function endOf({ status, incomplete_details }: JsonObject): unknown {
  return isObject(incomplete_details) ? incomplete_details.reason : status;
}

function textOf(event: JsonObject): string {
  const { type, choices, delta, content, output } = event;
  if (type === "response.output_text.delta") return stringOf(delta);
  if (type === "content_block_delta" && isObject(delta)) return stringOf(delta.text);
  const said = objects(choices).map(({ message, delta, text }) => {
    const part = isObject(message) ? message : isObject(delta) ? delta : {};
    return stringOf(part.content) + stringOf(text);
  });
  const blocks = [...objects(content), ...objects(output).flatMap((item) => objects(item.content))];
  return [...said, ...blocks.map(({ text }) => stringOf(text))].join("");
}

function objects(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
