import assert from "node:assert/strict";
import type { Word } from "./page.ts";
import { tablesOf } from "./tables.ts";

function word(text: string, left: number, top: number, width = text.length * 10): Word {
  return { text, confidence: 1, box: { left, top, right: left + width, bottom: top + 20 } };
}
const row = (top: number, ...cells: [string, number][]) => cells.map(([text, left]) => word(text, left, top));

Deno.test("a translation on a line of its own at the far side of its column belongs to the cell above it", () => {
  const [table] = tablesOf([
    ...row(0, ["Service", 0], ["Units", 420], ["Rate", 520], ["Charge", 620]),
    ...row(26, ["الخدمة", 280], ["الوحدات", 420], ["السعر", 520], ["المبلغ", 620]),
    ...row(70, ["Static", 0], ["address", 70], ["4", 440], ["2.500", 520], ["10.000", 620]),
    ...row(92, ["عنوان", 280]),
    ...row(140, ["Mobile", 0], ["plan", 70], ["3", 440], ["14.500", 520], ["43.500", 620]),
    ...row(162, ["باقة", 290]),
  ]);
  assert.deepEqual(table?.rows.map(([name]) => name), ["Static address عنوان", "Mobile plan باقة"]);
});

Deno.test("a section in words alone below the sum of another goes on the table", () => {
  const [table] = tablesOf([
    ...row(0, ["Date", 0], ["By", 150], ["Service", 220], ["Hours", 450], ["Rate", 550], ["Amount", 650]),
    ...row(40, ["04/10/2026", 0], ["AF", 150], ["Review", 220], ["6.50", 450], ["45.00", 550], [
      "292.50",
      650,
    ]),
    ...row(80, ["07/10/2026", 0], ["SM", 150], ["Draft", 220], ["2.00", 450], ["30.00", 550], ["60.00", 650]),
    ...row(120, ["Total fees", 500], ["352.50", 650]),
    ...row(160, ["Disbursements", 0]),
    ...row(200, ["20/10/2026", 0], ["Courier", 220], ["1.00", 450], ["7.50", 550], ["7.50", 650]),
    ...row(240, ["Total disbursements", 440], ["7.50", 650]),
  ]);
  assert.equal(table?.rows.at(-1)?.[2], "Courier");
});

Deno.test("a sum beside a note with a colon ends the table", () => {
  const [table] = tablesOf([
    ...row(0, ["Item", 0], ["Qty", 300], ["Price", 450], ["Amount", 600]),
    ...row(40, ["Licence", 0], ["3", 310], ["10.00", 450], ["30.00", 600]),
    ...row(80, ["Training", 0], ["2", 310], ["5.00", 450], ["10.00", 600]),
    ...row(120, ["Pieces:5", 0], ["Subtotal", 440], ["40.00", 600]),
  ]);
  assert.equal(table?.rows.length, 2);
});

Deno.test("sections with a letter each below the sum of the one before go on the table", () => {
  const [table] = tablesOf([
    ...row(0, ["Item", 0], ["Description", 80], ["Qty", 400], ["Rate", 500], ["Amount", 620]),
    ...row(40, ["A.", 0], ["Supply", 25]),
    ...row(80, ["1", 10], ["Split unit", 80], ["6", 405], ["450.00", 500], ["2,700.00", 620]),
    ...row(120, ["2", 10], ["Thermostat", 80], ["6", 405], ["185.00", 500], ["1,110.00", 620]),
    ...row(160, ["Sum of section A", 440], ["3,810.00", 620]),
    ...row(200, ["B.", 0], ["Works", 25]),
    ...row(240, ["3", 10], ["Removal", 80], ["6", 405], ["350.00", 500], ["2,100.00", 620]),
  ]);
  assert.equal(table?.rows.at(-1)?.[1], "Removal");
});

Deno.test("a second line with a rate belongs to the entry above it and is no sum", () => {
  const [table] = tablesOf([
    ...row(0, ["Date", 0], ["Description", 150], ["Debit", 450], ["Credit", 550], ["Balance", 650]),
    ...row(40, ["17/05/2026", 0], ["Fee for salaries", 150], ["1.650", 450], ["98.350", 650]),
    ...row(64, ["Including VAT 10%", 150]),
    ...row(110, ["20/05/2026", 0], ["Transfer received", 150], ["10.000", 550], ["108.350", 650]),
    ...row(134, ["Juffair Yachts", 150]),
  ]);
  assert.deepEqual(table?.rows.map(([, name]) => name), [
    "Fee for salaries Including VAT 10%",
    "Transfer received Juffair Yachts",
  ]);
});

Deno.test("an opening balance whose figure was not read is no second line of the headings", () => {
  const [table] = tablesOf([
    ...row(0, ["Date", 0], ["Details", 150], ["Debit", 450], ["Credit", 550], ["Balance", 650]),
    ...row(24, ["Balance b/f", 150], ["TY;EA", 650]),
    ...row(60, ["17/05/2026", 0], ["Fee", 150], ["1.650", 450], ["98.350", 650]),
    ...row(96, ["20/05/2026", 0], ["Transfer", 150], ["10.000", 550], ["108.350", 650]),
  ]);
  assert.deepEqual(table?.header, ["Date", "Details", "Debit", "Credit", "Balance"]);
});

Deno.test("entries without a day and a balance of their own stay in the table of a statement", () => {
  const [table] = tablesOf([
    ...row(0, ["Date", 0], ["Details", 150], ["Payments", 450], ["Receipts", 580], ["Balance", 720]),
    ...row(40, ["09/10/2026", 0], ["Salary", 150], ["2,000.00", 580]),
    ...row(80, ["Rent", 150], ["900.00", 470]),
    ...row(120, ["Fee", 150], ["5.00", 490], ["2,015.00", 720]),
    ...row(160, ["Overdraft limit", 0], ["500.00", 470]),
  ]);
  assert.deepEqual(table?.rows.map(([, name]) => name), ["Salary", "Rent", "Fee"]);
});

Deno.test("the lines of a note beside the sums are neither rows nor a section", () => {
  const [table] = tablesOf([
    ...row(0, ["Cover", 0], ["Vehicles", 440], ["Each", 620], ["Premium", 760]),
    ...row(40, ["Saloon", 0], ["2", 450], ["84.50", 620], ["169.00", 760]),
    ...row(80, ["Pick-up", 0], ["3", 450], ["18.25", 620], ["54.75", 760]),
    ...row(120, ["Cover", 0], ["begins", 58], ["only", 126], ["when", 174], ["paid:", 222], ["no", 280], [
      "Subtotal",
      560,
    ], ["223.75", 760]),
    ...row(142, ["premium,", 0], ["no", 90], ["cover.", 118], ["This", 186], ["is", 234], ["valid", 262]),
    ...row(164, ["once", 0], ["it", 48], ["is", 76], ["confirmed.", 104], ["Less", 560], ["discount", 608], [
      "8%",
      696,
    ], ["(17.90)", 760]),
  ]);
  assert.equal(table?.rows.length, 2);
});
