import assert from "node:assert/strict";
import { labelsIn } from "./labels.ts";

const rules = ["no", "no no", "😀 no", "رقم الفاتورة"].map((label) => ({
  key: label,
  type: "text" as const,
  labels: [label],
}));

const found = (line: string) => labelsIn(line, rules).map(({ rule, from, to }) => [rule.key, from, to]);

Deno.test("labels are whole words, in every script and plane", () => {
  assert.deepEqual(found("No: 1"), [["no", 0, 4]]);
  assert.deepEqual(found("note, piano, 𝒜no: 1"), []);
  assert.deepEqual(found("الرقم الفاتوره 5"), [["رقم الفاتورة", 0, 15]]);
  assert.deepEqual(found("والرقم الفاتورة: 5"), []);
});

Deno.test("a label may begin with a character of two code units, and the longer one wins", () => {
  assert.deepEqual(found("𝒜😀 no: 1"), [["no", 5, 9]]);
  assert.deepEqual(found("😀 no: 1"), [["😀 no", 0, 7]]);
  assert.deepEqual(found("no no no: 1"), [["no no", 0, 6], ["no", 6, 10]]);
});
