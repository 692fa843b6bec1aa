import { after } from "lib/deadlines.ts";
import type { AnswerBody } from "lib/http/http_client.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** Reads a provider's stream. */
export interface ProviderReader {
  /** The next bytes, null at the end. Throws when the connection breaks or is idle for too long. */
  read(): Promise<Uint8Array | null>;
  /** When the wait for the provider began, in milliseconds; 0 when not waiting. */
  waitedMs(): number;
  /** Reads the rest of the body, so that the connection can be reused. */
  drain(): Promise<void>;
  /** Aborts the stream. */
  cancel(): void;
  /** Stops the idle watch. */
  stop(): void;
}

// When events arrive faster than this, a short wait lets one read fetch several. No model is so fast, but a
// network that flushes a backlog is, and then one read per event would dominate the cost.
const FAST_READ_MS = 1;
const GATHER_MS = 4;

// One shared timer for all streams instead of one per read.
let soon: (() => void)[] = [];
let later: (() => void)[] = [];
let ticking: ReturnType<typeof setInterval> | undefined;

/** Resolves after half of `GATHER_MS` to `GATHER_MS`. */
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
  // Consecutive reads that returned without waiting.
  let fastReads = 0;
  let silence: UpstreamError | undefined;
  let cancelTimer = after(idleTimeoutMs, watch);

  const waitedMs = () => readSince === 0 ? 0 : performance.now() - readSince;

  /** Idle watch: one timer per idle timeout instead of one per read. */
  function watch(): void {
    const idle = waitedMs();
    if (idle < idleTimeoutMs) {
      cancelTimer = after(idleTimeoutMs - idle, watch);
      return;
    }
    silence = new UpstreamError(`sent nothing for ${idleTimeoutMs} ms`, { code: "timeout" });
    body.cancel();
  }

  return {
    waitedMs,
    cancel: body.cancel,
    stop: () => cancelTimer(),
    async read() {
      if (fastReads > 1) await gather();
      readSince = performance.now();
      try {
        const bytes = await body.read();
        if (silence) throw silence;
        return bytes;
      } catch (error) {
        throw silence ?? error;
      } finally {
        fastReads = waitedMs() < FAST_READ_MS ? fastReads + 1 : 0;
        readSince = 0;
      }
    },
    async drain() {
      readSince = performance.now();
      while (await body.read() !== null);
    },
  };
}
