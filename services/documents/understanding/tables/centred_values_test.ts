import assert from "node:assert/strict";
import { withCentredValues } from "./centred_values.ts";
import type { FieldRow } from "./field_row.ts";

/** A row 30 pixels high, with the left edge and text of each cell. */
function row(top: number, cells: [left: number, text: string][], rightToLeft = false): FieldRow {
  return {
    cells: cells.map(([left, text]) => ({
      text,
      confidence: 1,
      page: 1,
      box: { left, right: left + text.length * 10, top, bottom: top + 30 },
    })),
    page: 1,
    box: { left: 0, right: 1000, top, bottom: top + 30 },
    placed: true,
    rightToLeft,
    inTable: false,
  };
}
const texts = (rows: FieldRow[]) => withCentredValues(rows).map(({ cells }) => cells.map(({ text }) => text));

Deno.test("a value on two lines stands beside the labels at half its height", () => {
  assert.deepEqual(
    texts([
      row(0, [[400, "Askar Switchgear Contracting"]]),
      row(20, [[0, "Legal name"], [800, "الاسم القانوني"]]),
      row(40, [[500, "W.L.L."]]),
      row(100, [[0, "Date of issue"], [400, "17/09/2026"]]),
    ]),
    [["Legal name", "Askar Switchgear Contracting W.L.L.", "الاسم القانوني"], ["Date of issue", "17/09/2026"]],
  );
  assert.deepEqual(
    texts([
      row(0, [[300, "مبنى 1417، طريق 5128، مجمع"]], true),
      row(20, [[800, "العنوان المسجل"]], true),
      row(40, [[470, "951، عسكر"]], true),
    ]),
    [["العنوان المسجل", "مبنى 1417، طريق 5128، مجمع 951، عسكر"]],
  );
});

Deno.test("lines above and below a label, and those around a name, stay rows of their own", () => {
  const form = [
    row(0, [[400, "Harbour View"]]),
    row(45, [[0, "Legal name"]]),
    row(90, [[400, "Dock Road 4"]]),
  ];
  assert.equal(withCentredValues(form).length, 3);
  const head = [
    row(0, [[400, "Lowmoor Nurseries"]]),
    row(20, [[0, "Fernlea Gardens"]]),
    row(40, [[400, "12 Dock Road"]]),
  ];
  assert.equal(withCentredValues(head).length, 3);
  const title = [
    row(0, [[0, "Unit 6, Gort Business Park"]]),
    row(20, [[800, "Invoice"]]),
    row(40, [[0, "Ennis, Co. Clare"]]),
  ];
  assert.equal(withCentredValues(title).length, 3);
});
