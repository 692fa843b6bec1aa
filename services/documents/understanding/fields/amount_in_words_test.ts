import assert from "node:assert/strict";
import type { FoundField } from "../results/field.ts";
import { USUAL } from "../values/money.ts";
import { withAmountInWords } from "./amount_in_words.ts";
import { valueOf } from "./field_values.ts";

const WORDS = "Amount in words: Riyals Fifty-Three Thousand Two Hundred Seventy-Five only";
const field = (key: string, value: string, confidence = 0.75): FoundField => ({
  key,
  value,
  confidence,
  field_type: "money",
});
const row = (...texts: string[]) => ({
  cells: texts.map((text) => ({
    text,
    confidence: 1,
    page: 1,
    box: { left: 0, right: 200, top: 0, bottom: 20 },
  })),
  page: 1,
  box: { left: 0, right: 500, top: 0, bottom: 20 },
  placed: true,
  rightToLeft: false,
  inTable: false,
});
const total = (fields: FoundField[], ...rows: ReturnType<typeof row>[]) => {
  const read = withAmountInWords(fields, { rows, way: USUAL, keys: ["subtotal", "order_total"] });
  const found = read.find(({ key }) => key === "order_total");
  return [found?.value, found?.confidence];
};

Deno.test("a total in words confirms the one in figures, and stands for one that was not read", () => {
  assert.deepEqual(total([field("order_total", "53275.00")], row(WORDS)), ["53275.00", 0.93]);
  assert.deepEqual(total([], row(WORDS)), ["53275.00", 0.88]);
});

Deno.test("another printed amount that the words name is the total", () => {
  const read = total([field("order_total", "54923.00", 0.9)], row("Net value", "53,275.00"), row(WORDS));
  assert.deepEqual(read, ["53275.00", 0.93]);
});

Deno.test("a total that the words contradict is doubted", () => {
  assert.deepEqual(total([field("order_total", "53875.00", 0.95)], row(WORDS)), ["53875.00", 0.7]);
});

Deno.test("several amounts in words confirm nothing", () => {
  const other = row("Cheque in words: Riyals two hundred only");
  assert.deepEqual(total([field("order_total", "53275.00")], row(WORDS), other), ["53275.00", 0.75]);
});

Deno.test("a stroke read as a one between the words of an amount neither ends it nor is an amount", () => {
  const words = "مبلغا وقدره / مائة ١ وخمسة ٤ وثمانون ألف ريال ١ يمني لا غير";
  assert.deepEqual(total([], row("١٨٥٬٠٠٠"), row(words)), ["185000.00", 0.93]);
  assert.equal(valueOf("money", "ألف ريال ١ يمني"), undefined);
  assert.equal(valueOf("money", "ريال 185,000")?.value, "185000.00");
  assert.equal(valueOf("money", "96,000 miles"), undefined);
});
