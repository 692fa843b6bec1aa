import assert from "node:assert/strict";
import type { FoundField } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { USUAL } from "../values/money.ts";
import { withDiscountedSums } from "./discounted_sums.ts";

const items = [{ description: "Boxes", amount: 20_000 }, { description: "Cups", amount: 9437.5 }];
const money = (key: string, value: string): FoundField => ({
  key,
  value,
  confidence: 0.89,
  field_type: "money",
});
const row = ([label, amount]: [string, string], i: number): FieldRow => {
  const box = { left: 0, right: 300, top: i * 30, bottom: i * 30 + 20 };
  const cells = [label, amount].filter((text) => text !== "").map((text) => ({
    text,
    confidence: 1,
    page: 1,
    box,
  }));
  return { cells, page: 1, box, placed: true, rightToLeft: false, inTable: false };
};
const KEYS = ["subtotal", "total_tax", "order_total"];
const sums = (lines: [string, string][], fields: FoundField[]) =>
  withDiscountedSums(fields, { items, rows: lines.map(row), way: USUAL, keys: KEYS });
const valuesOf = (fields: FoundField[]) => Object.fromEntries(fields.map(({ key, value }) => [key, value]));

Deno.test("without a tax the subtotal is the sum before the discount and the total the one after it", () => {
  const found = sums([["المجموع Total", "29,437.50"], ["Special discount خصم خاص", "437.50"], [
    "Net total",
    "29,000.00",
  ]], [
    money("subtotal", "29000.00"),
    money("order_total", "29000.00"),
  ]);
  assert.deepEqual(valuesOf(found), { subtotal: "29437.50", order_total: "29000.00" });
});

Deno.test("both sums are unsure where the discount between them was not read", () => {
  const lines: [string, string][] = [["الإجمالي", "29,437.50"], ["خصم كارت العائلة", ""], [
    "الصافي",
    "29,000.00",
  ]];
  const found = sums(lines, [money("subtotal", "29000.00"), money("order_total", "29437.50")]);
  assert.deepEqual(valuesOf(found), { subtotal: "29437.50", order_total: "29000.00" });
  assert.ok(found.every(({ confidence }) => confidence < 0.8));
});

Deno.test("a taxed paper keeps its sums", () => {
  const fields = [
    money("subtotal", "29000.00"),
    money("total_tax", "1450.00"),
    money("order_total", "30450.00"),
  ];
  const lines: [string, string][] = [["Total", "29,437.50"], ["Discount", "437.50"], ["Net", "29,000.00"]];
  assert.deepEqual(sums(lines, fields), fields);
});
