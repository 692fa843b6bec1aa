/** Whether a service may take requests, and how many it is working on. */

import { withFallback } from "lib/deadlines.ts";
import { unavailable } from "lib/errors.ts";
import type { Incoming } from "lib/http/incoming.ts";
import { isOwnRequest } from "lib/processes/own_process.ts";

/** The phases of a service's life. */
export type Phase = "starting" | "ready" | "draining";

/** The phase of a service and its requests under way. */
export interface Lifecycle {
  /** The current phase. */
  readonly phase: Phase;
  /** When the service was created, Unix milliseconds. */
  readonly startedAt: number;
  /** Requests and connections under way. */
  readonly inHand: number;
  /** Aborts when draining begins. */
  readonly signal: AbortSignal;
  /** Starts taking requests. */
  ready(): void;
  /** Stops taking requests. */
  drain(): void;
  /**
   * Throws a 503 unless it takes requests; a draining service still takes those of this process's other
   * services.
   */
  admit(request: Pick<Incoming, "headers">): void;
  /** Counts a piece of work as under way until the returned function is called (once). */
  enter(): () => void;
  /** Resolves when no work is under way (true), or after `timeoutMs` (false). */
  idle(timeoutMs: number): Promise<boolean>;
}

const RETRY_SECONDS = { starting: 2, draining: 5 };

/** A lifecycle that is starting. */
export function createLifecycle(now: () => number = Date.now): Lifecycle {
  const stopping = new AbortController();
  const startedAt = now();
  let phase: Phase = "starting";
  let inHand = 0;
  let whenIdle: (() => void) | undefined;
  return {
    get phase() {
      return phase;
    },
    get inHand() {
      return inHand;
    },
    startedAt,
    signal: stopping.signal,
    ready: () => void (phase = "ready"),
    drain() {
      phase = "draining";
      stopping.abort();
    },
    admit(request) {
      if (phase === "ready" || phase === "draining" && isOwnRequest(request)) return;
      throw unavailable(`The service is ${phase}`, { retryAfterSeconds: RETRY_SECONDS[phase] });
    },
    enter() {
      inHand++;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        if (--inHand === 0) whenIdle?.();
      };
    },
    async idle(timeoutMs) {
      if (inHand === 0) return true;
      const { promise, resolve } = Promise.withResolvers<void>();
      whenIdle = resolve;
      await withFallback(timeoutMs, promise, undefined);
      return inHand === 0;
    },
  };
}
