import assert from "node:assert/strict";
import { lineItems } from "./line_items.ts";

const ROWS = [
  ["1", "Preliminaries", "620,000.00", "60%", "372,000.00", "310,000.00", "62,000.00"],
  ["2", "Raft foundation", "2,380,000.00", "95%", "2,261,000.00", "1,904,000.00", "357,000.00"],
  ["3", "Plaster", "1,735,000.00", "8%", "138,800.00", "0.00", "138,800.00"],
];

Deno.test("the goods of a progress bill have the amounts billed now, whatever their headings", () => {
  const headings = [
    ["Item", "Description of work", "value", "date %", "date", "invoiced", "invoice"],
    ["م", "بيان الأعمال", "قيمة العقد", "نسبة الإنجاز", "المنجز حتى تاريخه", "السابق", "الحالي"],
  ];
  for (const header of headings) {
    const items = lineItems([{ page: 1, header, rows: ROWS }]);
    assert.deepEqual(items.map(({ amount }) => amount), [62000, 357000, 138800], header.join());
    assert.ok(items.every(({ quantity, unit_price }) => quantity === undefined && unit_price === undefined));
  }
});

Deno.test("a rate of tax beside net, tax and gross amounts makes no progress bill", () => {
  const header = ["Service", "Net amount", "VAT %", "VAT", "Gross amount"];
  const rows = [["Audit", "100.00", "5%", "5.00", "105.00"], ["Review", "200.00", "5%", "10.00", "210.00"]];
  const items = lineItems([{ page: 1, header, rows }]);
  assert.ok(items.every(({ amount }) => amount !== 5 && amount !== 10));
});
