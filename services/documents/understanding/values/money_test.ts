import assert from "node:assert/strict";
import { findMoney, numberWayOf } from "./money.ts";

const amounts = (text: string, currency: string) =>
  findMoney(text, { decimal: "point", certain: true, currency }).map(({ amount }) => amount);

Deno.test("a point that a scan lost after groups of thousands is known from a currency of three decimals", () => {
  assert.deepEqual(amounts("18,427 315", "JOD"), [18427.315]);
  assert.deepEqual(amounts("1,267500", "KWD"), [1267.5]);
  assert.deepEqual(amounts("5,441,500", "KWD"), [5441500]);
  assert.deepEqual(amounts("48 600,000", "TND"), [48600]);
});

Deno.test("zeros whose beginning was not read are no amount", () => {
  for (const text of ["00.", "00. 00", "00"]) assert.deepEqual(findMoney(text), []);
  assert.deepEqual(findMoney("0.00").map(({ amount }) => amount), [0]);
});

Deno.test("zeros behind a point are decimals where a document writes all its amounts with them, else thousands", () => {
  const amount = (text: string, amounts: string[]) =>
    findMoney(text, { ...numberWayOf(amounts.join(" ")), currency: "IQD" }).map((one) => one.amount);
  const many = Array.from({ length: 8 }, (_, at) => `${at + 1},250,000.000`);
  assert.deepEqual(amount("18,640,250.000", many), [18640250]);
  assert.deepEqual(amount("684,500.000", many.slice(6)), [684500000]);
  assert.deepEqual(amount("684,500.000", [...many, "250,000"]), [684500000]);
});
