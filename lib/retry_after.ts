/** How long a server asks its callers to wait. */

/** Reads a header by its lower-case name. */
export type HeaderReader = (name: string) => string | null | undefined;

/** Milliseconds by `retry-after-ms`, else by `retry-after` as seconds or as a date; null where neither says so. */
export function retryAfterMs(header: HeaderReader, now: number = Date.now()): number | null {
  const precise = header("retry-after-ms")?.trim();
  if (precise && Number(precise) >= 0) return Number(precise);
  const given = header("retry-after")?.trim();
  if (!given) return null;
  // Date.parse() takes a bare number for a year or a month.
  const date = /[a-z]/i.test(given) ? Date.parse(given) : NaN;
  const wait = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : date - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
