import assert from "node:assert/strict";
import { anchorOf, type CellAddress, placeOfCell, type TableTexts } from "./cell_place.ts";

const goods: TableTexts = {
  header: ["Item", "Qty", "Amount"],
  rows: [["Paper", "2", "10.00"], ["Ink", "1", "90000"], ["Paper", "2", "10.00"]],
};
const notes: TableTexts = { header: ["Note", "By"], rows: [["Ink", "Ali"]] };

function moved(to: TableTexts[], cell: CellAddress, from: TableTexts[] = [goods]): CellAddress | undefined {
  const anchor = anchorOf(from, cell);
  assert.ok(anchor);
  return placeOfCell(to, anchor);
}

Deno.test("a corrected cell is found by the texts of its row at any position after reprocessing", () => {
  const ink = { table: 0, row: 2, column: 2 };
  assert.deepEqual(moved([goods], ink), ink);
  const longer = { ...goods, rows: [["Pens", "7", "70.00"], ...goods.rows] };
  assert.deepEqual(moved([longer], ink), { table: 0, row: 3, column: 2 });
  assert.deepEqual(moved([notes, longer], ink), { table: 1, row: 3, column: 2 });
  const better = { ...goods, rows: goods.rows.with(1, ["INK", "1", "900.00"]) };
  assert.deepEqual(moved([better], ink), ink);
  const renamed = { ...better, header: ["Item", "Oty", "Amount"] };
  assert.deepEqual(moved([renamed], ink), ink);
});

Deno.test("a corrected cell is not found when its row is ambiguous or more frequent than before", () => {
  const ink = { table: 0, row: 2, column: 2 };
  assert.equal(moved([{ ...goods, rows: goods.rows.toSpliced(1, 1) }], ink), undefined);
  assert.equal(moved([notes], ink), undefined);
  assert.equal(moved([], ink), undefined);
  const wider = { header: [...goods.header, ""], rows: goods.rows.map((row) => [...row, ""]) };
  assert.equal(moved([wider], ink), undefined);
  const rents = { ...goods, rows: [["Rent January", "1", "500.00"], ["Rent February", "1", "500.00"]] };
  const february = { table: 0, row: 2, column: 0 };
  assert.equal(moved([{ ...rents, rows: rents.rows.slice(0, 1) }], february, [rents]), undefined);
  const last = { table: 0, row: 3, column: 1 };
  const more = { ...goods, rows: [...goods.rows, ["Paper", "2", "10.00"]] };
  assert.equal(moved([more], last), undefined);
  const shifted = { ...goods, rows: [["Pens", "7", "70.00"], ...goods.rows] };
  assert.deepEqual(moved([shifted], last), { ...last, row: 4 });
});

Deno.test("a corrected heading stays with its table, and a cell outside the table has no anchor", () => {
  const heading = { table: 0, row: 0, column: 1 };
  assert.deepEqual(moved([notes, { ...goods, rows: [] }], heading), { table: 1, row: 0, column: 1 });
  for (const beyond of [{ table: 1 }, { row: 4 }, { column: 3 }]) {
    assert.equal(anchorOf([goods], { table: 0, row: 1, column: 0, ...beyond }), undefined);
  }
});
