/**
 * Calls to a dependency that may stop answering: each has a deadline, and a circuit breaker fails further
 * calls at once.
 */
import { after } from "lib/deadlines.ts";
import { createSemaphore } from "lib/semaphore.ts";

/** A circuit breaker around calls. */
export interface GuardedCalls {
  /** The result of `call`; throws `away()` when the deadline passes or the circuit is open. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Whether the circuit is closed: false from a missed deadline until an answer comes. */
  readonly answering: boolean;
  /** The number of abandoned calls still pending. */
  readonly abandoned: number;
}

/** The settings of a circuit breaker. */
export interface GuardedCallsOptions {
  /** Deadline of a call in milliseconds. */
  deadlineMs: number;
  /** Most concurrent calls, abandoned ones included; further calls wait. */
  maxInFlight: number;
  /** A harmless call whose answer closes the circuit; one probe at a time is under way. */
  probe(): Promise<unknown>;
  /** Milliseconds between a failed probe and the next. */
  probeEveryMs?: number;
  /** Makes the error of a call that is abandoned or not tried. */
  away(): Error;
  /** Called when the circuit opens and closes. */
  onChange?(answering: boolean): void;
}

const GRACE_MS = 100;

/** A circuit breaker, closed at first. */
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
      // A busy process may see the deadline before an answer that has arrived, so it checks again.
      let withdraw = after(deadlineMs, () => withdraw = after(GRACE_MS, giveUp));
      const settled = () => {
        withdraw();
        leave();
        if (!late) return;
        // The answer is late, but it closes the circuit.
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
