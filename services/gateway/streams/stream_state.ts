/**
 * State machine of a forwarded chat stream. Whatever a provider sends, a client gets complete events, then either
 * `[DONE]` or one error event, and nothing after it:
 *
 *     answering --chunk with a finish reason--> finished
 *     answering, finished --[DONE]--> done
 *     finished --end of body--> done        answering --end of body--> failed
 *     any --reported failure--> failed
 */
import { Buffer } from "node:buffer";
import { isObject } from "lib/json_object.ts";
import type { UpstreamError } from "../providers/upstream_error.ts";
import { type Usage, usageOf } from "../usage.ts";
import {
  END_MARK,
  eventEnd,
  eventStart,
  FAILURE_MARK,
  failureIn,
  finishChunk,
  isDone,
  isFinish,
  isUsageOnly,
  mayFail,
  parseEvent,
} from "./stream_event.ts";
import { createSample, type StreamSample } from "./stream_sample.ts";

export type StreamPhase = "answering" | "finished" | "done" | "failed";

export interface StreamState {
  phase: StreamPhase;
  /** The failure that the provider reported. */
  failure: UpstreamError | undefined;
  /** The usage that the provider reported. */
  usage: Usage | undefined;
  /** Sample of the sent text, for an estimate. */
  readonly sample: StreamSample;
  /** The start of an incomplete event. */
  rest: Buffer | undefined;
  /** The end of the last sent bytes. */
  last: string;
  readonly options: StreamStateOptions;
}

export interface StreamStateOptions {
  provider: string;
  /** False hides the usage event, which only the gateway asked for. */
  showUsage: boolean;
  /** Masked in error messages of the provider. */
  secrets?: readonly string[] | undefined;
}

const encoder = new TextEncoder();
const DONE = encoder.encode("data: [DONE]\n\n");
const TAIL_BYTES = 4096;
const USAGE = '"usage"';
const NEWLINE = 10;
const RETURN = 13;

export function beginStream(options: StreamStateOptions): StreamState {
  return {
    phase: "answering",
    failure: undefined,
    usage: undefined,
    sample: createSample(),
    rest: undefined,
    last: "",
    options,
  };
}

/** Adds received bytes and returns the complete events to send. Bytes of an incomplete event are buffered. */
export function takeBytes(state: StreamState, bytes: Uint8Array): Uint8Array[] {
  const { rest } = state;
  if (state.phase === "done" || state.phase === "failed") return [];
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const joined = rest ? Buffer.concat([rest, piece]) : piece;
  const length = eventsEnd(joined);
  state.rest = length < joined.length ? joined.subarray(length) : undefined;
  if (length === 0) return [];
  const block = state.rest ? joined.subarray(0, length) : joined;
  const text = block.toString("latin1");
  return text.includes(END_MARK) || mayFail(text)
    ? passUntilEnd(state, block, text)
    : passBlock(state, block, text);
}

/** Handles the end of the body and returns the bytes still to send. */
export function endStream(state: StreamState): Uint8Array[] {
  if (state.phase === "answering") state.phase = "failed";
  return state.phase === "finished" ? finish(state) : [];
}

/** Passes events that neither end the stream nor report a failure. */
function passBlock(state: StreamState, block: Buffer, text: string): Uint8Array[] {
  if (block.length === 0) return [];
  if (state.phase === "answering" && isFinish(text)) state.phase = "finished";
  state.sample.add(block);
  const last = text.slice(-TAIL_BYTES);
  state.last = last;
  if (!last.includes(`_tokens"`)) return [block];
  const reported = usageIn(last, last.length === text.length);
  state.usage = reported.usage ?? state.usage;
  const skipped = text.length - last.length;
  return state.options.showUsage
    ? [block]
    : removeRanges(block, reported.usageOnly.map(([from, to]) => [from + skipped, to + skipped]));
}

/** Passes events up to the first that ends the stream or reports a failure. */
function passUntilEnd(state: StreamState, block: Buffer, text: string): Uint8Array[] {
  for (let from = 0; from < text.length;) {
    const mark = nextMark(text, from);
    if (mark < 0) break;
    const start = Math.max(from, eventStart(text, mark));
    const end = eventEnd(text, mark);
    const over = isDone(text.slice(start, end));
    const failure = over ? undefined : failureIn(block.toString("utf8", start, end), state.options);
    if (over || failure) {
      const before = passBlock(state, block.subarray(0, start), text.slice(0, start));
      if (over) return [...before, ...finish(state)];
      state.phase = "failed";
      state.failure = failure;
      return before;
    }
    from = end;
  }
  return passBlock(state, block, text);
}

/** Position of the next possible end or failure. */
function nextMark(text: string, from: number): number {
  const done = text.indexOf(END_MARK, from);
  const failed = text.indexOf(FAILURE_MARK, from);
  return done < 0 || failed >= 0 && failed < done ? failed : done;
}

/** Ends the stream, with a finish reason added if missing: clients wait for one. */
function finish(state: StreamState): Uint8Array[] {
  const unfinished = state.phase === "answering";
  state.phase = "done";
  if (!unfinished) return [DONE];
  const like = state.last.split(/\r?\n\r?\n/).map(parseEvent).findLast((data) => data !== undefined);
  return [encoder.encode(`data: ${JSON.stringify(finishChunk(like))}\n\n`), DONE];
}

/** End of the last complete event of `bytes`, after its blank line. */
function eventsEnd(bytes: Buffer): number {
  // Faster than Buffer.lastIndexOf, which takes 40 µs for about 4 kB.
  for (let at = bytes.length - 1; at > 0; at--) {
    if (bytes[at] !== NEWLINE) continue;
    const before = bytes[at - 1];
    if (before === NEWLINE || before === RETURN && bytes[at - 2] === NEWLINE) return at + 1;
  }
  return 0;
}

/** The usage that the events of `tail` report, and the ranges of events that contain only usage. */
function usageIn(
  tail: string,
  isWhole: boolean,
): { usage: Usage | undefined; usageOnly: [start: number, end: number][] } {
  let usage: Usage | undefined;
  const usageOnly: [number, number][] = [];
  for (let at = tail.indexOf(USAGE); at >= 0;) {
    const begun = eventStart(tail, at);
    const start = begun < 0 && isWhole ? 0 : begun;
    const end = eventEnd(tail, at);
    const data = start < 0 ? undefined : parseEvent(tail.slice(start, end));
    const reported = isObject(data) ? usageOf(data.usage) : undefined;
    if (reported && isUsageOnly(data)) usageOnly.push([start, end]);
    usage = reported ?? usage;
    at = tail.indexOf(USAGE, end);
  }
  return { usage, usageOnly };
}

/** Removes ranges from `bytes`. */
function removeRanges(bytes: Uint8Array, ranges: [start: number, end: number][]): Uint8Array[] {
  const rest: Uint8Array[] = [];
  let from = 0;
  for (const [start, end] of [...ranges, [bytes.length, bytes.length]] as const) {
    if (start > from) rest.push(bytes.subarray(from, start));
    from = end;
  }
  return rest;
}
