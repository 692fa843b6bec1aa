import assert from "node:assert/strict";
import { pairedTable } from "./paired_rows.ts";

const WAY = { decimal: "point" as const, certain: true };
const HEADER = ["Item", "Material", "Description", "HSN code"];

Deno.test("goods with figures on a second line are paired, also with a price for a hundred", () => {
  const table = pairedTable([{
    page: 1,
    header: HEADER,
    rows: [
      ["", "Quantity", "Rate", "Per Net value"],
      ["00010", "3000417720", "Grinding wheel A46, 300 x 40 x 76.2", "68042210"],
      ["", "120 EA", "485.00", "1 EA 58,200.00"],
      ["00020", "3000417733", "Cup wheel C80", "68042210"],
      ["", "60 EA", "372.50", "100 EA 223.50"],
    ],
    doubtful: [3],
  }], WAY);
  assert.deepEqual(table?.rows, [
    ["Grinding wheel A46, 300 x 40 x 76.2", "120", "485.00", "58,200.00"],
    ["Cup wheel C80", "60", "372.50", "223.50"],
  ]);
  assert.deepEqual(table?.doubtful, [1]);
});

Deno.test("the end of a long name in the column of prices belongs to the name", () => {
  const rows = [["10", "Wheel 300 x 40 x", "76.2", ""], ["", "120 EA", "485.00", "58,200.00"], [
    "20",
    "Belt, grit",
    "120",
    "",
  ], ["", "4 EA", "96.00", "384.00"]];
  const names = pairedTable([{ page: 1, header: HEADER, rows }], WAY)?.rows.map(([name]) => name);
  assert.deepEqual(names, ["Wheel 300 x 40 x 76.2", "Belt, grit 120"]);
});

Deno.test("lines whose figures do not multiply, and texts, are no goods", () => {
  const rows = [["1", "Wheel", "", ""], ["", "120", "485.00", "58,300.00"], ["2", "Cup", "", ""], [
    "",
    "60",
    "2.00",
    "121.00",
  ]];
  assert.equal(pairedTable([{ page: 1, header: HEADER, rows }], WAY), undefined);
  const texts = [["Terms of delivery", "within 2 weeks"], ["Price 3.00 for 2 pieces is 6.00", ""]];
  assert.equal(pairedTable([{ page: 1, header: HEADER, rows: [...texts, ...texts] }], WAY), undefined);
});
