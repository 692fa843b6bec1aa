/** One event of a provider's chat stream, by itself. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { type FailureSource, reportedFailure, reportsFailure } from "../providers/reported_failure.ts";
import type { UpstreamError } from "../providers/upstream_error.ts";

/** The JSON of an event's data lines; undefined when there is none. */
export function parseEvent(event: string): unknown {
  const data = event.split(/\r?\n/).filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5)).join("\n");
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

export function isUsageOnly(data: unknown): boolean {
  return isObject(data) && Array.isArray(data.choices) && data.choices.length === 0 && isObject(data.usage);
}

/** The end mark of a stream. */
export function isDone(event: string): boolean {
  return /^data: ?\[DONE\]\s*$/.test(event);
}

const FINISH = /"finish_reason": ?"/;

/** Whether an event says why the model stopped. */
export function isFinish(event: string): boolean {
  return FINISH.test(event);
}

/** The end mark of a stream, as it stands in one. */
export const END_MARK = "[DONE]";
/**
 * In every event that tells of a failure. V8 looks for a short text by its first letter: an `r` is so much rarer in
 * chunks than a quote or an `e` that this takes a fifth of the time.
 */
export const FAILURE_MARK = "rror";

/** Whether a text of events may hold a failure. */
export function mayFail(events: string): boolean {
  return events.includes(FAILURE_MARK) && /"error"|event: ?error/.test(events);
}

const LF = 10;
const CR = 13;

/** Where the event with the character at `at` begins, behind the blank line before it; -1 where there is none. */
export function eventStart(events: string, at: number): number {
  for (let line = at; line > 0;) {
    line = events.lastIndexOf("\n", line - 1);
    const next = line < 0 ? -1 : blankEnd(events, line);
    if (next >= 0) return next;
  }
  return -1;
}

/** Where that event ends, its blank line included; -1 where there is none. */
export function eventEnd(events: string, at: number): number {
  for (let line = events.indexOf("\n", at); line >= 0; line = events.indexOf("\n", line + 1)) {
    const end = blankEnd(events, line);
    if (end >= 0) return end;
  }
  return -1;
}

/** Where the blank line behind the line break at `at` ends; -1 where none stands there. */
function blankEnd(events: string, at: number): number {
  const next = events.charCodeAt(at + 1);
  if (next === LF) return at + 2;
  return next === CR && events.charCodeAt(at + 2) === LF ? at + 3 : -1;
}

/** The failure that a provider tells of within its stream; undefined for any other event. */
export function failureIn(event: string, teller: FailureSource): UpstreamError | undefined {
  if (!mayFail(event)) return undefined;
  const data = parseEvent(event);
  return /^event: ?error\s*$/m.test(event) || reportsFailure(data)
    ? reportedFailure(data, teller)
    : undefined;
}

/** The chunk that says that the model stopped, for a provider that ends its stream without; `like` any chunk before. */
export function finishChunk(like: unknown): JsonObject {
  const { id = "chatcmpl-0", object = "chat.completion.chunk", created = 0, model = "unknown" } =
    isObject(like) ? like : {};
  const said = object === "text_completion" ? { text: "" } : { delta: {} };
  return { id, object, created, model, choices: [{ index: 0, ...said, finish_reason: "stop" }] };
}
