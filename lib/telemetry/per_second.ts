/**
 * Tells whether another event may pass: at most `most` in each second, which begins with its first event.
 * @param now Milliseconds.
 */
export function perSecond(most: number, now: () => number = Date.now): () => boolean {
  let since = -Infinity;
  let passed = 0;
  return () => {
    const time = now();
    if (time - since >= 1_000 || time < since) {
      since = time;
      passed = 0;
    }
    return passed++ < most;
  };
}
