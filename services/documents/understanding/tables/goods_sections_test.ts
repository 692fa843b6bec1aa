import assert from "node:assert/strict";
import { lineItems } from "./line_items.ts";

const HEADER = ["Ref.", "Description", "Qty", "Rate", "Amount"];
const ROWS = [
  ["1", "Lifting equipment", "", "", ""],
  ["1.1", "Two-post lift", "2", "650.000", "1,300.000"],
  ["1.2", "Anchor bolt", "12", "3.750", "45.000"],
  ["", "Section total", "", "", "1,345.000"],
  ["2", "Works at site", "", "", ""],
  ["2.1", "Delivery", "1", "60.000", "60.000"],
];
const names = (rows: string[][], scanned = false) =>
  lineItems([{ page: 1, header: HEADER, rows, ...(scanned ? { scanned: true as const } : {}) }])
    .map(({ description }) => description);

Deno.test("headings and sums of sections are no goods", () => {
  assert.deepEqual(names(ROWS), ["Two-post lift", "Anchor bolt", "Delivery"]);
});

Deno.test("a row of a scan without figures stays, unless the sum below confirms that none is lost", () => {
  assert.deepEqual(names(ROWS, true), ["Two-post lift", "Anchor bolt", "Works at site", "Delivery"]);
  const lost = ROWS.map((row) => row[0] === "1.2" ? ["1.2", "Anchor bolt", "", "", ""] : row);
  assert.ok(names(lost, true).includes("Anchor bolt"));
});

Deno.test("a row that happens to have the sum of those above and a quantity is one of the goods", () => {
  const rows = [["1", "Nails", "2", "5.00", "10.00"], ["2", "Bolts", "4", "5.00", "20.00"], [
    "3",
    "Chain",
    "1",
    "30.00",
    "30.00",
  ]];
  assert.deepEqual(names(rows), ["Nails", "Bolts", "Chain"]);
});

Deno.test("a sum with the sum of the quantities is no line item, and the amount is what a discount leaves", () => {
  const header = ["Item", "Qty", "Price", "Gross", "Discount", "Net", "VAT 5%", "Total"];
  const items = lineItems([{
    page: 1,
    header,
    rows: [
      ["Salmon fillet", "10.00", "20.00", "200.00", "20.00", "180.00", "9.00", "189.00"],
      ["Rice bag", "4.00", "50.00", "200.00", "0.00", "200.00", "10.00", "210.00"],
      ["Total AED", "14.00", "", "400.00", "20.00", "380.00", "19.00", "399.00"],
    ],
  }]);
  assert.deepEqual(items, [
    { description: "Salmon fillet", quantity: 10, unit_price: 20, amount: 180, discount: 10 },
    { description: "Rice bag", quantity: 4, unit_price: 50, amount: 200 },
  ]);
});

Deno.test("a heading with the sum of the rows below it is no good; the same sum with a quantity is", () => {
  const rows = [
    ["1", "Roses", "480", "0.50", "240.00"],
    ["", "Packaging", "", "", "223.75"],
    ["2", "Trolley", "2", "97.50", "195.00"],
    ["3", "Bucket", "65", "1.15", "74.75"],
    ["4", "Bucket, returned", "-40", "1.15", "-46.00"],
    ["5", "Transport", "1", "42.35", "42.35"],
  ];
  assert.deepEqual(names(rows), ["Roses", "Trolley", "Bucket", "Bucket, returned", "Transport"]);
  assert.equal(names(rows.with(1, ["", "Pallets", "1", "223.75", "223.75"])).length, 6);
});
