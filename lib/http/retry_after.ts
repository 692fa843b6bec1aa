/** Parses how long a server asks its callers to wait. */

/** Reads a header by its lower-case name. */
export type HeaderReader = (name: string) => string | null | undefined;

/**
 * Milliseconds from `retry-after-ms`, else from `retry-after` in seconds or as a date; null without either.
 */
export function retryAfterMs(header: HeaderReader, now: number = Date.now()): number | null {
  const precise = header("retry-after-ms")?.trim();
  if (precise && Number(precise) >= 0) return Number(precise);
  const given = header("retry-after")?.trim();
  if (!given) return null;
  // Date.parse() reads a bare number as a year or a month.
  const date = /[a-z]/i.test(given) ? Date.parse(given) : NaN;
  const wait = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : date - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
