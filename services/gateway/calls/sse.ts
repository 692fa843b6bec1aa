/**
 * Passes a provider's event stream on, bytes untouched: all that a read finds in one piece, since a promise per
 * event would cost most of the speed. Only whole events leave, so that an error event after a cut is well-formed.
 */
import { isObject } from "lib/json_object.ts";
import { Buffer } from "node:buffer";
import { after } from "lib/deadlines.ts";
import { watchUnread } from "lib/unread.ts";
import { errorBody, type GatewayError, notRead, providerError } from "../errors.ts";
import { streamedTokens } from "./estimate.ts";
import { completionText } from "./message_texts.ts";
import type { AnswerBody } from "lib/http_client.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { type Usage, usageOf } from "../usage.ts";

/** How a stream ended and what it held. */
export interface StreamEnd {
  outcome: "ok" | "aborted" | "cut" | "blocked";
  /** As the provider reported it. */
  usage: Usage | undefined;
  /** Tokens of the answer's text, for where usage is missing: four bytes each, and one at least for each chunk of it. */
  tokens(): number;
}

export interface StreamOptions {
  provider: string;
  /** False: the usage event, which the gateway asked for, is kept from the client. */
  showUsage: boolean;
  idleTimeoutMs: number;
  /** For so long a client may take nothing; see `lib/unread.ts`. */
  unreadMs?: number | undefined;
  /** Called when it has, once the stream is over. */
  onUnread?(): void;
  onFirst(): void;
  onEnd(end: StreamEnd): void;
  /** Sees what the client gets. */
  tap?(bytes: Uint8Array): void;
}

const TAIL_BYTES = 4096;
const SAMPLE_BYTES = 32 * 1024;
const MAX_EVENT_BYTES = 8 * 2 ** 20;
// When events come faster than that, a moment later several can be had with one read. No model is so fast, but a
// network that delivers what it held back is, and then a read per event would be most of the work.
const HURRY_MS = 1;
const GATHER_MS = 4;

export function relay(body: AnswerBody, options: StreamOptions): ReadableStream<Uint8Array> {
  const { provider, showUsage, idleTimeoutMs, unreadMs, onFirst, onEnd, tap } = options;
  const sample = createSample();
  let usage: Usage | undefined;
  let rest: Buffer | undefined;
  let tail = "";
  let over = false;
  let readSince = 0;
  // How many reads in a row found something at once.
  let hurried = 0;
  let wanted: (() => void) | undefined;

  function end(outcome: StreamEnd["outcome"]): void {
    over = true;
    onEnd({ outcome, usage, tokens: sample.tokens });
  }

  /** The whole events of what was read, as the client may see them. */
  function eventsIn(bytes: Uint8Array): Uint8Array[] {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const joined = rest ? Buffer.concat([rest, piece]) : piece;
    const length = eventsEnd(joined);
    rest = length < joined.length ? joined.subarray(length) : undefined;
    if (length === 0) return [];
    const whole = rest ? joined.subarray(0, length) : joined;
    tail = whole.toString("latin1", Math.max(0, length - TAIL_BYTES));
    sample.add(whole);
    if (!tail.includes(`_tokens"`)) return [whole];
    const found = usageIn(tail, tail.length === length);
    usage = found.usage ?? usage;
    const skipped = length - tail.length;
    return showUsage
      ? [whole]
      : without(whole, found.only.map(([from, to]) => [from + skipped, to + skipped]));
  }

  async function pump(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const enqueue = (bytes: Uint8Array) => {
      tap?.(bytes);
      controller.enqueue(bytes);
    };
    const unread = watchUnread(() => {
      if (over) return;
      end("aborted");
      body.cancel();
      enqueue(errorEvent(notRead()));
      controller.close();
      wanted?.();
      options.onUnread?.();
    }, unreadMs);
    try {
      for (let first = true;; first = false) {
        if (hurried > 1) await new Promise((wake) => setTimeout(wake, GATHER_MS));
        if (over) return;
        readSince = performance.now();
        const bytes = await body.read();
        hurried = performance.now() - readSince < HURRY_MS ? hurried + 1 : 0;
        readSince = 0;
        if (over) return;
        if (first) onFirst();
        if (bytes === null) {
          if (!isFinished(tail)) throw new UpstreamError("ended the stream early", { code: "stream_cut" });
          // Some servers leave the end mark out.
          enqueue(DONE);
          break;
        }
        for (const events of eventsIn(bytes)) enqueue(events);
        if (isDone(tail)) break;
        if (rest && rest.length > MAX_EVENT_BYTES) throw new UpstreamError("sent an event without end");
        if ((controller.desiredSize ?? 1) > 0) continue;
        unread.offered();
        await new Promise<void>((resume) => wanted = resume);
        unread.taken();
      }
      end("ok");
      controller.close();
      await drain();
    } catch (error) {
      if (over) return;
      // A provider's own error event has said it all.
      if (!/(^|\n)data: ?\{\s*"error"/.test(tail)) enqueue(errorEvent(cutError(error, provider)));
      end("cut");
      controller.close();
      body.cancel();
    } finally {
      withdraw();
      unread.end();
    }
  }

  /** Reads what follows the end, so that the connection can be used again. */
  async function drain(): Promise<void> {
    readSince = performance.now();
    while (await body.read() !== null);
  }

  let withdraw = after(idleTimeoutMs, watch);
  let silence: UpstreamError | undefined;

  /** One look per idle time instead of a timer per read. */
  function watch(): void {
    const idle = readSince === 0 ? 0 : performance.now() - readSince;
    if (idle < idleTimeoutMs) {
      withdraw = after(idleTimeoutMs - idle, watch);
      return;
    }
    silence = new UpstreamError(`sent nothing for ${idleTimeoutMs} ms`, { code: "timeout" });
    body.cancel();
  }

  function cutError(error: unknown, name: string): GatewayError {
    const { message, code } = silence ??
      (error instanceof UpstreamError ? error : { message: "", code: null });
    const known = code === "timeout" || message.startsWith("ended") || message.startsWith("sent");
    return providerError(`${name} ${known ? message : "cut the stream"}`, {
      code: code === "timeout" ? code : "stream_cut",
    });
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      // The client has been told of any error thrown here.
      pump(controller).catch(() => {});
    },
    pull() {
      wanted?.();
      wanted = undefined;
    },
    cancel() {
      wanted?.();
      if (over) return;
      end("aborted");
      body.cancel();
    },
  }, { highWaterMark: 1 });
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
const encoder = new TextEncoder();
export const DONE = encoder.encode("data: [DONE]\n\n");

/** The event that tells a client that the stream ended badly; openai clients throw it as an APIError. */
export function errorEvent(error: GatewayError): Uint8Array {
  return encoder.encode(`event: error\ndata: ${JSON.stringify(errorBody(error))}\n\n`);
}

function isDone(tail: string): boolean {
  const line = tail.trimEnd();
  return line.endsWith("data: [DONE]") || line.endsWith("data:[DONE]");
}

/** Whether the last events say why the model stopped. */
function isFinished(tail: string): boolean {
  return /"finish_reason":\s*"/.test(tail);
}

/** Where the last whole event of `bytes` ends: after its blank line. */
function eventsEnd(bytes: Buffer): number {
  const { length } = bytes;
  if (length >= 2 && bytes[length - 1] === 10 && bytes[length - 2] === 10) return length;
  const plain = bytes.lastIndexOf("\n\n");
  const windows = bytes.lastIndexOf("\r\n\r\n");
  return Math.max(plain < 0 ? 0 : plain + 2, windows < 0 ? 0 : windows + 4);
}

/** The usage that the last events of `tail` report, and where in it those stand that hold nothing else. */
function usageIn(
  tail: string,
  isWhole: boolean,
): { usage: Usage | undefined; only: [start: number, end: number][] } {
  let usage: Usage | undefined;
  const only: [number, number][] = [];
  let start = isWhole ? 0 : -1;
  for (const { index, 0: blank } of tail.matchAll(/\r?\n\r?\n/g)) {
    const end = index + blank.length;
    const event = start < 0 ? "" : tail.slice(start, end);
    const data = event.includes(`"usage"`) ? parseEvent(event) : undefined;
    const reported = isObject(data) ? usageOf(data.usage) : undefined;
    if (reported && isUsageOnly(data)) only.push([start, end]);
    usage = reported ?? usage;
    start = end;
  }
  return { usage, only };
}

export function isUsageOnly(data: unknown): boolean {
  return isObject(data) && Array.isArray(data.choices) && data.choices.length === 0 && isObject(data.usage);
}

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

const DELTA = Buffer.from('"delta"');

/** Keeps the start of a stream, to tell how much text the whole held, and counts the chunks of the rest. */
function createSample(): { add(bytes: Buffer): void; tokens(): number } {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let bytes = 0;
  let laterChunks = 0;
  return {
    add(block) {
      bytes += block.length;
      if (keptBytes >= SAMPLE_BYTES) {
        laterChunks += occurrences(block, DELTA);
        return;
      }
      kept.push(block);
      keptBytes += block.length;
    },
    tokens() {
      const events = Buffer.concat(kept).toString().split(/\r?\n\r?\n/);
      const texts = events.map((event) => completionText(parseEvent(event))).filter((text) => text !== "");
      const textBytes = keptBytes === 0 ? 0 : Buffer.byteLength(texts.join("")) * (bytes / keptBytes);
      return streamedTokens(textBytes, texts.length + laterChunks);
    },
  };
}

function occurrences(block: Buffer, needle: Buffer): number {
  let count = 0;
  for (let at = block.indexOf(needle); at >= 0; at = block.indexOf(needle, at + needle.length)) count += 1;
  return count;
}
