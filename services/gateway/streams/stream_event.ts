/** Parsing of one event of a provider's chat stream. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { reportsFailure } from "lib/providers/reported_failure.ts";
import { type FailureSource, reportedFailure } from "../providers/reported_failure.ts";
import type { UpstreamError } from "../providers/upstream_error.ts";

/** The JSON in an event's data lines; undefined when there is none. */
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

/** Whether an event is the end mark. */
export function isDone(event: string): boolean {
  return /^data: ?\[DONE\]\s*$/.test(event);
}

const FINISH = /"finish_reason": ?"/;

/** Whether an event has a finish reason. */
export function isFinish(event: string): boolean {
  return FINISH.test(event);
}

/** The end mark of a stream. */
export const END_MARK = "[DONE]";
/**
 * Occurs in every event that reports a failure. V8 searches for a short text by its first letter; `r` is much rarer
 * in chunks than a quote or `e`, so this takes a fifth of the time of `"error`.
 */
export const FAILURE_MARK = "rror";

/** Whether a text of events may report a failure: a cheap test before parsing. */
export function mayFail(events: string): boolean {
  return events.includes(FAILURE_MARK) && /"error"|event: ?error/.test(events);
}

const LF = 10;
const CR = 13;

/** Start of the event around `at`, after the blank line before it; -1 without one. */
export function eventStart(events: string, at: number): number {
  for (let line = at; line > 0;) {
    line = events.lastIndexOf("\n", line - 1);
    const next = line < 0 ? -1 : blankEnd(events, line);
    if (next >= 0) return next;
  }
  return -1;
}

/** End of the event around `at`, including its blank line; -1 when incomplete. */
export function eventEnd(events: string, at: number): number {
  for (let line = events.indexOf("\n", at); line >= 0; line = events.indexOf("\n", line + 1)) {
    const end = blankEnd(events, line);
    if (end >= 0) return end;
  }
  return -1;
}

/** End of the blank line after the line break at `at`; -1 without one. */
function blankEnd(events: string, at: number): number {
  const next = events.charCodeAt(at + 1);
  if (next === LF) return at + 2;
  return next === CR && events.charCodeAt(at + 2) === LF ? at + 3 : -1;
}

/** The failure that an event of the stream reports; undefined for any other event. */
export function failureIn(event: string, teller: FailureSource): UpstreamError | undefined {
  if (!mayFail(event)) return undefined;
  const data = parseEvent(event);
  return /^event: ?error\s*$/m.test(event) || reportsFailure(data)
    ? reportedFailure(data, teller)
    : undefined;
}

/** A chunk with a finish reason, for a provider that sends none; id and model are copied from `like`. */
export function finishChunk(like: unknown): JsonObject {
  const { id = "chatcmpl-0", object = "chat.completion.chunk", created = 0, model = "unknown" } =
    isObject(like) ? like : {};
  const said = object === "text_completion" ? { text: "" } : { delta: {} };
  return { id, object, created, model, choices: [{ index: 0, ...said, finish_reason: "stop" }] };
}
