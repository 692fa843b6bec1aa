import assert from "node:assert/strict";
import type { FoundField } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { withTongueDoubt } from "./two_tongues.ts";

const box = (left: number, top: number) => ({ left, top, right: left + 300, bottom: top + 20 });
const field = (value: string, left: number, top = 200): FoundField => ({
  key: "legal_name",
  value,
  confidence: 0.89,
  field_type: "text",
  page: 1,
  box: box(left, top),
});
const row = (text: string, top: number): FieldRow => ({
  cells: [{ text, confidence: 1, page: 1, box: box(400, top) }],
  page: 1,
  box: box(0, top),
  placed: true,
  rightToLeft: false,
  inTable: false,
});
const [latin, arabic] = [field("Zahra Delta Packing S.A.E.", 100), field("شركة زهراء الدلتا للتعبئة", 700)];
const confidence = (titles: string[], found = [latin, arabic]) =>
  withTongueDoubt(latin, found, titles.map((title, at) => row(title, at * 30))).confidence;

Deno.test("a Latin name beside the Arabic one is doubted where the paper's first title is Arabic", () => {
  assert.equal(confidence(["فاتورة ضريبية", "TAX INVOICE"]), 0.75);
  assert.equal(confidence(["TAX INVOICE", "فاتورة ضريبية"]), 0.89);
});

Deno.test("a Latin name without an Arabic one beside it is not doubted", () => {
  assert.equal(confidence(["فاتورة ضريبية"], [latin]), 0.89);
  assert.equal(confidence(["فاتورة ضريبية"], [latin, field("شركة زهراء الدلتا", 700, 500)]), 0.89);
});
