import assert from "node:assert/strict";
import { WordNumbers } from "./word_numbers.ts";

Deno.test("equal words have equal numbers across texts and spellings, other words other numbers", () => {
  const numbers = new WordNumbers();
  assert.deepEqual([...numbers.of("Pumps and pumps, 3 أجهزة")], [0, 1, 0, 2, 3]);
  assert.deepEqual([...numbers.of("اجهزه AND valves ٣")], [3, 1, 4, 2]);
});
