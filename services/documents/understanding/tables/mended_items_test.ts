import assert from "node:assert/strict";
import { mendedItem } from "./mended_items.ts";

const item = (quantity?: number, unit_price?: number, amount?: number) => ({
  description: "Grout",
  ...(quantity === undefined ? {} : { quantity }),
  ...(unit_price === undefined ? {} : { unit_price }),
  ...(amount === undefined ? {} : { amount }),
});

Deno.test("an unread figure is derived from the other two, and flagged", () => {
  assert.deepEqual(mendedItem(item(undefined, 11.95, 83.65)), {
    ...item(7, 11.95, 83.65),
    computed: ["quantity"],
  });
  assert.deepEqual(mendedItem(item(3, undefined, 285)), { ...item(3, 95, 285), computed: ["unit_price"] });
  assert.deepEqual(mendedItem(item(3, 95)), { ...item(3, 95, 285), computed: ["amount"] });
});

Deno.test("of inconsistent figures the one with the smallest edit distance is corrected", () => {
  assert.deepEqual(mendedItem(item(3, 34.5, 276)), { ...item(8, 34.5, 276), computed: ["quantity"] });
  assert.deepEqual(mendedItem(item(25, 75125, 1881.25)), {
    ...item(25, 75.25, 1881.25),
    computed: ["unit_price"],
  });
});

Deno.test("consistent figures, and ones without a plausible correction, are unchanged", () => {
  for (
    const one of [
      item(7, 11.95, 83.65),
      item(undefined, 11, 83.65),
      item(undefined, undefined, 5),
      item(3, 10, 4711),
    ]
  ) {
    assert.deepEqual(mendedItem(one), one);
  }
});

Deno.test("a decimal point that a scan lost is put back where only that makes the figures fit", () => {
  assert.deepEqual(mendedItem(item(24, 38500, 924)), { ...item(24, 38.5, 924), computed: ["unit_price"] });
  assert.deepEqual(mendedItem(item(10, 126.75, 1267500)), {
    ...item(10, 126.75, 1267.5),
    computed: ["amount"],
  });
  assert.deepEqual(mendedItem(item(24, 38501, 924)).amount, 924);
});

Deno.test("an amount that lost a digit follows from the others; one with another digit may be the document's fault", () => {
  assert.deepEqual(mendedItem(item(6, 21750, 13000)), { ...item(6, 21750, 130500), computed: ["amount"] });
  assert.deepEqual(mendedItem(item(14, 23.5, 229)), item(14, 23.5, 229));
});

Deno.test("the lost decimal point of a measure is put back where the product is the amount", () => {
  assert.deepEqual(mendedItem(item(845, 28.5, 2408.25)), {
    ...item(84.5, 28.5, 2408.25),
    computed: ["quantity"],
  });
  assert.deepEqual(mendedItem(item(845, 28.5, 24082.5)), item(845, 28.5, 24082.5));
});

Deno.test("of figures that do not fit, the one with other signs in its cell follows from the others", () => {
  assert.deepEqual(mendedItem(item(6, 41, 2460000), ["unit_price"]), {
    ...item(6, 410000, 2460000),
    computed: ["unit_price"],
  });
  assert.deepEqual(mendedItem(item(6, 41, 2460000)), item(6, 41, 2460000));
  assert.deepEqual(mendedItem(item(6, 41, 246), ["unit_price"]), item(6, 41, 246));
});
