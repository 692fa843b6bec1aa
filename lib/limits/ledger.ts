/** The units of one limit spent within the last minute, each at the time it was spent. Pure functions. */

/** How long a unit counts. */
export const WINDOW_MS = 60_000;

// At most this many entries are kept, so that a ledger stays below the kilobyte that KV reads fast.
const MAX_ENTRIES = 64;

/** Units by the time they count from, the oldest first. A lease counts from its expiry. */
export type Ledger = readonly (readonly [at: number, units: number])[];

/** `ledger` with `corrections` applied: units added at a time or, if negative, removed there. */
export function withCorrections(
  ledger: Ledger,
  corrections: Iterable<[number, number]>,
  now: number,
): Ledger {
  const entries = new Map(ledger);
  const removals: [number, number][] = [];
  for (const [at, units] of corrections) {
    if (units >= 0) entries.set(at, (entries.get(at) ?? 0) + units);
    else if (counts(at, now)) removals.push([at, -units]);
  }
  const sorted = [...entries].filter(([at]) => counts(at, now)).sort(([a], [b]) => a - b);
  for (const [at, units] of removals) remove(sorted, at, units);
  return bounded(sorted.filter(([, units]) => units > 0));
}

/** Units that count at `now`. */
export function unitsAt(ledger: Ledger, now: number): number {
  let total = 0;
  for (const [at, units] of ledger) if (counts(at, now)) total += units;
  return total;
}

/**
 * Milliseconds until at most `units` of `ledger` count; never more than a minute, the longest that units
 * count.
 */
export function waitFor(ledger: Ledger, units: number, now: number): number {
  let counted = unitsAt(ledger, now);
  for (const [at, amount] of ledger) {
    if (counted <= units) break;
    if (!counts(at, now)) continue;
    counted -= amount;
    if (counted <= units) return Math.min(WINDOW_MS, at + WINDOW_MS - now);
  }
  return 0;
}

/** Encodes a ledger for KV: times as differences, which take a byte or two each. */
export function packed(ledger: Ledger): number[] {
  let last = 0;
  return ledger.flatMap(([at, units]) => {
    const difference = at - last;
    last = at;
    return [difference, units];
  });
}

/** Decodes a ledger from KV. */
export function unpacked(numbers: readonly number[] | null): Ledger {
  const ledger: [number, number][] = [];
  let at = 0;
  for (let i = 0; numbers && i + 1 < numbers.length; i += 2) {
    at += numbers[i] ?? 0;
    ledger.push([at, numbers[i + 1] ?? 0]);
  }
  return ledger;
}

/**
 * Moves a time far in the future, written before a clock was set back, to now; otherwise it would count until
 * then.
 */
function counts(at: number, now: number): boolean {
  return at > now - WINDOW_MS && at <= now + WINDOW_MS;
}

/** Merged entries have the later time, so units of `at` are found at that time or after. */
function remove(sorted: [number, number][], at: number, units: number): void {
  let left = units;
  for (const entry of sorted) {
    if (left <= 0) return;
    if (entry[0] < at) continue;
    const taken = Math.min(left, entry[1]);
    entry[1] -= taken;
    left -= taken;
  }
}

/** Merges neighbours, the closest first: units count a little longer, never shorter. */
function bounded(sorted: [number, number][]): Ledger {
  while (sorted.length > MAX_ENTRIES) {
    let closest = 1;
    for (let i = 2; i < sorted.length; i++) {
      if (gapBefore(sorted, i) < gapBefore(sorted, closest)) closest = i;
    }
    const later = sorted[closest];
    if (later) later[1] += sorted[closest - 1]?.[1] ?? 0;
    sorted.splice(closest - 1, 1);
  }
  return sorted;
}

function gapBefore(sorted: Ledger, index: number): number {
  return (sorted[index]?.[0] ?? 0) - (sorted[index - 1]?.[0] ?? 0);
}
