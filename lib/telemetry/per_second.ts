/**
 * A limit of `most` events a second; a second begins with its first event.
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
