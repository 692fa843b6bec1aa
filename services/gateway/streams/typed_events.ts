/** Event streams whose events have a `type`, and whose last event has a known one. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { errorBody } from "../errors.ts";
import { type Usage, usageOf } from "../usage.ts";
import type { FailureSource } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { failureIn, isDone, parseEvent } from "./stream_event.ts";
import type { Said, StreamEvent } from "./sse_events.ts";
import type { StreamForm } from "./stream_form.ts";

/** The protocol of a stream. */
export interface TypedStream {
  /** Whether an event may end the stream. */
  isLast(data: JsonObject): boolean;
  /** The texts of an event. */
  said(data: JsonObject): Said[];
  /** Adjusts the usage that the last event reports. */
  usage?(reported: Usage | undefined): Usage | undefined;
}

// A whole image comes in one event.
const MAX_EVENT_CHARACTERS = 64 * 2 ** 20;

/** The events of a body. Throws UpstreamError when it is truncated or reports a failure. */
export async function* typedEvents(
  pieces: AsyncIterable<Uint8Array>,
  { isLast, said }: TypedStream,
  from: FailureSource,
): AsyncGenerator<StreamEvent> {
  let finished = false;
  for await (const raw of rawEvents(pieces)) {
    const data = parseEvent(raw);
    if (/^data: ?\[DONE\]\s*$/.test(raw) || !isObject(data)) continue;
    const failure = failureIn(raw, from);
    if (failure) throw failure;
    finished ||= isLast(data);
    yield { raw, data, said: said(data) };
  }
  if (!finished) throw cut("ended the stream early");
}

/** Makes an event from its data. */
export function typedEvent(data: JsonObject & { type: string }, said: Said[] = []): StreamEvent {
  return { raw: `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`, data, said };
}

/** The raw text of each event of a body. */
export async function* rawEvents(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let buffered: string[] = [];
  let size = 0;
  try {
    for await (const piece of pieces) {
      const text = decoder.decode(piece, { stream: true });
      buffered.push(text);
      size += text.length;
      if (size > MAX_EVENT_CHARACTERS) throw cut("sent an event that is too large");
      // A large event comes in many pieces, which are joined only once.
      if (!/\n\r?\n/.test((buffered.at(-2)?.slice(-3) ?? "") + text)) continue;
      const events = buffered.join("").split(/(?<=\n\r?\n)/);
      const last = events.at(-1) ?? "";
      const rest = /\n\r?\n$/.test(last) ? "" : events.pop() ?? "";
      yield* events;
      buffered = [rest];
      size = rest.length;
    }
    // Some servers omit the blank line after the last event.
    const rest = buffered.join("");
    if (isObject(parseEvent(rest)) || isDone(rest)) yield `${rest.trimEnd()}\n\n`;
  } catch (error) {
    throw error instanceof UpstreamError ? error : cut("broke off the stream", error);
  }
}

function cut(what: string, cause?: unknown): UpstreamError {
  return new UpstreamError(`The provider ${what}`, { code: "stream_cut", beforeFirstByte: false, cause });
}

/** The format of such streams, which are forwarded unchanged. */
export function typedForm({ usage = (reported) => reported }: Pick<TypedStream, "usage">): StreamForm {
  return {
    write: ({ raw }) => raw,
    usage: ({ data }) => isObject(data) && isObject(data.usage) ? usage(usageOf(data.usage)) : undefined,
    end: () => "",
    failed: (error) => `event: error\ndata: ${JSON.stringify(errorBody(error))}\n\n`,
    heartbeat: () => ": keep-alive\n\n",
  };
}
