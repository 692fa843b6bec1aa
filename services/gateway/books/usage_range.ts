const HOUR = 3_600_000;
const DAY = 86_400_000;

/** From `start`, included, to `end`, left out; undefined is open. */
export interface Span {
  start?: string | undefined;
  end?: string | undefined;
}

/** A time range as whole days and hours, which have sums, and a rest that is summed record by record. */
export interface Pieces {
  days: Span[];
  hours: Span[];
  records: Span[];
}

/** A time range as sums and records, some of which lie outside it and are subtracted. */
export interface RoundedPieces extends Pieces {
  surplus: { hours: Span[]; records: Span[] };
}

/**
 * Splits a range so that at most two hours of records and 46 hourly sums are read, whatever its length. No span of
 * records leaves its hour.
 */
export function piecesOf(range: Span): Pieces {
  const [from, to] = timesOf(range);
  if (from >= to) return { days: [], hours: [], records: [] };
  const [firstHour, lastHour] = [roundUp(from, HOUR), roundDown(to, HOUR)];
  if (firstHour > lastHour) return { days: [], hours: [], records: spans([from, to]) };
  const records = spans([from, firstHour], [lastHour, to]);
  const [firstDay, lastDay] = [roundUp(from, DAY), roundDown(to, DAY)];
  if (firstDay >= lastDay) return { days: [], hours: spans([firstHour, lastHour]), records };
  return {
    days: spans([firstDay, lastDay]),
    hours: spans([firstHour, firstDay], [lastDay, lastHour]),
    records,
  };
}

/**
 * The same with at most one hour of records and 24 hourly sums: if an hour or day is in the range for more
 * than half, its whole sum is read and the excess subtracted. Assumes no records after `now`.
 */
export function roundedPiecesOf(range: Span, { since, now = Date.now() }: Kept = {}): RoundedPieces {
  const [from, to] = timesOf(range);
  const kept = since === undefined ? -Infinity : Date.parse(since);
  // Single records of an hour before that are incomplete and cannot be subtracted.
  const [first, last] = rounded([from, to], { unit: HOUR, now, kept });
  const records = spans([first, from], [to, last]);
  const [firstHour, lastHour] = [roundUp(first, HOUR), roundDown(last, HOUR)];
  if (firstHour >= lastHour) {
    return { ...piecesOf({ start: iso(first), end: iso(last) }), surplus: { hours: [], records } };
  }
  const [begin, end] = rounded([firstHour, lastHour], { unit: DAY, now, kept: -Infinity });
  return {
    ...piecesOf({ start: iso(begin), end: iso(end) }),
    records: spans([first, firstHour], [lastHour, last]),
    surplus: { hours: spans([begin, firstHour], [lastHour, end]), records },
  };
}

/** The start of single records, and the time. */
export interface Kept {
  since?: string | undefined;
  now?: number;
}

/** The range with an edge moved to that of its hour or day, if that reads fewer records. */
function rounded(
  [from, to]: readonly [number, number],
  { unit, now, kept }: { unit: number; now: number; kept: number },
): readonly [number, number] {
  if (from >= to) return [from, to];
  const [start, end] = [roundDown(from, unit), roundUp(to, unit)];
  const length = (first: number, last: number) => Math.min(last, now) - Math.min(first, now);
  const isOne = end - start <= unit;
  const outside = length(start, from) + length(to, end);
  const saves = (out: number, within: number) => isOne ? outside < length(from, to) : out < within;
  const roundsStart = start >= kept && saves(length(start, from), length(from, start + unit));
  const roundsEnd = end - unit >= kept && saves(length(to, end), length(end - unit, to));
  return [roundsStart ? start : from, roundsEnd ? end : to];
}

/** The cut of `piecesOf` without days, for finding the hour that a page of records begins in. */
export function hoursOf(range: Span): Pieces {
  const { days, hours, records } = piecesOf(range);
  return { days: [], hours: [...days, ...hours], records };
}

/** The start of the hour that a span of records is in. */
export function hourIn({ start = "" }: Span): string {
  return new Date(roundDown(Date.parse(start), HOUR)).toISOString();
}

/** The start of the day that a time is in. */
export function dayIn(time: string): string {
  return new Date(roundDown(Date.parse(time), DAY)).toISOString();
}

/** The part of a range from the day that begins at `first` to the one that begins at `last`. */
export function partOfDays(range: Span, { first, last }: { first: string; last: string }): Span {
  const [from, to] = timesOf(range);
  return { start: iso(Math.max(from, Date.parse(first))), end: iso(Math.min(to, Date.parse(last) + DAY)) };
}

/** The part of a range with single records: from `since` on. */
export function keptPart({ start, end }: Span, since: string | undefined): Span {
  return { start: since !== undefined && (start === undefined || start < since) ? since : start, end };
}

/** The edges of a range that fall within an hour that has only a sum. */
export function unkeptEdges(range: Span, since: string | undefined): ("start" | "end")[] {
  return (["start", "end"] as const).filter((edge) => {
    const time = range[edge];
    return time !== undefined && since !== undefined && time < since && Date.parse(time) % HOUR !== 0;
  });
}

function timesOf({ start, end }: Span): [number, number] {
  return [
    start === undefined ? -Infinity : Date.parse(start),
    end === undefined ? Infinity : Date.parse(end),
  ];
}

function roundUp(time: number, unit: number): number {
  return Math.ceil(time / unit) * unit;
}

function roundDown(time: number, unit: number): number {
  return Math.floor(time / unit) * unit;
}

function spans(...ranges: [number, number][]): Span[] {
  return ranges.filter(([from, to]) => from < to).map(([from, to]) => ({ start: iso(from), end: iso(to) }));
}

function iso(time: number): string | undefined {
  return Number.isFinite(time) ? new Date(time).toISOString() : undefined;
}
