/** The result of `work`, or a failure when it does not come within `ms`: a connection can die without a word. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for an answer that comes too late.
    work.catch(() => {});
  }
}
