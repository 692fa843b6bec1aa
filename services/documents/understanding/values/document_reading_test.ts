import assert from "node:assert/strict";
import { findMoney } from "./money.ts";
import { readingOf } from "./document_reading.ts";

const amounts = (text: string, line: string) =>
  findMoney(line, readingOf(text).way).map(({ amount, doubtful }) => doubtful ? NaN : amount);

Deno.test("spaces between thousands of dinars show that the comma is their decimal", () => {
  const text = "المجموع 3 161,600 د.ت\nالأداء 600,704 د.ت";
  assert.deepEqual(amounts(text, "600,704"), [600.704]);
  assert.deepEqual(amounts("Total 1 065,000 TND\nTax 38,500 TND", "38,500"), [38.5]);
  // Points elsewhere, and no spaces, leave it open.
  assert.deepEqual(amounts("Total 3,161.600 TND\nTax 1,600", "1,600"), [1600]);
  assert.deepEqual(amounts("Tax 38,500 TND", "38,500"), [NaN]);
});
