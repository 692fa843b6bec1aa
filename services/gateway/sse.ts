/**
 * Passes a provider's event stream on, bytes untouched. One ReadableStream, fed by `data` events: a promise per
 * chunk would cost most of the speed. Only whole events leave, so that an error event after a cut is well-formed.
 */
import { Buffer } from "node:buffer";
import type { Readable } from "node:stream";
import { errorBody, type GatewayError, providerError } from "./errors.ts";
import { completionText, isObject } from "./text_of.ts";
import { type Usage, usageOf } from "./usage.ts";

/** How a stream ended and what it held. */
export interface StreamEnd {
  outcome: "ok" | "aborted" | "cut" | "blocked";
  /** As the provider reported it. */
  usage: Usage | undefined;
  /** Bytes of answer text, counted or extrapolated. Called only where usage is missing. */
  textBytes(): number;
}

export interface StreamOptions {
  provider: string;
  /** False: the usage event, which the gateway asked for, is kept from the client. */
  showUsage: boolean;
  idleTimeoutMs: number;
  onFirst(): void;
  onEnd(end: StreamEnd): void;
  /** Sees what the client gets. */
  tap?(bytes: Uint8Array): void;
}

const TAIL_BYTES = 4096;
const SAMPLE_BYTES = 32 * 1024;
const MAX_EVENT_BYTES = 8 * 2 ** 20;
const QUEUED_CHUNKS = 16;

export function relay(body: Readable, options: StreamOptions): ReadableStream<Uint8Array> {
  const { provider, showUsage, idleTimeoutMs, onFirst, onEnd, tap } = options;
  const sample = createSample();
  let usage: Usage | undefined;
  let rest: Buffer | undefined;
  let tail = "";
  let first = true;
  let over = false;
  let lastAt = performance.now();

  return new ReadableStream<Uint8Array>({
    start(controller) {
      let stalled = setTimeout(check, idleTimeoutMs);

      function check() {
        const idle = performance.now() - lastAt;
        if (idle < idleTimeoutMs - 1 || body.isPaused()) {
          if (body.isPaused()) lastAt = performance.now();
          stalled = setTimeout(check, Math.max(1, idleTimeoutMs - (performance.now() - lastAt)));
        } else if (over) body.destroy();
        else cut(`sent nothing for ${idleTimeoutMs} ms`, "timeout");
      }

      function enqueue(bytes: Uint8Array) {
        tap?.(bytes);
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 1) <= 0) body.pause();
      }

      function end(outcome: StreamEnd["outcome"]) {
        over = true;
        onEnd({ outcome, usage, textBytes: sample.textBytes });
      }

      function cut(reason: string, code: string) {
        if (over) return;
        clearTimeout(stalled);
        // A provider's own error event has said it all.
        if (!/(^|\n)data: ?\{\s*"error"/.test(tail)) {
          enqueue(errorEvent(providerError(`${provider} ${reason}`, { code })));
        }
        end("cut");
        controller.close();
        body.destroy();
      }

      function done() {
        end("ok");
        controller.close();
        body.resume();
      }

      body.on("data", (chunk: Buffer) => {
        lastAt = performance.now();
        if (over) return;
        if (first) {
          first = false;
          onFirst();
        }
        let whole = rest ? Buffer.concat([rest, chunk]) : chunk;
        const length = eventsEnd(whole);
        rest = length < whole.length ? whole.subarray(length) : undefined;
        if (rest && rest.length > MAX_EVENT_BYTES) return cut("sent an event without end", "event_too_large");
        if (length === 0) return;
        if (rest) whole = whole.subarray(0, length);
        tail = whole.toString("latin1", Math.max(0, whole.length - TAIL_BYTES));
        sample.add(whole);
        let shown: Buffer = whole;
        if (tail.includes(`_tokens"`)) {
          const split = splitUsage(whole);
          usage = split.usage ?? usage;
          if (!showUsage) shown = split.others;
        }
        if (shown.length > 0) enqueue(shown);
        if (isDone(tail)) done();
      });

      body.on("end", () => {
        clearTimeout(stalled);
        if (over) return;
        if (!isFinished(tail)) return cut("ended the stream early", "stream_cut");
        // Some servers leave the end mark out.
        enqueue(DONE);
        done();
      });
      const broken = () => cut("cut the stream", "stream_cut");
      body.on("error", broken);
      body.on("close", () => {
        clearTimeout(stalled);
        broken();
      });
    },
    pull() {
      if (body.isPaused()) body.resume();
    },
    cancel() {
      if (over) return;
      over = true;
      body.destroy();
      onEnd({ outcome: "aborted", usage, textBytes: sample.textBytes });
    },
  }, { highWaterMark: QUEUED_CHUNKS });
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

/** The usage that events report, and the events without the one that holds nothing else. */
export function splitUsage(bytes: Buffer): { usage: Usage | undefined; others: Buffer } {
  let usage: Usage | undefined;
  // Bytes as characters: what is kept comes out as it went in.
  const kept = bytes.toString("latin1").split(/(?<=\r?\n\r?\n)/).filter((event) => {
    if (!event.includes(`"usage"`)) return true;
    const data = parseEvent(event);
    const reported = isObject(data) ? usageOf(data.usage) : undefined;
    usage = reported ?? usage;
    return !(reported && isUsageOnly(data));
  });
  return { usage, others: Buffer.from(kept.join(""), "latin1") };
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

/** Keeps the start of a stream, to tell how much text the whole held. */
function createSample(): { add(bytes: Buffer): void; textBytes(): number } {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let bytes = 0;
  return {
    add(block) {
      bytes += block.length;
      if (keptBytes >= SAMPLE_BYTES) return;
      kept.push(block);
      keptBytes += block.length;
    },
    textBytes() {
      const events = Buffer.concat(kept).toString().split(/\r?\n\r?\n/);
      const text = events.map((event) => completionText(parseEvent(event))).join("");
      return keptBytes === 0 ? 0 : Buffer.byteLength(text) * (bytes / keptBytes);
    },
  };
}
