import assert from "node:assert/strict";
import { itemNames } from "./item_names.ts";

Deno.test("codes below a heading of codes are no part of the names behind them", () => {
  const names = ["6302.60 Bath towel, white", "6207.91 Bathrobe", "5802.11 Terry fabric"];
  assert.deepEqual(itemNames(names, "HS code"), ["Bath towel, white", "Bathrobe", "Terry fabric"]);
  assert.deepEqual(itemNames(names, "Description"), names);
});

Deno.test("the counter of each row is no part of its name", () => {
  assert.deepEqual(itemNames(["١ قفازات", "٢ سرنجة ٥ سم", "٣ شاش"], "الصنف"), [
    "قفازات",
    "سرنجة ٥ سم",
    "شاش",
  ]);
  const sizes = ["2 inch pipe", "3 inch pipe", "4 inch pipe"];
  assert.deepEqual(itemNames(sizes, "Item"), sizes);
});

Deno.test("the letters of tax rates after all names of a till roll are no part of them", () => {
  assert.deepEqual(itemNames(["1. MILK 1L E", "2. SOAP T", "3. RICE LOOSE E"], "Item"), [
    "MILK 1L",
    "SOAP",
    "RICE LOOSE",
  ]);
  const vitamins = ["Vitamin A", "Vitamin B", "Vitamin C", "Vitamin D"];
  assert.deepEqual(itemNames(vitamins, "Item"), vitamins);
});

Deno.test("a number of percent in an Arabic name stands before its sign", () => {
  assert.deepEqual(itemNames(["بيروكسيد %50", "حامض 12%"], "المادة"), ["بيروكسيد 50%", "حامض 12%"]);
});
