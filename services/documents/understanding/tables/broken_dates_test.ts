import assert from "node:assert/strict";
import type { FieldRow } from "./field_row.ts";
import { wholeDates } from "./broken_dates.ts";

function row(top: number, cells: [left: number, text: string][]): FieldRow {
  const box = { left: 0, right: 1000, top, bottom: top + 30 };
  const lines = cells.map(([left, text]) => ({
    text,
    confidence: 1,
    page: 1,
    box: { ...box, left, right: left + text.length * 10 },
  }));
  return { cells: lines, page: 1, box, placed: true, rightToLeft: false, inTable: false };
}
const texts = (rows: FieldRow[]) => rows.map(({ cells }) => cells.map(({ text }) => text));

Deno.test("a date that continues below its cell is joined, and nothing else is", () => {
  assert.deepEqual(
    texts(wholeDates([row(0, [[0, "Our ref: A/7"], [500, "Dated: 11th March"]]), row(38, [[500, "2026"]])])),
    [["Our ref: A/7", "Dated: 11th March 2026"]],
  );
  assert.deepEqual(
    texts(
      wholeDates([row(0, [[0, "جمعية"], [500, "حرر في 27"]]), row(38, [[0, "حي"], [500, "فبراير 2026"]])]),
    ),
    [["جمعية", "حرر في 27 فبراير 2026"], ["حي"]],
  );
  const apart = [row(0, [[500, "Room 11"]]), row(38, [[500, "March 2026 fees"]]), row(76, [[0, "2026"]])];
  assert.deepEqual(texts(wholeDates(apart.slice(1))), texts(apart.slice(1)));
});
