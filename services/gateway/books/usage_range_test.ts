import assert from "node:assert/strict";
import fc from "fast-check";
import { hoursOf, piecesOf, roundedPiecesOf, type Span } from "./usage_range.ts";

Deno.test("piecesOf() reads whole days and hours from sums and only the edges from records", () => {
  assert.deepEqual(piecesOf({ start: "2026-01-01T10:30:00.000Z", end: "2026-01-04T01:15:00.000Z" }), {
    days: [{ start: "2026-01-02T00:00:00.000Z", end: "2026-01-04T00:00:00.000Z" }],
    hours: [
      { start: "2026-01-01T11:00:00.000Z", end: "2026-01-02T00:00:00.000Z" },
      { start: "2026-01-04T00:00:00.000Z", end: "2026-01-04T01:00:00.000Z" },
    ],
    records: [
      { start: "2026-01-01T10:30:00.000Z", end: "2026-01-01T11:00:00.000Z" },
      { start: "2026-01-04T01:00:00.000Z", end: "2026-01-04T01:15:00.000Z" },
    ],
  });
});

Deno.test("piecesOf() of an open range reads no records at its open ends", () => {
  assert.deepEqual(piecesOf({}), { days: [{ start: undefined, end: undefined }], hours: [], records: [] });
  assert.deepEqual(piecesOf({ start: "2026-01-01T23:00:00Z" }).records, []);
});

Deno.test("piecesOf() of a short range reads records, of an empty one nothing", () => {
  const short = { start: "2026-01-01T10:10:00.000Z", end: "2026-01-01T10:20:00.000Z" };
  assert.deepEqual(piecesOf(short), { days: [], hours: [], records: [short] });
  assert.deepEqual(piecesOf({ start: short.end, end: short.start }).records, []);
});

Deno.test("piecesOf() and hoursOf() cover every range once, without gap or overlap", () => {
  const time = fc.integer({ min: 0, max: 40 * 86_400_000 });
  fc.assert(fc.property(time, time, (a, b) => {
    const [start, end] = [Math.min(a, b), Math.max(a, b)].map((at) => new Date(at).toISOString());
    for (const cut of [piecesOf, hoursOf]) {
      const { days, hours, records } = cut({ start, end });
      const sorted = [...days, ...hours, ...records].sort((x, y) => at(x.start) - at(y.start));
      let reached = at(start);
      for (const span of sorted) {
        assert.equal(at(span.start), reached);
        reached = at(span.end);
      }
      if (start !== end) assert.equal(reached, at(end));
      assert.ok(totalUntil(Infinity, records) < 2 * 3_600_000);
    }
  }));
});

Deno.test("roundedPiecesOf() subtracts the excess of whole hours and days, if that reads fewer records", () => {
  assert.deepEqual(
    roundedPiecesOf({ start: "2026-01-01T10:20:00.000Z", end: "2026-01-04T13:45:00.000Z" }),
    {
      days: [{ start: "2026-01-01T00:00:00.000Z", end: "2026-01-05T00:00:00.000Z" }],
      hours: [],
      records: [],
      surplus: {
        hours: [
          { start: "2026-01-01T00:00:00.000Z", end: "2026-01-01T10:00:00.000Z" },
          { start: "2026-01-04T14:00:00.000Z", end: "2026-01-05T00:00:00.000Z" },
        ],
        records: [
          { start: "2026-01-01T10:00:00.000Z", end: "2026-01-01T10:20:00.000Z" },
          { start: "2026-01-04T13:45:00.000Z", end: "2026-01-04T14:00:00.000Z" },
        ],
      },
    },
  );
});

Deno.test("roundedPiecesOf() does not subtract records of an incompletely kept hour", () => {
  const range = { start: "2026-01-01T10:20:00.000Z", end: "2026-01-01T10:55:00.000Z" };
  assert.deepEqual(roundedPiecesOf(range, { since: "2026-01-01T10:10:00.000Z" }).records, [range]);
  assert.deepEqual(roundedPiecesOf(range, { since: "2026-01-01T10:00:00.000Z" }).records, []);
});

Deno.test("roundedPiecesOf() of a range that ends now reads nothing of the future", () => {
  const end = "2026-01-04T13:05:00.000Z";
  const { days, surplus } = roundedPiecesOf({ start: "2026-01-02T00:00:00.000Z", end }, {
    now: Date.parse(end),
  });
  assert.deepEqual(days, [{ start: "2026-01-02T00:00:00.000Z", end: "2026-01-05T00:00:00.000Z" }]);
  assert.deepEqual(surplus.records, [{ start: end, end: "2026-01-04T14:00:00.000Z" }]);
});

Deno.test("roundedPiecesOf() covers every range exactly once after subtraction, with at most an hour and a day", () => {
  const minutes = (most: number) => fc.integer({ min: 0, max: most }).map((minute) => minute * 60_000);
  fc.assert(
    fc.property(minutes(5 * 1440), minutes(3 * 1440), minutes(9 * 1440), (from, length, now) => {
      const range = { start: new Date(from).toISOString(), end: new Date(from + length).toISOString() };
      const { days, hours, records, surplus } = roundedPiecesOf(range, { now });
      const hit = (spans: Span[], time: number) =>
        spans.filter(({ start, end }) => at(start) <= time && time < at(end)).length;
      for (let time = -1440 * 60_000; time < 10 * 1440 * 60_000; time += 300_000) {
        const times = hit([...days, ...hours, ...records], time) -
          hit([...surplus.hours, ...surplus.records], time);
        assert.equal(times, from <= time && time < from + length ? 1 : 0, new Date(time).toISOString());
      }
      if (now < from + length) return;
      assert.ok(totalUntil(now, [...records, ...surplus.records]) <= 3_600_000);
      assert.ok(totalUntil(now, [...hours, ...surplus.hours]) <= 24 * 3_600_000);
    }),
    { numRuns: 60, examples: [[236_040_000, 109_680_000, 345_720_000]] },
  );
});

function at(time: string | undefined): number {
  return Date.parse(time ?? "");
}

/** The length of the parts before `now`: later ones hold no records. */
function totalUntil(now: number, spans: Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(at(end), now) - at(start)), 0);
}
