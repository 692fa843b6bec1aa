import assert from "node:assert/strict";
import { sumIssues } from "../validation/sum_checks.ts";
import { unexplainedColumns } from "./goods_columns.ts";
import { lineItems } from "./line_items.ts";

const table = (header: string[], ...rows: string[][]) => ({ page: 1, header, rows });

Deno.test("columns with unknown headings are identified by multiplication", () => {
  const items = lineItems([table(
    ["Pos.", "Bezeichnung", "Menge", "Einzel", "Gesamt"],
    ["1", "Pumpe", "3", "12.50", "37.50"],
    ["2", "Schlauch", "10", "4.20", "42.00"],
  )]);
  assert.deepEqual(items, [
    { description: "Pumpe", quantity: 3, unit_price: 12.5, amount: 37.5 },
    { description: "Schlauch", quantity: 10, unit_price: 4.2, amount: 42 },
  ]);
});

Deno.test("a known heading decides which factor is the quantity", () => {
  const [item] = lineItems([table(
    ["Description", "Rate", "Qty", "Sum"],
    ["Nails", "2.00", "5", "10.00"],
    ["Bolts", "3.00", "4", "12.00"],
  )]);
  assert.deepEqual(item, { description: "Nails", quantity: 5, unit_price: 2, amount: 10 });
});

Deno.test("factors of one identify no columns, and unidentified columns of figures are an issue", () => {
  const goods = table(["Item", "Xyz", "Amount"], ["Nails", "1", "10.00"], ["Bolts", "7", "12.00"]);
  assert.deepEqual(unexplainedColumns(goods, { decimal: "point", certain: true }), ["Xyz"]);
  assert.ok(sumIssues({ fields: [], tables: [goods] }).some(({ issue }) => issue.includes("Xyz")));
  const counted = table(["Sl", "Item", "Qty", "Price", "Amount"], ["1", "Nails", "2", "5.00", "10.00"]);
  assert.deepEqual(unexplainedColumns(counted, { decimal: "point", certain: true }), []);
});

Deno.test("a line item without a name is an issue", () => {
  const goods = table(["Item", "Qty", "Price", "Amount"], ["Nails", "2", "5.00", "10.00"], [
    "",
    "3",
    "4.00",
    "12.00",
  ]);
  assert.ok(
    sumIssues({ fields: [], tables: [goods] }).some(({ field }) => field === "line_items[1].description"),
  );
});

Deno.test("a sum below the line items is not a line item, whatever its label", () => {
  const goods = table(["Item", "Qty", "Price", "Amount"], ["Nails", "2", "5.00", "10.00"], [
    "",
    "",
    "Zwischensumme",
    "10.00",
  ]);
  assert.equal(lineItems([goods]).length, 1);
});

Deno.test("texts under the heading of an unread number column are the names", () => {
  const [item] = lineItems([table(
    ["Sl.", "Particulars", "Amount (Rs.)"],
    ["Tuition fee", "", "78,000.00"],
    ["Transport", "", "21,600.00"],
  )]);
  assert.deepEqual(item, { description: "Tuition fee", amount: 78000 });
});

Deno.test("a discount is read from its column with a percent sign or without, and where it explains the amount alone", () => {
  const goods = (rate: string, amount: string) =>
    lineItems([table(
      ["Description", "Qty", "Unit price", "Disc.", "VAT %", "Net"],
      ["Door", "14", "186.00", rate, "23", amount],
      ["Lining", "2", "48.50", "", "23", "97.00"],
    )])[0]?.discount;
  assert.equal(goods("10", "2,343.60"), 10);
  assert.equal(goods("10%", "2,343.60"), 10);
  assert.equal(goods("10", "2,604.00"), undefined);
  assert.equal(goods("10", "2,000.00"), undefined);
});

Deno.test("an Arabic column of net amounts behind a discount is that of the amounts", () => {
  const [item] = lineItems([table(
    ["الصنف", "الكمية", "سعر الوحدة", "الخصم", "الصافي"],
    ["علب", "4000", "1.35", "5%", "5,130.00"],
    ["صناديق", "650", "9.80", "0%", "6,370.00"],
  )]);
  assert.deepEqual(item, { description: "علب", quantity: 4000, unit_price: 1.35, amount: 5130, discount: 5 });
});

Deno.test("a sum taken off explains an amount, and is told in percent", () => {
  const [item] = lineItems([table(
    ["Item", "Qty", "Unit price", "Discount", "Taxable amount"],
    ["Split unit", "6", "1,890.00", "340.20", "10,999.80"],
    ["Cable", "120", "7.25", "0.00", "870.00"],
  )]);
  assert.deepEqual(item, {
    description: "Split unit",
    quantity: 6,
    unit_price: 1890,
    amount: 10999.8,
    discount: 3,
  });
});

Deno.test("figures with a decimal comma are checked as the paper writes them", () => {
  const goods = table(["Item", "Quantity", "Price", "Amount"], ["Towel", "1.200", "4,85", "5.820,00"], [
    "Cloth",
    "3.600",
    "0,62",
    "2.232,00",
  ]);
  const way = { decimal: "comma" as const, certain: true, currency: "EUR" };
  assert.deepEqual(sumIssues({ fields: [], tables: [goods], way }).map(({ issue }) => issue), [
    "The line items cannot be held against a total, since none was read",
  ]);
});

Deno.test("entries of a bank statement are not checked as goods", () => {
  const entries = table(["Date", "Value", "Particulars", "Withdrawals", "Balance"], [
    "01 Apr 2026",
    "01 Apr",
    "Rent",
    "14.00",
    "86.00",
  ]);
  assert.deepEqual(sumIssues({ type: "bank_statement", fields: [], tables: [entries] }), []);
});

Deno.test("a column that names the unit of a price is not the column of prices", () => {
  const [item] = lineItems([table(
    ["Description", "Quantity", "Rate", "per", "Disc.", "Amount"],
    ["Hollow block", "3,200 Nos", "2.35", "Nos", "4%", "7,219.20"],
    ["Sand", "60 Nos", "85.00", "Nos", "", "5,100.00"],
  )]);
  assert.deepEqual(item, {
    description: "Hollow block",
    quantity: 3200,
    unit_price: 2.35,
    amount: 7219.2,
    discount: 4,
  });
});

Deno.test("a count with three decimals is no thousands, whatever the currency", () => {
  const goods = table(["Description", "Quantity", "Rate", "Amount"], [
    "Steel",
    "5.250 MT",
    "2,485.00",
    "13,046.25",
  ], ["Wire", "40 Roll", "32.00", "1,280.00"]);
  const way = { decimal: "point" as const, certain: true, currency: "AED" };
  assert.equal(lineItems([goods], way)[0]?.quantity, 5.25);
});

Deno.test("a specification beside the names of goods is no name", () => {
  const [item] = lineItems([table(
    ["S. No.", "Item", "Specification", "UOM", "Qty", "Rate", "Amount"],
    ["1", "Corrugated carton", "5-ply, 24 x 16 x 18 in", "Nos", "6,500", "148.00", "962,000.00"],
    ["2", "Polyethylene bag", "60 micron, clear", "Kg", "850", "465.50", "395,675.00"],
  )]);
  assert.equal(item?.description, "Corrugated carton");
  const [only] = lineItems([table(
    ["Specification", "Qty", "Rate", "Amount"],
    ["5-ply carton", "2", "5.00", "10.00"],
    ["Clear bag", "4", "3.00", "12.00"],
  )]);
  assert.equal(only?.description, "5-ply carton");
});

Deno.test("a later table with names and amounts in the same rows is preferred to one without", () => {
  const broken = table(["Description", "Qty", "Amount"], ["Wheel", "3000", ""], ["", "120", "58,200.00"], [
    "Cup",
    "3001",
    "",
  ], ["", "60", "22,350.00"]);
  const whole = table(["Item", "Quantity", "Unit price", "Amount"], ["Wheel", "120", "485.00", "58,200.00"]);
  assert.deepEqual(lineItems([broken, whole]).map(({ description }) => description), ["Wheel"]);
  assert.equal(lineItems([broken]).length > 0, true);
});

Deno.test("of the amounts before and after tax of a single row, quantity times price tells the one meant", () => {
  const [item] = lineItems([table(
    ["Item", "Qty", "Rate", "Taxable Amount", "Tax", "Amount"],
    ["Letters", "24.00", "185.00", "4,440.00", "222.00", "4,662.00"],
  )]);
  assert.deepEqual(item, { description: "Letters", quantity: 24, unit_price: 185, amount: 4440 });
});

Deno.test("a measure, a fee or a kind is the column of quantities, prices or names where no other column is", () => {
  const [item] = lineItems([table(["Spare part", "Kg", "Fee / kg", "Amt."], ["Chain", "3", "2.00", "6.00"])]);
  assert.deepEqual(item, { description: "Chain", quantity: 3, unit_price: 2, amount: 6 });
  const [other] = lineItems([table(["القطعة", "الوزن", "السعر", "المبلغ"], ["سلسلة", "3", "2.00", "6.00"])]);
  assert.deepEqual(other, { description: "سلسلة", quantity: 3, unit_price: 2, amount: 6 });
  const [third] = lineItems([
    table(["Item", "Weight", "Qty", "Rate", "Amount"], ["Rod", "9", "1", "6.00", "6.00"]),
  ]);
  assert.deepEqual(third, { description: "Rod", quantity: 1, unit_price: 6, amount: 6 });
});

Deno.test("codes stand for names where no column has any", () => {
  const items = lineItems([{
    page: 1,
    header: ["Meter", "Previous", "Current", "Consumption", "Rate", "Amount"],
    rows: [
      ["E-7714", "10250", "11500", "1250", "0.016", "20.000"],
      ["W-3321", "400", "460", "60", "0.750", "45.000"],
    ],
  }]);
  assert.deepEqual(items.map(({ description }) => description), ["E-7714", "W-3321"]);
});

Deno.test("numbers with their units without a heading are the quantities if they multiply to the amounts", () => {
  const [item] = lineItems([table(
    ["", "", "rate £", "£"],
    ["New sill", "2 no", "415.00", "830.00"],
    ["Repointing", "36.5 sq m", "48.00", "1,752.00"],
    ["Scaffold", "3 weeks", "95.00", "285.00"],
  )]);
  assert.deepEqual(item, { description: "New sill", quantity: 2, unit_price: 415, amount: 830 });
});

Deno.test("a quantity whose point a scan read as a colon is whole", () => {
  const goods = table(
    ["Item", "Qty", "Price", "Amount"],
    ["Brakes", "1.8", "68.00", "122.40"],
    ["Service", "1:2", "68.00", "81.60"],
  );
  const [, item] = lineItems([{ ...goods, scanned: true as const }]);
  assert.equal(item?.quantity, 1.2);
});
