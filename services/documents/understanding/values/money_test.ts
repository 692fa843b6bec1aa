import assert from "node:assert/strict";
import { findMoney } from "./money.ts";

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
