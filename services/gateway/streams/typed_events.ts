/** Event streams whose events say their type, and end with one of a known type. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { errorBody } from "../errors.ts";
import { type Usage, usageOf } from "../usage.ts";
import type { FailureSource } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { failureIn, isDone, parseEvent } from "./stream_event.ts";
import type { Said, StreamEvent } from "./sse_events.ts";
import type { StreamForm } from "./stream_form.ts";

/** The protocol of one stream. */
export interface TypedStream {
  /** Whether an event may be the last. */
  isLast(data: JsonObject): boolean;
  /** The words of an event. */
  said(data: JsonObject): Said[];
  /** Of the last event. */
  usage?(reported: Usage | undefined): Usage | undefined;
}

// Pictures come whole in one event.
const MAX_EVENT_CHARACTERS = 64 * 2 ** 20;

/** The events of a body. Throws UpstreamError when it is cut before the last one, or reports a failure. */
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

/** An event of such a stream that is made here. */
export function typedEvent(data: JsonObject & { type: string }, said: Said[] = []): StreamEvent {
  return { raw: `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`, data, said };
}

/** The events of a body as they were sent, each whole. */
export async function* rawEvents(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held: string[] = [];
  let size = 0;
  try {
    for await (const piece of pieces) {
      const text = decoder.decode(piece, { stream: true });
      held.push(text);
      size += text.length;
      if (size > MAX_EVENT_CHARACTERS) throw cut("sent an event without end");
      // A large event comes in many pieces: it is put together once.
      if (!/\n\r?\n/.test((held.at(-2)?.slice(-3) ?? "") + text)) continue;
      const events = held.join("").split(/(?<=\n\r?\n)/);
      const last = events.at(-1) ?? "";
      const rest = /\n\r?\n$/.test(last) ? "" : events.pop() ?? "";
      yield* events;
      held = [rest];
      size = rest.length;
    }
    // Some servers leave out the blank line after the last.
    const rest = held.join("");
    if (isObject(parseEvent(rest)) || isDone(rest)) yield `${rest.trimEnd()}\n\n`;
  } catch (error) {
    throw error instanceof UpstreamError ? error : cut("cut the stream", error);
  }
}

function cut(what: string, cause?: unknown): UpstreamError {
  return new UpstreamError(`The provider ${what}`, { code: "stream_cut", beforeFirstByte: false, cause });
}

/** Such streams pass through as they are. */
export function typedForm({ usage = (reported) => reported }: Pick<TypedStream, "usage">): StreamForm {
  return {
    write: ({ raw }) => raw,
    usage: ({ data }) => isObject(data) && isObject(data.usage) ? usage(usageOf(data.usage)) : undefined,
    end: () => "",
    failed: (error) => `event: error\ndata: ${JSON.stringify(errorBody(error))}\n\n`,
    heartbeat: () => ": keep-alive\n\n",
  };
}
