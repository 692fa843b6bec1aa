import assert from "node:assert/strict";
import { withGoodsSums } from "./goods_sums.ts";
import type { FoundField } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { USUAL } from "../values/money.ts";

const KEYS = ["subtotal", "total_tax", "invoice_total"];
const money = (key: string, value: string, confidence = 0.9): FoundField => ({
  key,
  value,
  confidence,
  field_type: "money",
});
const rows = (...texts: string[]): FieldRow[] =>
  texts.map((text, i) => {
    const box = { left: 0, right: 300, top: i * 30, bottom: i * 30 + 20 };
    return {
      cells: [{ text, confidence: 1, page: 1, box }],
      page: 1,
      box,
      placed: true,
      rightToLeft: false,
      inTable: false,
    };
  });
const sums = (fields: FoundField[], amounts: number[], ...texts: string[]) =>
  Object.fromEntries(
    withGoodsSums(fields, {
      items: amounts.map((amount) => ({ description: "x", amount })),
      rows: rows(...texts),
      way: USUAL,
      keys: KEYS,
    }).map(({ key, value }) => [key, value]),
  );

Deno.test("a printed amount that equals the sum of the line items is the subtotal, whatever is beside its label", () => {
  const found = sums(
    [money("subtotal", "15.00"), money("invoice_total", "4802.70")],
    [2656, 1918],
    "$4,574.00",
    "Sales levy $228.70",
    "$4,802.70",
  );
  assert.deepEqual(found, { subtotal: "4574.00", invoice_total: "4802.70", total_tax: "228.70" });
  const unlabelled = sums([money("invoice_total", "9.60")], [5.5, 2.85], "1.25", "9.60");
  assert.equal(unlabelled.total_tax, undefined, "it may be the amount of a row that was not read");
});

Deno.test("a total below the sum of the line items is replaced by a printed amount that fits", () => {
  assert.equal(
    sums([money("invoice_total", "1.75")], [5.25, 2.5], "KD 1.750", "KD 7.750").invoice_total,
    "7.750",
  );
});

Deno.test("a total below the line items is kept with a discount, and with only one row", () => {
  const fields = [money("invoice_total", "90.00")];
  assert.deepEqual(sums(fields, [60, 40], "100.00", "10.00", "90.00"), { invoice_total: "90.00" });
  assert.deepEqual(sums([money("invoice_total", "20.00")], [100], "100.00"), { invoice_total: "20.00" });
});

Deno.test("line items, subtotal, tax and total that agree have a high confidence", () => {
  const found = withGoodsSums([
    money("subtotal", "100.00", 0.6),
    money("total_tax", "5.00", 0.6),
    money("invoice_total", "105.00", 0.6),
  ], {
    items: [{ description: "a", amount: 60 }, { description: "b", amount: 40 }],
    rows: rows("100.00", "5.00", "105.00"),
    way: USUAL,
    keys: KEYS,
  });
  assert.ok(found.every(({ confidence }) => confidence >= 0.9));
});

Deno.test("sums that add up are kept when a charge lies between line items and subtotal", () => {
  const named = [money("subtotal", "757.39"), money("total_tax", "151.48")];
  const found = sums(named, [404.55, 300], "£704.55", "£52.84", "£757.39", "£151.48", "£908.87");
  assert.deepEqual(found, { subtotal: "757.39", total_tax: "151.48" });
});

Deno.test("a subtotal that equals the line items minus a printed discount is kept", () => {
  const fields = [money("subtotal", "90.00"), money("total_tax", "13.50"), money("invoice_total", "103.50")];
  assert.equal(sums(fields, [60, 40], "100.00", "(10.00)", "90.00", "13.50", "103.50").subtotal, "90.00");
});

Deno.test("the goods of one tax rate are not taken for the subtotal, though another rate's would be the difference", () => {
  const found = sums(
    [money("subtotal", "3269.98"), money("total_tax", "1044.24"), money("invoice_total", "6478.22")],
    [3269.98, 2164],
    "Subtotal 5,433.98",
    "23% 3,269.98",
    "13.5% 2,164.00",
  );
  assert.equal(found.subtotal, "5433.98");
});

Deno.test("without a tax, the sum before a discount is the subtotal", () => {
  const fields = sums(
    [money("invoice_total", "6376.32")],
    [3000, 3642],
    "Gross total 6,642.00",
    "Discount 265.68",
    "Net order 6,376.32",
  );
  assert.equal(fields.subtotal, "6642.00");
  assert.equal(fields.invoice_total, "6376.32");
});

Deno.test("the goods before a discount are the subtotal where its label was only guessed", () => {
  const guessed = [money("subtotal", "90.00", 0.45)];
  const texts = ["Total of all sections 100.00", "Less: discount 10.00", "Net amount 90.00"];
  assert.equal(sums(guessed, [60, 40], ...texts).subtotal, "100.00");
  assert.equal(sums([money("subtotal", "90.00")], [60, 40], ...texts).subtotal, "90.00");
});

Deno.test("a total beside its own label below the subtotal is kept and doubted, since the paper may be wrong", () => {
  const box = (top: number) => ({ left: 0, right: 100, top, bottom: top + 20 });
  const fields = [
    { ...money("subtotal", "968.55"), box: box(0) },
    { ...money("invoice_total", "902.00"), box: box(60) },
  ];
  const read = withGoodsSums(fields, {
    items: [{ description: "x", amount: 600 }, { description: "y", amount: 368.55 }],
    rows: rows("Subtotal 968.55", "Discount 48.55", "Total 902.00"),
    way: USUAL,
    keys: KEYS,
  });
  const total = read.find(({ key }) => key === "invoice_total");
  assert.equal(total?.value, "902.00");
  assert.ok((total?.confidence ?? 1) < 0.8 && total?.reason);
});
