import assert from "node:assert/strict";
import fc from "fast-check";
import { hoursOf, piecesOf, type Span } from "./usage_range.ts";

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
      assert.ok(length(records) < 2 * 3_600_000);
    }
  }));
});

function at(time: string | undefined): number {
  return Date.parse(time ?? "");
}

function length(spans: Span[]): number {
  return spans.reduce((sum, span) => sum + at(span.end) - at(span.start), 0);
}
