/** Calls to something that may fall silent: a deadline for each, and a circuit, so that nobody waits in vain. */
import { after } from "lib/deadlines.ts";
import { createSemaphore } from "lib/semaphore.ts";

/** The guard that calls go through. */
export interface GuardedCalls {
  /** The result of `call`, or `away()` as an error when it does not come in time or is not tried at all. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Whether calls are being tried: false from a missed deadline until an answer comes. */
  readonly answering: boolean;
  /** Calls given up whose answer may still come. */
  readonly abandoned: number;
}

/** How calls are guarded. */
export interface GuardedCallsOptions {
  /** Milliseconds that an answer may take. */
  deadlineMs: number;
  /** Calls under way at once, those given up counted in; the others wait. */
  maxInFlight: number;
  /** A harmless call whose answer shows that calls may be tried again; one at a time is under way. */
  probe(): Promise<unknown>;
  /** Milliseconds between a probe that failed and the next. */
  probeEveryMs?: number;
  /** The error of a call that is given up or not tried. */
  away(): Error;
  /** Told when calls stop and start being tried. */
  onChange?(answering: boolean): void;
}

const GRACE_MS = 100;

/** Guards calls; all are tried at first. */
export function guardCalls(options: GuardedCallsOptions): GuardedCalls {
  const { deadlineMs, maxInFlight, probe, probeEveryMs = 1_000, away, onChange = () => {} } = options;
  const places = createSemaphore(maxInFlight);
  let opened = new AbortController();
  let abandoned = 0;

  function open(): void {
    if (opened.signal.aborted) return;
    opened.abort(away());
    onChange(false);
    tryAgain();
  }

  function close(): void {
    if (!opened.signal.aborted) return;
    opened = new AbortController();
    onChange(true);
  }

  function tryAgain(): void {
    Promise.try(probe).then(close, () => {
      const timer = setTimeout(() => opened.signal.aborted && tryAgain(), probeEveryMs);
      Deno.unrefTimer(timer);
    });
  }

  return {
    async run(call) {
      const leave = await places.enter(opened.signal).catch(() => {
        throw away();
      });
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof call>>>();
      let late = false;
      const giveUp = () => {
        late = true;
        abandoned++;
        open();
        reject(away());
      };
      // A process that was busy sees the deadline before the answer that came meanwhile: it looks a second time.
      let withdraw = after(deadlineMs, () => withdraw = after(GRACE_MS, giveUp));
      const settled = () => {
        withdraw();
        leave();
        if (!late) return;
        // Late, but an answer.
        abandoned--;
        close();
      };
      Promise.try(call).then(resolve, reject).finally(settled);
      return await promise;
    },
    get answering() {
      return !opened.signal.aborted;
    },
    get abandoned() {
      return abandoned;
    },
  };
}
