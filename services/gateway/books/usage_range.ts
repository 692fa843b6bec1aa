const HOUR = 3_600_000;
const DAY = 86_400_000;

/** From `start`, included, to `end`, left out; undefined is open. */
export interface Span {
  start?: string | undefined;
  end?: string | undefined;
}

/** A time range as whole days and whole hours, which have sums, and the rest, which is summed record by record. */
export interface Pieces {
  days: Span[];
  hours: Span[];
  records: Span[];
}

/** Splits a range so that at most two hours of records and 46 hourly sums are read, whatever its length. */
export function piecesOf({ start, end }: Span): Pieces {
  const from = start === undefined ? -Infinity : Date.parse(start);
  const to = end === undefined ? Infinity : Date.parse(end);
  if (from >= to) return { days: [], hours: [], records: [] };
  const [firstHour, lastHour] = [roundUp(from, HOUR), roundDown(to, HOUR)];
  if (firstHour >= lastHour) return { days: [], hours: [], records: spans([from, to]) };
  const records = spans([from, firstHour], [lastHour, to]);
  const [firstDay, lastDay] = [roundUp(from, DAY), roundDown(to, DAY)];
  if (firstDay >= lastDay) return { days: [], hours: spans([firstHour, lastHour]), records };
  return {
    days: spans([firstDay, lastDay]),
    hours: spans([firstHour, firstDay], [lastDay, lastHour]),
    records,
  };
}

/** The same cut without days, for finding the hour that a page of records begins in. */
export function hoursOf(range: Span): Pieces {
  const { days, hours, records } = piecesOf(range);
  return { days: [], hours: [...days, ...hours], records };
}

/** The part of a range in which single records are kept: from `since` on. */
export function keptPart({ start, end }: Span, since: string | undefined): Span {
  return { start: since !== undefined && (start === undefined || start < since) ? since : start, end };
}

/** The edges of a range that fall within an hour of which only the sum is kept. */
export function unkeptEdges(range: Span, since: string | undefined): ("start" | "end")[] {
  return (["start", "end"] as const).filter((edge) => {
    const time = range[edge];
    return time !== undefined && since !== undefined && time < since && Date.parse(time) % HOUR !== 0;
  });
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
