import assert from "node:assert/strict";
import { linesOfWords } from "./layout.ts";
import type { Word } from "./page.ts";
import { tablesOf } from "./tables.ts";

/** The words of a line; letters are 8 wide and 14 high. */
function line(text: string, left: number, top: number): Word[] {
  let at = left;
  return text.split(" ").map((word) => {
    const box = { left: at, top, right: at + word.length * 8, bottom: top + 14 };
    at = box.right + 6;
    return { text: word, confidence: 1, box };
  });
}

const BAND = [
  "Lowmoor Nurseries Ltd",
  "Lowmoor Lane",
  "Pershore",
  "WR10 3ZX",
  "01386 550 933",
  "VAT no. GB638715023",
  "Invoice number",
  "LWN-51933",
  "Sort code 20-91-44",
  "Account 53870261",
].flatMap((text, i) => line(text, 40, 40 + i * 47));

/** Goods beside the band, whose lines have another pitch. */
const GOODS = [
  ["Qty", "Description", "Each", "Amount"],
  ["60", "Hedging plants", "2.15", "129.00"],
  ["12", "Laurel", "14.80", "177.60"],
  ["24", "Lavender", "3.95", "94.80"],
  ["3", "Acer griseum", "186.00", "558.00"],
  ["40", "Bark mulch", "5.25", "210.00"],
].flatMap((row, i) =>
  row.flatMap((text, column) => line(text, [330, 400, 620, 720][column] ?? 0, 180 + i * 30))
);
const NOTES = ["Invoice", "Hartley and Jones Landscapes", "The Old Forge"].flatMap((text, i) =>
  line(text, 330, 50 + i * 33)
);
const FOOT = line("Plants travel at your risk please", 330, 430);

Deno.test("lines beside a side column do not mix with its own", () => {
  const texts = linesOfWords([...BAND, ...NOTES, ...GOODS, ...FOOT]).map(({ text }) => text);
  assert.ok(texts.includes("Account 53870261"));
  assert.ok(texts.includes("40 Bark mulch 5.25 210.00"));
  assert.equal(texts[0], "Lowmoor Nurseries Ltd");
});

Deno.test("a table beside a side column is found whole", () => {
  const [table, ...others] = tablesOf([...BAND, ...NOTES, ...GOODS, ...FOOT]);
  assert.deepEqual(others, []);
  assert.deepEqual(table?.header, ["Qty", "Description", "Each", "Amount"]);
  assert.equal(table?.rows.length, 5);
});

/** A line in Arabic, whose first word is the rightmost. */
const arabicLine = (text: string, left: number, top: number) =>
  line(text.split(" ").toReversed().join(" "), left, top);

Deno.test("in Arabic the column on the right comes first", () => {
  const right = [
    "مشاتل الوادي",
    "طريق الملك",
    "الرياض",
    "هاتف المشتل",
    "رقم الفاتورة",
    "حساب البنك",
    "آيبان الحساب",
  ]
    .flatMap((text, i) => arabicLine(text, 640, 40 + i * 47));
  const left = Array.from({ length: 9 }, (_, i) => arabicLine("سطر من نص الرسالة", 40, 43 + i * 31)).flat();
  const texts = linesOfWords([...left, ...right]).map(({ text }) => text);
  assert.equal(texts[0], "مشاتل الوادي");
  assert.equal(texts.length, 16);
});

Deno.test("columns of a table stay in rows, also beside cells of several lines", () => {
  const rows = Array.from({ length: 10 }, (_, i) => [
    ...line(`Item number ${i}`, 40, 40 + i * 47),
    ...line("with more words", 40, 58 + i * 47),
    ...line(`${i}.50`, 500, 40 + i * 47),
    ...line("kg net", 600, 40 + i * 47),
  ]).flat();
  assert.equal(linesOfWords(rows)[0]?.text, "Item number 0 0.50 kg net");
});

Deno.test("labels and values of a scanned form stay in rows, though their boxes differ in height", () => {
  const scanned = (words: Word[], taller: number) =>
    words.map((word) => ({ ...word, confidence: 0.9, box: { ...word.box, top: word.box.top - taller } }));
  const rows = Array.from({ length: 9 }, (_, i) => [
    ...scanned(line("Label of field", 640, 40 + i * 80), 0),
    ...scanned(line(`value ${i} in words`, 200, 40 + i * 80), i % 2 === 0 ? 8 : 0),
  ]).flat();
  assert.equal(linesOfWords(rows).length, 9);
});

Deno.test("blocks side by side at the top of a page are no side column", () => {
  const blocks = [
    ...BAND.filter(({ box }) => box.top < 200),
    ...line("Customer Ltd", 500, 40),
    ...line("High Street", 500, 87),
  ];
  const below = Array.from(
    { length: 12 },
    (_, i) => line("Running text over the whole page of this letter, which goes on", 40, 240 + i * 30),
  )
    .flat();
  assert.ok(
    linesOfWords([...blocks, ...below]).some(({ text }) => text === "Lowmoor Nurseries Ltd Customer Ltd"),
  );
});
