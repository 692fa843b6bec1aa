/**
 * The state machine of a forwarded chat stream. Whatever a provider sends, a client gets complete events,
 * then either `[DONE]` or one error event, and nothing after it:
 *
 *     answering --a chunk with a finish reason--> finished
 *     answering, finished --[DONE]--> done
 *     finished --the provider ends--> done        answering --the provider ends--> failed
 *     any --a failure that the provider reports--> failed
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
  /** The failure that the provider has reported. */
  failure: UpstreamError | undefined;
  /** As the provider reported it. */
  usage: Usage | undefined;
  /** Of the text that was sent. */
  readonly sample: StreamSample;
  /** The start of an event that is not whole. */
  rest: Buffer | undefined;
  /** The end of what was sent last. */
  last: string;
  readonly options: StreamStateOptions;
}

export interface StreamStateOptions {
  provider: string;
  /** False: the usage event, which the gateway asked for, is kept back. */
  showUsage: boolean;
  /** Masked where the provider quotes them in a failure. */
  secrets?: readonly string[] | undefined;
}

const encoder = new TextEncoder();
const DONE = encoder.encode("data: [DONE]\n\n");
const TAIL_BYTES = 4096;
const USAGE = '"usage"';
const NEWLINE = 10;
const RETURN = 13;

/** The state of a stream that begins. */
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

/** The complete events of the bytes read, as the client may see them. Bytes of an incomplete event wait. */
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

/** The provider has ended; answers what is still to be sent. */
export function endStream(state: StreamState): Uint8Array[] {
  if (state.phase === "answering") state.phase = "failed";
  return state.phase === "finished" ? finish(state) : [];
}

/** Events that neither end the stream nor fail. */
function passBlock(state: StreamState, block: Buffer, text: string): Uint8Array[] {
  if (block.length === 0) return [];
  if (state.phase === "answering" && isFinish(text)) state.phase = "finished";
  state.sample.add(block);
  const last = text.slice(-TAIL_BYTES);
  state.last = last;
  if (!last.includes(`_tokens"`)) return [block];
  const found = usageIn(last, last.length === text.length);
  state.usage = found.usage ?? state.usage;
  const skipped = text.length - last.length;
  return state.options.showUsage
    ? [block]
    : without(block, found.only.map(([from, to]) => [from + skipped, to + skipped]));
}

/** Events of which one may end the stream: those before it pass, those after it do not. */
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

/** Where the next sign of an end or a failure stands. */
function nextMark(text: string, from: number): number {
  const done = text.indexOf(END_MARK, from);
  const failed = text.indexOf(FAILURE_MARK, from);
  return done < 0 || failed >= 0 && failed < done ? failed : done;
}

/** The end, with a finish reason where the provider gave none: clients wait for one. */
function finish(state: StreamState): Uint8Array[] {
  const unfinished = state.phase === "answering";
  state.phase = "done";
  if (!unfinished) return [DONE];
  const like = state.last.split(/\r?\n\r?\n/).map(parseEvent).findLast((data) => data !== undefined);
  return [encoder.encode(`data: ${JSON.stringify(finishChunk(like))}\n\n`), DONE];
}

/** Where the last whole event of `bytes` ends: after its blank line. */
function eventsEnd(bytes: Buffer): number {
  // The buffer's own search takes 40 us for some 4 kB.
  for (let at = bytes.length - 1; at > 0; at--) {
    if (bytes[at] !== NEWLINE) continue;
    const before = bytes[at - 1];
    if (before === NEWLINE || before === RETURN && bytes[at - 2] === NEWLINE) return at + 1;
  }
  return 0;
}

/** The usage that the last events of `tail` report, and where in it those stand that hold nothing else. */
function usageIn(
  tail: string,
  isWhole: boolean,
): { usage: Usage | undefined; only: [start: number, end: number][] } {
  let usage: Usage | undefined;
  const only: [number, number][] = [];
  for (let at = tail.indexOf(USAGE); at >= 0;) {
    const begun = eventStart(tail, at);
    const start = begun < 0 && isWhole ? 0 : begun;
    const end = eventEnd(tail, at);
    const data = start < 0 ? undefined : parseEvent(tail.slice(start, end));
    const reported = isObject(data) ? usageOf(data.usage) : undefined;
    if (reported && isUsageOnly(data)) only.push([start, end]);
    usage = reported ?? usage;
    at = tail.indexOf(USAGE, end);
  }
  return { usage, only };
}

/** The rest of `bytes` without these ranges. */
function without(bytes: Uint8Array, ranges: [start: number, end: number][]): Uint8Array[] {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const [start, end] of [...ranges, [bytes.length, bytes.length]] as const) {
    if (start > from) kept.push(bytes.subarray(from, start));
    from = end;
  }
  return kept;
}
