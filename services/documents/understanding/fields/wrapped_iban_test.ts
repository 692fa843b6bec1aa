import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("an account number that goes on in the next line is whole if its check digits say so", () => {
  const head: [string, number, number][] = [["Statement of account", 400, 50], ["Account holder", 800, 100]];
  const iban = (rest: string) =>
    placedFields("bank_statement", [
      ...head,
      ["IBAN", 100, 100],
      ["Sara Ali", 800, 130],
      ["QA80 EJNN 3149 9304 5134", 100, 130],
      [rest, 100, 155],
    ]).iban;
  assert.equal(iban("7194 0461 2"), "QA80EJNN314993045134719404612");
  assert.equal(iban("7194 0461 3"), undefined);
  assert.equal(
    placedFields("bank_statement", [
      ["كشف حساب", 400, 50],
      ["رقم الحساب المصرفي الدولي", 100, 100],
      ["QA80 EJNN 3149 9304 5134", 100, 130],
      ["7194 0461 2", 100, 155],
    ], true).iban,
    "QA80EJNN314993045134719404612",
  );
});
