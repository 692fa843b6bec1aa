import assert from "node:assert/strict";
import { rowsOfLines } from "../tables/page_rows.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { hasLargerTotal, hasOtherTaxNumber } from "./other_numbers.ts";

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

function rowsOf(text: string): FieldRow[] {
  return rowsOfLines(text.split("\n").map((line) => ({ text: line, confidence: 1, page: 1, box: NOWHERE })));
}

function isOneOfTwo(value: string, text: string, customer?: string): boolean {
  const id = (key: string, value: string) => ({ key, value, confidence: 0.89, field_type: "id" as const });
  const vendor = id("vendor_tax_id", value);
  const fields = customer === undefined ? [vendor] : [vendor, id("customer_tax_id", customer)];
  return hasOtherTaxNumber(vendor, rowsOf(text), fields);
}

Deno.test("a tax number is one of two if another of its shape stands beside or below a label", () => {
  const papers: [string, string][] = [
    ["311204477500003", "Harper Stores\nTRN 311204477500003\nBill to\nTRN 300418820100003"],
    ["527-914-083", "الرقم الضريبي 527-914-083\nالعميل\nالرقم الضريبي ٣١٨-٤٦٠-٢٧٥"],
    ["OM1100447712", "VATIN\nOM1100447712\nCustomer VATIN\nOM1100550018"],
  ];
  assert.deepEqual(papers.filter(([value, text]) => !isOneOfTwo(value, text)), []);
});

Deno.test("a tax number is the only one beside itself again, the customer's, numbers of other shapes and unlabelled ones", () => {
  const papers: [string, string, string?][] = [
    ["311204477500003", "TRN 311204477500003\nTRN: 311204477500003"],
    ["527-914-083", "VAT No 527-914-083\nVAT No 318-460-275", "318460275"],
    ["311204477500003", "TRN 311204477500003\nTax card 118-204"],
    ["5271914083", "VAT No 5271914083\nBank of Marrow\nAccount\n0044182206"],
  ];
  assert.deepEqual(papers.filter(([value, text, customer]) => isOneOfTwo(value, text, customer)), []);
});

Deno.test("a total is below another if a row of a total ends in a larger amount", () => {
  const papers: [string, string][] = [
    ["792350.00", "Total 792,350.00\nVAT 15 % 118,852.50\nTotal payable 911,202.50"],
    ["1200.000", "المجموع 1,200.000\nالإجمالي المستحق ١٬٢٦٠٫٠٠٠"],
    ["4500.00", "Net total 4,500.00\nGrand total 5,175"],
  ];
  assert.deepEqual(papers.filter(([value, text]) => !hasLargerTotal(field(value), rowsOf(text))), []);
});

Deno.test("subtotals, balances, sums before discounts, counts and roundings are no larger totals", () => {
  const papers: [string, string][] = [
    ["900.00", "Subtotal 1,000.00\nDiscount 100.00\nTotal 900.00"],
    ["900.00", "الإجمالي قبل الخصم 1,000.00\nالإجمالي 900.00"],
    ["900.00", "Total 900.00\nTotal balance of your account 7,300.00"],
    ["900.00", "Total 900.00\nTotal pieces 4800"],
    ["900.00", "Total 900.00\nTotal payable 900.20"],
  ];
  assert.deepEqual(papers.filter(([value, text]) => hasLargerTotal(field(value), rowsOf(text))), []);
});

Deno.test("texts of any length are searched for totals and tax numbers", () => {
  const long = [`Total ${"1".repeat(100_000)}`, `TRN ${"1-".repeat(50_000)}`, `Total ${"1,".repeat(50_000)}`]
    .join("\n");
  assert.equal(hasLargerTotal(field("900.00"), rowsOf(long)), false);
  assert.equal(isOneOfTwo("311204477500003", long), false);
});

function field(value: string) {
  return { key: "invoice_total", value, confidence: 0.89, field_type: "money" as const };
}
