import assert from "node:assert/strict";
import type { FieldRow } from "./field_row.ts";
import { wholeRows } from "./whole_rows.ts";

/** A row 30 pixels high, with the left edge and text of each cell. */
function row(top: number, cells: [left: number, text: string][]): FieldRow {
  const boxes = cells.map(([left, text]) => ({
    left,
    right: left + text.length * 10,
    top,
    bottom: top + 30,
  }));
  return {
    cells: cells.map(([, text], i) => ({
      text,
      confidence: 1,
      page: 1,
      box: boxes[i] ?? { left: 0, right: 0, top, bottom: top },
    })),
    page: 1,
    box: { left: 0, right: 1000, top, bottom: top + 30 },
    placed: true,
    rightToLeft: false,
    inTable: false,
  };
}
const texts = (rows: FieldRow[]) => rows.map(({ cells }) => cells.map(({ text }) => text));

Deno.test("second lines of labels and values beside each other are joined", () => {
  const rows = [
    row(0, [[0, "Legal type of"], [200, "Limited Liability"], [500, "Register"], [700, "88120"]]),
    row(31, [[0, "entity"], [200, "Company"]]),
    row(80, [[0, "Issued"], [200, "21 Nov 2025"]]),
  ];
  assert.deepEqual(texts(wholeRows(rows)), [
    ["Legal type of entity", "Limited Liability Company", "Register", "88120"],
    ["Issued", "21 Nov 2025"],
  ]);
});

Deno.test("values under their labels, and address lines, stay separate rows", () => {
  const under = [
    row(0, [[0, "Surname"], [200, "Given names"]]),
    row(31, [[0, "PEMBERTON"], [200, "ALICE"]]),
    row(80, [[0, "Nationality"], [200, "Authority"]]),
  ];
  assert.equal(wholeRows(under).length, 3);
  const address = [0, 38, 76].map((top) => row(top, [[0, "Dock Road 4"], [500, "Harbour View"]]));
  assert.equal(wholeRows(address).length, 3);
});

Deno.test("a line in much smaller letters does not continue the line above it", () => {
  const [name, office] = [
    row(0, [[0, "W"], [200, "Wadi University"]]),
    row(31, [[200, "Registrar's office"]]),
  ];
  const small = office.cells.map((cell) => ({ ...cell, box: { ...cell.box, bottom: cell.box.top + 18 } }));
  const rows = [name, { ...office, cells: small }, row(120, [[0, "Date"], [200, "21 Nov 2025"]])];
  assert.deepEqual(texts(wholeRows(rows))[0], ["W", "Wadi University"]);
});

Deno.test("quantity and price below a name, and an address for mail, are no rest of it", () => {
  for (const below of ["4 x R 189.95", "orders@fernlea.example", "www.fernlea.example"]) {
    const rows = [
      row(0, [[0, "Cylinder lock, 5 keys"], [500, "R 759.80"]]),
      row(31, [[0, below]]),
      row(100, [[0, "Key cut"], [500, "R 483.00"]]),
    ];
    assert.equal(wholeRows(rows).length, 3, below);
  }
});
