import assert from "node:assert/strict";
import type { Word } from "./page.ts";
import { isFigure, isSum } from "./table_words.ts";
import { tablesOf } from "./tables.ts";

function word(text: string, left: number, top: number, width = text.length * 10): Word {
  return { text, confidence: 1, box: { left, top, right: left + width, bottom: top + 20 } };
}
const row = (top: number, ...cells: [string, number][]) => cells.map(([text, left]) => word(text, left, top));

Deno.test("a dated entry with the word balance stays in a statement's table", () => {
  const [table] = tablesOf([
    ...row(0, ["Date", 0], ["Details", 200], ["Debit", 450], ["Credit", 600], ["Balance", 750]),
    ...row(40, ["01/02/2026", 0], ["Balance b/f", 200], ["4,120.50", 750]),
    ...row(80, ["03/02/2026", 0], ["Cheque", 200], ["850.00", 450], ["3,270.50", 750]),
  ]);
  assert.deepEqual(table?.rows, [
    ["01/02/2026", "Balance b/f", "", "", "4,120.50"],
    ["03/02/2026", "Cheque", "850.00", "", "3,270.50"],
  ]);
});

Deno.test("the word total continues the name above it, and with a figure ends the table", () => {
  const [table] = tablesOf([
    ...row(0, ["Item", 0], ["Qty", 300], ["Price", 450], ["Amount", 600]),
    ...row(40, ["Licence", 0], ["3", 310], ["10.00", 450], ["30.00", 600]),
    ...row(62, ["includes", 0]),
    ...row(100, ["Training", 0], ["2", 310], ["5.00", 450], ["10.00", 600]),
    ...row(140, ["Charges now", 440], ["40.00", 600]),
  ]);
  assert.deepEqual(table?.rows.map(([name]) => name), ["Licence includes", "Training"]);
});

Deno.test("left-aligned headings belong to right-aligned figures of the same column", () => {
  const [table] = tablesOf([
    ...row(0, ["Charge", 0], ["Units", 300], ["Rate", 400], ["Amount", 560]),
    ...row(40, ["Freight", 0], ["2", 380], ["5,450.00", 470], ["10,900.00", 680]),
    ...row(80, ["Handling", 0], ["2", 380], ["1,120.00", 470], ["2,240.00", 690]),
  ]);
  assert.deepEqual(table?.rows[0], ["Freight", "2", "5,450.00", "10,900.00"]);
});

Deno.test("figures in columns of figures are a row even if its words were not read", () => {
  const [table] = tablesOf([
    ...row(0, ["Item", 0], ["Unit", 200], ["Qty", 300], ["Price", 450], ["Amount", 600]),
    ...row(40, ["Grass", 0], ["m", 200], ["180", 300], ["28.00", 450], ["5,040.00", 600]),
    ...row(80, ["950.00", 450], ["5,700.00", 600]),
  ]);
  assert.deepEqual(table?.rows[1], ["", "", "", "950.00", "5,700.00"]);
});

Deno.test("names with numbers are not figures, amounts with a currency are", () => {
  for (const text of ["Beaker 250 ml, pack of 12", "Microscope 40x", "خزان ٥٠٠ لتر"]) {
    assert.ok(!isFigure(text), text);
  }
  for (const text of ["AED 1,250.00", "12,5 kg", "٣٥٠ ريالا", "05/03/2026"]) assert.ok(isFigure(text), text);
  assert.ok(isSum("Includes VAT"));
});

Deno.test("a measure below a name that ends with a comma continues that name", () => {
  const [table] = tablesOf([
    ...row(0, ["Item", 0], ["Qty", 300], ["Price", 450], ["Amount", 600]),
    ...row(40, ["Tray 300 mm,", 0], ["110", 310], ["74.00", 450], ["8,140.00", 600]),
    ...row(62, ["3m", 0]),
    ...row(100, ["Brass gland", 0], ["96", 310], ["31.25", 450], ["3,000.00", 600]),
  ]);
  assert.deepEqual(table?.rows.map(([name]) => name), ["Tray 300 mm, 3m", "Brass gland"]);
});

Deno.test("a heading over several columns with headings of their own gives way to these", () => {
  const [statement] = tablesOf([
    ...row(0, ["Date", 0], ["Details", 200], ["Movement", 520], ["Balance", 750]),
    ...row(38, ["Debit", 450], ["Credit", 620]),
    ...row(80, ["01/02/2026", 0], ["Cheque", 200], ["850.00", 450], ["3,270.50", 750]),
    ...row(120, ["03/02/2026", 0], ["Cash", 200], ["900.00", 620], ["4,170.50", 750]),
  ]);
  assert.deepEqual(statement?.header, ["Date", "Details", "Debit", "Credit", "Balance"]);
  assert.deepEqual(statement?.rows.map((cells) => cells.slice(2)), [
    ["850.00", "", "3,270.50"],
    ["", "900.00", "4,170.50"],
  ]);
  const [goods] = tablesOf([
    ...row(0, ["No.", 0], ["Description", 100], ["Quantity", 400], ["Value", 700]),
    ...row(24, ["م", 0], ["الوصف", 100], ["الكمية", 400]),
    ...row(40, ["Unit price", 600], ["Amount", 780]),
    ...row(64, ["سعر الوحدة", 600], ["المبلغ", 780]),
    ...row(110, ["1", 0], ["Chain", 100], ["120", 400], ["4.750", 600], ["570.000", 780]),
    ...row(150, ["2", 0], ["Cartridge", 100], ["24", 400], ["11.250", 600], ["270.000", 780]),
  ]);
  assert.deepEqual(goods?.rows[0], ["1", "Chain", "120", "4.750", "570.000"]);
});

Deno.test("a heading of many lines in two languages is assigned to the columns of the rows below", () => {
  const [table] = tablesOf([
    ...row(0, ["مجموع", 20], ["مبلغ", 200], ["الكمية", 380], ["سعر", 540], ["وصف", 760]),
    ...row(26, ["شامل", 20], ["الضريبة", 200], ["Quantity", 370], ["الوحدة", 540], ["السلع", 760]),
    ...row(52, ["Total", 20], ["Tax", 200], ["Unit", 540], ["Description", 720]),
    ...row(78, ["(incl.)", 20], ["Amount", 200], ["price", 540], ["of goods", 730]),
    ...row(130, ["1,955.00", 20], ["255.00", 200], ["20", 400], ["85.00", 540], ["قهوة", 740], [
      "عربية",
      800,
    ]),
    ...row(170, ["1,104.00", 20], ["144.00", 200], ["15", 400], ["64.00", 540], ["تمر", 755], ["سكري", 805]),
  ]);
  assert.equal(table?.rows.length, 2);
  assert.equal(table?.header.length, 5);
  assert.ok(table?.header.some((text) => /Unit price/.test(text)), table?.header.join(" | "));
  assert.deepEqual(table?.rows[0]?.filter((cell) => /\d/.test(cell)).toSorted(), [
    "1,955.00",
    "20",
    "255.00",
    "85.00",
  ]);
});

Deno.test("rates and amounts of two taxes under one heading each are columns of their own", () => {
  const [table] = tablesOf([
    ...row(0, ["No", 0], ["Description", 60], ["Qty", 300], ["Rate", 380], ["CGST", 560], ["SGST", 760]),
    ...row(30, ["Rate", 500], ["Amount", 600], ["Rate", 700], ["Amount", 800]),
    ...row(80, ["1", 0], ["Panel", 60], ["2", 300], ["50.00", 380], ["9%", 510], ["9.00", 600], ["9%", 710], [
      "9.00",
      800,
    ]),
    ...row(
      120,
      ["2", 0],
      ["Cable", 60],
      ["4", 300],
      ["25.00", 380],
      ["9%", 510],
      ["9.00", 600],
      ["9%", 710],
      ["9.00", 800],
    ),
  ]);
  assert.equal(table?.header.length, 8);
  assert.deepEqual(table?.rows[1], ["2", "Cable", "4", "25.00", "9%", "9.00", "9%", "9.00"]);
});

Deno.test("a balance brought forward above rows whose words are near to each other does not end the table", () => {
  const [table] = tablesOf([
    ...row(0, ["Date", 0], ["Details", 120], ["Debit", 450], ["Credit", 600], ["Balance", 750]),
    ...row(40, ["Balance b/f", 120], ["4,120.50", 750]),
    ...row(80, ["03/02/2026", 0], ["Cheque", 112], ["850.00", 450], ["3,270.50", 750]),
    ...row(120, ["04/02/2026", 0], ["Salary", 112], ["900.00", 600], ["4,170.50", 750]),
  ]);
  assert.equal(table?.rows.length, 3);
});

Deno.test("a remark beside a sum is no row of goods", () => {
  const [table] = tablesOf([
    ...row(0, ["Item", 0], ["Qty", 300], ["Price", 450], ["Amount", 600]),
    ...row(40, ["Mowing", 0], ["4", 310], ["85.00", 450], ["340.00", 600]),
    ...row(80, ["Rotors", 0], ["6", 310], ["42.50", 450], ["255.00", 600]),
    ...row(130, ["Thank you for your business", 0], ["SUBTOTAL", 420], ["595.00", 600]),
  ]);
  assert.deepEqual(table?.rows.map(([name]) => name), ["Mowing", "Rotors"]);
});

Deno.test("a section with its letter and title does not end a table, nor prevent it", () => {
  const [table] = tablesOf([
    ...row(0, ["No.", 0], ["Description", 100], ["Qty", 400], ["Rate", 500], ["Amount", 650]),
    ...row(40, ["A", 0], ["Plant room", 100]),
    ...row(80, ["A1", 0], ["Sand filter", 100], ["2", 410], ["50.00", 500], ["100.00", 650]),
    ...row(120, ["B", 0], ["Deck", 100]),
    ...row(160, ["B1", 0], ["Grating", 100], ["4", 410], ["10.00", 500], ["40.00", 650]),
  ]);
  assert.deepEqual(table?.rows.map(([, name]) => name), ["Sand filter", "Grating"]);
});

Deno.test("counts and prices below the names of a till roll are no table", () => {
  const tables = tablesOf([
    ...row(0, ["Item", 0], ["Amount", 640]),
    ...row(40, ["Masala dosa", 0]),
    ...row(80, ["3 @ 110.00", 0], ["330.00", 640]),
    ...row(120, ["Ghee idli", 0]),
    ...row(160, ["2 @ 95.00", 0], ["190.00", 640]),
    ...row(200, ["Filter coffee", 0]),
    ...row(240, ["4 @ 45.00", 0], ["180.00", 640]),
  ]);
  assert.deepEqual(tables, []);
});

Deno.test("a section's sum and the next section's title do not end a table", () => {
  const [table, ...others] = tablesOf([
    ...row(0, ["Item", 0], ["Description", 100], ["Unit", 520], ["Qty", 620], ["Rate OMR", 740], [
      "Amount OMR",
      900,
    ]),
    ...row(40, ["A", 0], ["Partitions", 100]),
    ...row(80, ["A.1", 0], ["Double board partition", 100], ["m2", 530], ["86.5", 620], ["9.200", 820], [
      "795.800",
      960,
    ]),
    ...row(120, ["A.2", 0], ["Rock wool infill", 100], ["m2", 530], ["86.5", 620], ["1.850", 820], [
      "160.025",
      960,
    ]),
    ...row(160, ["Total of section A", 760], ["955.825", 960]),
    ...row(200, ["B", 0], ["Ceilings", 100]),
    ...row(240, ["B.1", 0], ["Mineral fibre ceiling", 100], ["m2", 530], ["124", 620], ["6.450", 820], [
      "799.800",
      960,
    ]),
    ...row(280, ["B.2", 0], ["Carpet tile", 100], ["m2", 530], ["124", 620], ["7.300", 820], [
      "905.200",
      960,
    ]),
    ...row(320, ["Total of section B", 760], ["1,705.000", 940]),
  ]);
  assert.deepEqual(others, []);
  assert.deepEqual(table?.header, ["Item", "Description", "Unit", "Qty", "Rate OMR", "Amount OMR"]);
  assert.deepEqual(table?.rows.map(([code]) => code).filter((code) => code !== ""), [
    "A.1",
    "A.2",
    "B.1",
    "B.2",
  ]);
});

Deno.test("headings in two languages at both ends of a column of names are of one column", () => {
  const [table] = tablesOf([
    ...row(0, ["#", 0], ["Item", 60], ["Qty", 520], ["Rate", 640], ["Amount", 760]),
    ...row(24, ["الصنف", 400], ["الكمية", 510], ["السعر", 640], ["المبلغ", 760]),
    ...row(60, ["1", 0], ["Officer", 60], ["shirt", 140], ["with", 200], ["long", 250], ["sleeve", 300], [
      "72",
      520,
    ], [
      "48.50",
      640,
    ], ["3,492.00", 740]),
    ...row(110, ["2", 0], ["Cargo", 60], ["trousers", 120], ["72", 520], ["62.00", 640], ["4,464.00", 740]),
    ...row(160, ["3", 0], ["Safety", 60], ["shoes", 130], ["36", 520], ["134.00", 630], ["4,824.00", 740]),
  ]);
  assert.equal(table?.header.length, 5);
  assert.equal(table?.rows[0]?.[1], "Officer shirt with long sleeve");
});

Deno.test("the sums of a statement's debits and credits end its entries", () => {
  const [table] = tablesOf([
    ...row(0, ["Date", 0], ["Details", 200], ["Debit", 600], ["Credit", 750], ["Balance", 900]),
    ...row(40, ["01/02/2026", 0], ["Sales", 200], ["850.00", 750], ["4,970.50", 900]),
    ...row(80, ["03/02/2026", 0], ["Cheque", 200], ["250.00", 600], ["4,720.50", 900]),
    ...row(120, ["Totals and balance carried forward", 200], ["250.00", 600], ["850.00", 750], [
      "4,720.50",
      900,
    ]),
  ]);
  assert.equal(table?.rows.length, 2);
});
