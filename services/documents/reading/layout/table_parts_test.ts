/** Tables with missing or irregular headings and rows. */
import assert from "node:assert/strict";
import type { Word } from "./page.ts";
import { tablesOf } from "./tables.ts";

function word(text: string, left: number, top: number, width = text.length * 10): Word {
  return { text, confidence: 1, box: { left, top, right: left + width, bottom: top + 20 } };
}
const row = (top: number, ...cells: [string, number][]) => cells.map(([text, left]) => word(text, left, top));

Deno.test("figures without a heading are a separate column", () => {
  const [table] = tablesOf([
    ...row(0, ["Item", 0], ["Qty", 300], ["@", 460]),
    ...row(40, ["Glue", 0], ["2", 380], ["7.45", 440], ["14.90", 600]),
    ...row(80, ["Hinge", 0], ["3", 380], ["5.25", 440], ["15.75", 600]),
    ...row(120, ["Sheet", 0], ["1", 380], ["9.00", 440], ["9.00", 610]),
  ]);
  assert.deepEqual(table?.header, ["Item", "Qty", "@", ""]);
  assert.deepEqual(table?.rows[1], ["Hinge", "3", "5.25", "15.75"]);
});

Deno.test("section headings between rows are not rows", () => {
  const [table] = tablesOf([
    ...row(0, ["Particulars", 0], ["Days", 300], ["Rate", 450], ["Amount", 600]),
    ...row(40, ["STAY", 0]),
    ...row(80, ["Room", 0], ["4", 310], ["10.00", 450], ["40.00", 600]),
    ...row(120, ["THEATRE", 0]),
    ...row(160, ["Surgeon", 0], ["2", 310], ["5.00", 450], ["10.00", 600]),
  ]);
  assert.deepEqual(table?.rows.map(([name]) => name), ["Room", "Surgeon"]);
});

Deno.test("a row of headings inside a block of labels starts the table", () => {
  const [table, ...others] = tablesOf([
    ...row(0, ["Reading before", 0], ["Reading now", 200], ["Factor", 400], ["Units", 600]),
    ...row(25, ["88214", 0], ["95664", 200], ["1", 400], ["7450", 600]),
    ...row(70, ["Description", 0], ["Quantity", 300], ["Price", 450], ["Amount", 600]),
    ...row(110, ["Energy", 0], ["6000", 310], ["0.20", 450], ["1,200.00", 600]),
    ...row(150, ["Meter", 0], ["1", 310], ["24.00", 450], ["24.00", 600]),
  ]);
  assert.deepEqual(others, []);
  assert.deepEqual(table?.header, ["Description", "Quantity", "Price", "Amount"]);
});

Deno.test("a wrapped cell can continue with a number and its unit", () => {
  const [table] = tablesOf([
    ...row(0, ["Item", 0], ["Qty", 300], ["Price", 450], ["Amount", 600]),
    ...row(40, ["Coolant", 0], ["4", 310], ["10.00", 450], ["40.00", 600]),
    ...row(62, ["of 20", 0]),
    ...row(100, ["Mill", 0], ["2", 310], ["5.00", 450], ["10.00", 600]),
  ]);
  assert.deepEqual(table?.rows.map(([name]) => name), ["Coolant of 20", "Mill"]);
});

Deno.test("a statement keeps a column without a heading, and low words stay in their row", () => {
  const [table] = tablesOf([
    ...row(0, ["Date", 0], ["Details", 200], ["Credit", 620], ["Balance", 800]),
    ...row(40, ["02/02/2026", 0], ["Transfer", 200], ["500.00", 620], ["900.00", 800]),
    ...row(80, ["03/02/2026", 0], ["Cheque", 200], ["850.00", 450], ["50.00", 810]),
    ...row(120, ["05/02/2026", 0], ["Fee", 200], ["10.00", 460], ["40.00", 810]),
  ]);
  assert.deepEqual(table?.header, ["Date", "Details", "", "Credit", "Balance"]);
  assert.deepEqual(table?.rows[1], ["03/02/2026", "Cheque", "850.00", "", "50.00"]);
});

Deno.test("a balance brought forward below the heading is a row and does not end the table", () => {
  const [table] = tablesOf([
    ...row(0, ["Date", 0], ["Details", 150], ["Debit", 450], ["Balance", 600]),
    ...row(40, ["Total brought forward", 150], ["900.00", 600]),
    ...row(80, ["01/02/2026", 0], ["Rent", 150], ["400.00", 440], ["500.00", 600]),
    ...row(120, ["02/02/2026", 0], ["Bread", 150], ["100.00", 440], ["400.00", 600]),
  ]);
  assert.equal(table?.rows.length, 3);
});

Deno.test("a rate in a heading of two lines is part of it, and a sum named in two languages ends the table", () => {
  const [table] = tablesOf([
    ...row(0, ["م", 900], ["الوصف", 700], ["الكمية", 500], ["قبل الضريبة", 300], ["الضريبة", 160], [
      "%15",
      126,
    ], ["الإجمالي", 0]),
    ...row(22, ["No", 900], ["Description", 680], ["Qty", 500], ["Net", 320], ["VAT", 140], ["Total", 0]),
    ...row(60, ["1", 900], ["خزان", 700], ["6", 510], ["100.00", 310], ["15.00", 140], ["115.00", 0]),
    ...row(100, ["2", 900], ["مضخة", 700], ["4", 510], ["200.00", 310], ["30.00", 140], ["230.00", 0]),
    ...row(140, ["3", 900], ["عوامة", 700], ["9", 510], ["300.00", 310], ["45.00", 140], ["345.00", 0]),
    ...row(180, ["الإجمالي قبل الضريبة", 640], ["Total before VAT", 300], ["600.00", 0], ["Of={0]", 900]),
  ]);
  assert.equal(table?.header.length, 6);
  assert.equal(table?.rows.length, 3);
});

Deno.test("sums beside a table of rates are no part of it", () => {
  const tables = tablesOf([
    ...row(0, ["VAT analysis", 0], ["Net", 210], ["VAT", 300], ["Subtotal", 910], ["5,433.98", 1300]),
    ...row(40, ["23%", 0], ["3,269.98", 170], ["752.10", 270], ["Total VAT", 910], ["1,044.24", 1300]),
    ...row(80, ["13.5%", 0], ["2,164.00", 170], ["292.14", 270], ["Total EUR", 910], ["6,478.22", 1300]),
  ]);
  assert.deepEqual(tables, []);
});

Deno.test("columns without headings stand beside one with a rate and one with only a sign of a currency", () => {
  const [table] = tablesOf([
    ...row(0, ["rate £", 700], ["£", 890]),
    ...row(40, ["New sill", 0], ["2 no", 500], ["415.00", 700], ["830.00", 840]),
    ...row(80, ["Mortar", 0], ["14 bags", 490], ["17.60", 710], ["246.40", 840]),
    ...row(120, ["Scaffold", 0], ["3 weeks", 490], ["95.00", 710], ["285.00", 840]),
  ]);
  assert.deepEqual(table?.rows[1], ["Mortar", "14 bags", "17.60", "246.40"]);
});

Deno.test("words of a line whose boxes have different tops are one line of their cell", () => {
  const high = { text: "أ", confidence: 0.9, box: { left: 330, top: 92, right: 334, bottom: 116 } };
  const low = { text: "سمنت", confidence: 0.9, box: { left: 345, top: 104, right: 390, bottom: 116 } };
  const [table] = tablesOf([
    ...row(0, ["المبلغ", 0], ["السعر", 100], ["الكمية", 200], ["المادة", 330], ["ت", 430]),
    ...row(50, ["60", 0], ["30", 100], ["2", 200], ["كاشي", 330], ["1", 430]),
    ...row(97, ["90", 0], ["30", 100], ["3", 200], ["2", 430]),
    high,
    low,
  ]);
  assert.equal(table?.rows[1]?.[1], "سمنت أ");
});

Deno.test("sums beside a summary of the account are no goods", () => {
  const [table, ...others] = tablesOf([
    ...row(0, ["Code", 0], ["Description", 200], ["Qty", 600], ["Price", 800], ["Amount", 1000]),
    ...row(40, ["BW-05", 0], ["Bottled water", 200], ["148", 600], ["0.650", 800], ["96.200", 1000]),
    ...row(80, ["CR-HC", 0], ["Cooler rental", 200], ["9", 600], ["4.750", 800], ["42.750", 1000]),
    ...row(120, ["Account summary", 0], ["ملخص الحساب", 300], ["Subtotal", 700], ["138.950", 1000]),
    ...row(160, ["Balance forward", 0], ["37.800", 300], ["VAT 5%", 700], ["6.948", 1000]),
    ...row(200, ["This invoice", 0], ["145.898", 300], ["Total", 700], ["145.898", 1000]),
  ]);
  assert.equal(table?.rows.length, 2);
  assert.deepEqual(others, []);
});
