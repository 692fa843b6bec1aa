/** Tables with headings in two languages, aligned at either edge of their columns. */
import assert from "node:assert/strict";
import type { Word } from "./page.ts";
import { tablesOf } from "./tables.ts";

function word(text: string, left: number, top: number, width = text.length * 10): Word {
  return { text, confidence: 1, box: { left, top, right: left + width, bottom: top + 20 } };
}
const row = (top: number, ...cells: [string, number][]) => cells.map(([text, left]) => word(text, left, top));

const LATIN: [string, number][] = [
  ["Description", 100],
  ["Packing", 600],
  ["Qty", 820],
  ["Price", 920],
  ["Amount", 1060],
];

Deno.test("a second heading line without one of the columns names the others in order, wherever they are aligned", () => {
  const [table] = tablesOf([
    ...row(0, ["No", 0], ...LATIN),
    ...row(26, ["البيان", 520], ["العبوة", 735], ["الكمية", 845], ["السعر", 1000], ["المبلغ", 1160]),
    ...row(80, ["1", 0], ["Engine oil", 100], ["Drum", 600], ["208", 648], ["L", 685], ["6", 870]),
    ...row(80, ["10.00", 990], ["60.00", 1150]),
    ...row(130, ["2", 0], ["Gear oil", 100], ["Pail", 600], ["20", 648], ["12", 860]),
    ...row(130, ["5.00", 1000], ["60.00", 1150]),
  ]);
  assert.deepEqual(table?.header, [
    "No",
    "Description البيان",
    "Packing العبوة",
    "Qty الكمية",
    "Price السعر",
    "Amount المبلغ",
  ]);
  assert.deepEqual(table?.rows[0], ["1", "Engine oil", "Drum 208 L", "6", "10.00", "60.00"]);
});

Deno.test("a number that ends each cell of an Arabic column is no column, though its heading stands at one end", () => {
  const [table] = tablesOf([
    ...row(0, ["المبلغ", 100], ["السعر", 250], ["الكمية", 380], ["العبوة", 560], ["البيان", 1000], [
      "م",
      1180,
    ]),
    ...row(26, ["Amount", 20], ["Price", 190], ["Qty", 330], ["Packing", 450], ["Description", 660]),
    ...row(80, ["60.00", 20], ["10.00", 190], ["6", 340], ["208", 530], ["برميل", 570]),
    ...row(80, ["زيت محرك", 980], ["1", 1180]),
    ...row(130, ["60.00", 20], ["5.00", 190], ["12", 340], ["20", 540], ["سطل", 570]),
    ...row(130, ["زيت علبة تروس", 930], ["2", 1180]),
  ]);
  assert.deepEqual(table?.header.slice(0, 3), ["م", "البيان Description", "العبوة Packing"]);
  assert.deepEqual(table?.rows[0], ["1", "زيت محرك", "برميل 208", "6", "10.00", "60.00"]);
});

Deno.test("a row below a statement does not part the day from its month", () => {
  const entry = (i: number): Word[] => [
    ...row(40 * i, [`0${i}/08/2026`, 0], [`0${i}`, 200], ["AUG", 235], ["CHEQUE", 300], ["50.00", 700]),
    ...row(40 * i, ["100.00", 860]),
  ];
  const [table] = tablesOf([
    ...row(0, ["DATE", 0], ["VALUE", 200], ["DETAILS", 300], ["DEBIT", 700], ["BALANCE", 860]),
    ...Array.from({ length: 9 }, (_, i) => entry(i + 1)).flat(),
    ...row(400, ["ENTRIES OUT", 0], ["6", 250], ["TOTAL OUT", 310], ["450.00", 700]),
    ...row(440, ["UNCLEARED", 0], ["0.00", 260], ["TOTAL IN", 310], ["450.00", 700]),
  ]);
  assert.deepEqual(table?.rows[0], ["01/08/2026", "01 AUG", "CHEQUE", "50.00", "100.00"]);
});

Deno.test("a heading with a speck read as a digit between its words is the heading of its column", () => {
  const [table] = tablesOf([
    ...row(0, ["المبلغ", 178], ["بالجنيه", 102], ["١", 86], ["السوداني", 0], ["الفئة", 400], ["العدد", 600]),
    ...row(0, ["الخدمة", 1000], ["م", 1200]),
    ...row(40, ["50.00", 0], ["50.00", 400], ["1", 610], ["فحص", 1000], ["1", 1200]),
    ...row(80, ["60.00", 0], ["30.00", 400], ["2", 610], ["صورة", 1000], ["2", 1200]),
  ]);
  assert.deepEqual(table?.rows[1], ["2", "صورة", "2", "30.00", "60.00"]);
});
