import { after } from "lib/deadlines.ts";
import type { AnswerBody } from "lib/http/http_client.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** Reads a provider's stream. */
export interface ProviderReader {
  /** The next bytes, null at the end. Throws when the provider breaks off or says nothing for too long. */
  read(): Promise<Uint8Array | null>;
  /** When the wait for the provider began, in milliseconds; 0 when not waiting. */
  waitedMs(): number;
  /** Reads what follows the end, so that the connection can be used again. */
  drain(): Promise<void>;
  /** Aborts the stream. */
  cancel(): void;
  /** Stops the idle watch. */
  stop(): void;
}

// When events come faster than that, a short wait reads several at once. No model is so fast, but a
// network that flushes a backlog is, and then a read per event would dominate the cost.
const HURRY_MS = 1;
const GATHER_MS = 4;

// One timer for all streams rather than one for each read.
let soon: (() => void)[] = [];
let later: (() => void)[] = [];
let ticking: ReturnType<typeof setInterval> | undefined;

/** Resolves in `GATHER_MS`, or in half of that. */
function gather(): Promise<void> {
  ticking ??= setInterval(tick, GATHER_MS / 2);
  return new Promise((wake) => later.push(wake));
}

function tick(): void {
  const due = soon;
  soon = later;
  later = [];
  for (const wake of due) wake();
  if (soon.length > 0 || later.length > 0) return;
  clearInterval(ticking);
  ticking = undefined;
}

/** A reader of `body` that gives up after `idleTimeoutMs` without a byte. */
export function createReader(body: AnswerBody, idleTimeoutMs: number): ProviderReader {
  let readSince = 0;
  // How many reads in a row found something at once.
  let hurried = 0;
  let silence: UpstreamError | undefined;
  let withdraw = after(idleTimeoutMs, watch);

  const waitedMs = () => readSince === 0 ? 0 : performance.now() - readSince;

  /** One check per idle time instead of a timer per read. */
  function watch(): void {
    const idle = waitedMs();
    if (idle < idleTimeoutMs) {
      withdraw = after(idleTimeoutMs - idle, watch);
      return;
    }
    silence = new UpstreamError(`sent nothing for ${idleTimeoutMs} ms`, { code: "timeout" });
    body.cancel();
  }

  return {
    waitedMs,
    cancel: body.cancel,
    stop: () => withdraw(),
    async read() {
      if (hurried > 1) await gather();
      readSince = performance.now();
      try {
        const bytes = await body.read();
        if (silence) throw silence;
        return bytes;
      } catch (error) {
        throw silence ?? error;
      } finally {
        hurried = waitedMs() < HURRY_MS ? hurried + 1 : 0;
        readSince = 0;
      }
    },
    async drain() {
      readSince = performance.now();
      while (await body.read() !== null);
    },
  };
}
