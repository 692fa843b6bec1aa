import assert from "node:assert/strict";
import type { DocumentType } from "../classification/document_types.ts";
import type { Field } from "../results/field.ts";
import type { FieldType } from "../results/field.ts";
import { validateFields } from "./validate_fields.ts";
import type { Issue } from "../results/validation.ts";

const TODAY = "2026-04-01";

function field(key: string, value: string, field_type: FieldType = "text", confidence = 0.9): Field {
  return { key, value, confidence, field_type };
}

const INVOICE = [
  field("invoice_id", "A-1", "id"),
  field("invoice_date", "2026-03-01", "date"),
  field("due_date", "2026-05-01", "date"),
  field("vendor_name", "Sands LLC"),
  field("vendor_tax_id", "100234567890003", "id"),
  field("customer_name", "Sara Ali"),
  field("subtotal", "100.00", "money"),
  field("total_tax", "5.00", "money"),
  field("invoice_total", "105.00", "money"),
  field("currency", "AED"),
];

function issues(type: DocumentType, fields: Field[], rows: string[][] = []): Issue[] {
  const tables = rows.length > 0
    ? [{ page: 1, header: ["Description", "Qty", "Unit Price", "Amount"], rows }]
    : [];
  return validateFields({ type, fields, tables, today: TODAY }).issues;
}

function changed(key: string, value: string): Field[] {
  return INVOICE.map((one) => one.key === key ? { ...one, value } : one);
}

Deno.test("validateFields() reports no issues for a correct invoice", () => {
  const { is_valid, issues, completeness_score } = validateFields({
    type: "invoice",
    fields: INVOICE,
    tables: [],
    today: TODAY,
  });
  assert.deepEqual([is_valid, issues], [true, []]);
  assert.ok(completeness_score > 0.9);
});

const WRONG: [string, DocumentType, Field[], string, RegExp, string][] = [
  ["a missing number", "invoice", INVOICE.slice(1), "invoice_id", /Required field is missing/, "error"],
  [
    "a due date before the date",
    "invoice",
    changed("due_date", "2026-01-01"),
    "due_date",
    /before invoice_date/,
    "error",
  ],
  [
    "a due date years after the date",
    "invoice",
    changed("due_date", "2031-05-01"),
    "due_date",
    /unusually long after invoice_date/,
    "warning",
  ],
  [
    "the first day of an old firm for that of its licence",
    "trade_licence",
    [field("issue_date", "2012-05-01", "date"), field("expiry_date", "2027-05-01", "date")],
    "expiry_date",
    /unusually long after issue_date/,
    "warning",
  ],
  ["a date to come", "invoice", changed("invoice_date", "2026-04-20"), "invoice_date", /future/, "warning"],
  [
    "a sum that is wrong",
    "invoice",
    changed("invoice_total", "150.00"),
    "invoice_total",
    /do not add up/,
    "error",
  ],
  [
    "a rate that is not the country's",
    "invoice",
    changed("total_tax", "15.00"),
    "total_tax",
    /standard rate of AE is 5/,
    "warning",
  ],
  [
    "no currency",
    "invoice",
    INVOICE.filter(({ key }) => key !== "currency"),
    "currency",
    /No currency/,
    "warning",
  ],
  [
    "a wrong IBAN",
    "invoice",
    [...INVOICE, field("iban", "AE08 0331 2345 6789 0123 456", "id")],
    "iban",
    /check digits/,
    "error",
  ],
  [
    "an odd tax number",
    "invoice",
    changed("vendor_tax_id", "9002345678900"),
    "vendor_tax_id",
    /shape/,
    "warning",
  ],
  [
    "low confidence",
    "invoice",
    [...INVOICE, field("purchase_order", "1", "id", 0.3)],
    "purchase_order",
    /low confidence/,
    "warning",
  ],
  [
    "an expired passport",
    "passport",
    [field("expiry_date", "2026-03-31", "date")],
    "expiry_date",
    /expired on 2026-03-31/,
    "error",
  ],
  [
    "a wrong Emirates ID",
    "id_card",
    [field("id_number", "784-1990-1234567-1", "id")],
    "id_number",
    /check digit/,
    "error",
  ],
  [
    "a Hijri expiry that has passed",
    "trade_licence",
    [field("expiry_date", "1446-01-01 AH", "date")],
    "expiry_date",
    /expired on 2024-07-07/,
    "error",
  ],
];

for (const [name, type, fields, key, pattern, severity] of WRONG) {
  Deno.test(`validateFields() reports ${name}`, () => {
    const found = issues(type, fields).filter((issue) => issue.field === key && pattern.test(issue.issue));
    assert.equal(found[0]?.severity, severity, JSON.stringify(issues(type, fields)));
  });
}

Deno.test("validateFields() checks products and sums of line items", () => {
  assert.deepEqual(
    issues("invoice", INVOICE, [["Pens", "4", "10.00", "40.00"], ["Ink", "2", "30.00", "60.00"]]),
    [],
  );
  const wrong = issues("invoice", INVOICE, [["Pens", "4", "10.00", "50.00"], ["Ink", "2", "30.00", "60.00"], [
    "Subtotal",
    "",
    "",
    "110.00",
  ]]);
  assert.deepEqual(wrong.map((issue) => issue.field), ["line_items[0].amount", "line_items"]);
});

Deno.test("validateFields() counts uncertain values half, and optional fields never replace required ones", () => {
  const score = (fields: Field[]) =>
    validateFields({ type: "invoice", fields, tables: [], today: TODAY }).completeness_score;
  assert.ok(score(INVOICE.slice(1)) < score(INVOICE));
  assert.ok(score(INVOICE.slice(0, 3)) < 0.5);
  assert.equal(score([]), 0);
});

Deno.test("a receipt with rows of prices but no line items is flagged; one without prices is not", () => {
  const fields = [field("total", "112.00", "money"), field("currency", "INR")];
  const flagged = (rows: string[][]) =>
    validateFields({
      type: "receipt",
      fields,
      tables: rows.length === 0 ? [] : [{ page: 1, header: ["", ""], rows }],
      today: TODAY,
      letters: 100,
    }).issues.some(({ field }) => field === "line_items");
  assert.deepEqual([flagged([["Fee", "100.00"], ["Bus", "12.00"]]), flagged([])], [true, false]);
});

Deno.test("a receipt with amounts outside its fields is flagged for missing line items", () => {
  const fields = [
    field("total", "9.600", "money"),
    field("merchant_name", "Bayt"),
    field("receipt_date", "2026-03-12", "date"),
    field("currency", "KWD"),
  ];
  const of = (amounts: number[]) =>
    validateFields({ type: "receipt", fields, tables: [], today: TODAY, letters: 200, amounts }).issues.map((
      one,
    ) => one.field);
  assert.deepEqual(of([5.5, 1.25, 2.85, 9.6]), ["line_items"]);
  assert.deepEqual(of([9.6, 20, 10.4]), []);
});

Deno.test("a seller's tax number in another country's format is flagged", () => {
  const of = (value: string, home: string) =>
    validateFields({
      type: "tax_certificate",
      fields: [field("tax_id", value, "id")],
      tables: [],
      today: TODAY,
      home,
    })
      .issues.filter((one) => one.field === "tax_id").length;
  assert.equal(of("1100447182", "OM"), 1);
  assert.equal(of("OM1100447182", "OM"), 0);
  assert.equal(of("DE291447032", "OM"), 0);
});

Deno.test("validateFields() finds a due date that contradicts the terms of payment, in either language", () => {
  const due = (terms: string, day: string) =>
    issues("invoice", [
      ...INVOICE.map((one) => one.key === "due_date" ? field("due_date", day, "date") : one),
      field("payment_terms", terms),
    ]).some(({ issue }) => issue.includes("terms of payment"));
  for (
    const terms of [
      "60 days from invoice date",
      "Net 60",
      "60 يوما",
      "كمبيالة بأجل ٦٠ يوما من تاريخ الفاتورة",
    ]
  ) {
    assert.equal(due(terms, "2026-04-30"), false, terms);
    assert.equal(due(terms, "2026-05-03"), true, terms);
  }
  assert.equal(due("60 days after receipt", "2026-05-03"), false);
  assert.equal(due("30 days end of month", "2026-05-03"), false);
});
