/** Counts requests in a window that advances by halves: those of the last 15 to 30 seconds. */
export interface FailureWindow {
  count(isFailure: boolean): void;
  /** Whether at least five, and half, of the requests failed. */
  isBad(): boolean;
  clear(): void;
}

const HALF_MS = 15_000;
const LEAST_FAILURES = 5;
const FAILURE_RATE = 0.5;

const NONE = { requests: 0, failures: 0 };

export function failureWindow(now: () => number): FailureWindow {
  let start = now();
  let current = { ...NONE };
  let before = { ...NONE };

  function moveOn(): void {
    const age = now() - start;
    if (age < HALF_MS) return;
    before = age < 2 * HALF_MS ? current : { ...NONE };
    current = { ...NONE };
    start = now();
  }

  return {
    count(isFailure) {
      moveOn();
      current.requests++;
      if (isFailure) current.failures++;
    },
    isBad() {
      const failures = current.failures + before.failures;
      return failures >= LEAST_FAILURES && failures >= (current.requests + before.requests) * FAILURE_RATE;
    },
    clear() {
      start = now();
      current = { ...NONE };
      before = { ...NONE };
    },
  };
}
