import fc from "fast-check";
import assert from "node:assert/strict";
import {
  type Ledger,
  packed,
  unitsAt,
  unpacked,
  waitFor,
  WINDOW_MS,
  withCorrections,
} from "lib/limits/ledger.ts";

const NOW = 1_000_000_000_000;
const spends = fc.array(
  fc.tuple(fc.integer({ min: NOW - 2 * WINDOW_MS, max: NOW }), fc.integer({ min: 1, max: 1_000_000 })),
  { maxLength: 200 },
);

Deno.test("a ledger never counts less than the minute's spending, and is exact up to 64 entries", () => {
  fc.assert(fc.property(spends, fc.integer({ min: 0, max: 2 * WINDOW_MS }), (script, later) => {
    let ledger: Ledger = [];
    for (const spend of script.toSorted(([a], [b]) => a - b)) ledger = withCorrections(ledger, [spend], NOW);
    const now = NOW + later;
    const spent = script.filter(([at]) => at > now - WINDOW_MS).reduce((sum, [, units]) => sum + units, 0);
    assert.ok(unitsAt(ledger, now) >= spent);
    if (script.length <= 64) assert.equal(unitsAt(ledger, now), spent);
    assert.ok(ledger.length <= 64);
  }));
});

Deno.test("a ledger survives packing unchanged, and stays short enough for KV", () => {
  fc.assert(fc.property(spends, (script) => {
    const ledger = withCorrections([], script, NOW);
    assert.deepEqual(unpacked(packed(ledger)), ledger);
    assert.ok(JSON.stringify(packed(ledger)).length < 1_000);
  }));
});

Deno.test("units booked at a time are found again after entries were merged", () => {
  const many = Array.from({ length: 100 }, (_, i): [number, number] => [NOW - 50_000 + i * 100, 1]);
  const ledger = withCorrections([], many, NOW);
  const gone = withCorrections(ledger, many.map(([at]): [number, number] => [at, -1]), NOW);
  assert.deepEqual(gone, []);
});

Deno.test("waitFor() gives the time until enough units expire, a minute at most", () => {
  const ledger: Ledger = [[NOW - 50_000, 3], [NOW - 20_000, 2], [NOW + 5_000, 1]];
  assert.equal(waitFor(ledger, 6, NOW), 0);
  assert.equal(waitFor(ledger, 5, NOW), 10_000);
  assert.equal(waitFor(ledger, 2, NOW), 40_000);
  assert.equal(waitFor(ledger, 0, NOW), WINDOW_MS);
});

Deno.test("times of a clock that was set back do not count for as long as it was ahead", () => {
  assert.equal(unitsAt([[NOW + 3_600_000, 5]], NOW), 0);
});
