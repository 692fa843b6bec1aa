import type { Issue, Validation } from "./validation.ts";
import type { DocumentType } from "./document_types.ts";
import type { Field } from "./field.ts";
import { FIELD_RULES } from "./field_rules.ts";
import { findDates } from "./dates.ts";
import { hasLuhnDigit, isEmiratesId, isIban, isSaudiId, taxNumberCountry } from "./identifiers.ts";
import type { ExtractedTable } from "./extraction.ts";
import { lineItems } from "./line_items.ts";

export interface ToValidate {
  type: DocumentType;
  fields: Field[];
  tables: ExtractedTable[];
  /** Today, ISO. */
  today: string;
}

/** Required fields weigh two, the others one; a value found with little confidence counts half. */
const REQUIRED_WEIGHT = 2;
const LOW_CONFIDENCE = 0.5;

/** Checks what was extracted. A document is valid when no issue is an error. */
export function validateFields(input: ToValidate): Validation {
  const issues = [
    ...missing(input),
    ...uncertain(input.fields),
    ...dateOrder(input),
    ...sums(input),
    ...identifiers(input.fields),
    ...currencies(input),
  ];
  return {
    is_valid: issues.every((issue) => issue.severity !== "error"),
    completeness_score: completeness(input),
    issues,
  };
}

function completeness({ type, fields }: ToValidate): number {
  let got = 0;
  let wanted = 0;
  for (const rule of FIELD_RULES[type]) {
    const weight = rule.required ? REQUIRED_WEIGHT : 1;
    // Of the optional fields a document has a few: a third of them makes it complete.
    wanted += rule.required ? weight : weight / 3;
    const field = fields.find((one) => one.key === rule.key);
    if (field) got += field.confidence < LOW_CONFIDENCE ? weight / 2 : weight;
  }
  return wanted === 0
    ? 1
    : Math.round(Math.min(1, got / wanted) * requiredShare({ type, fields }) * 100) / 100;
}

/** Optional fields never make up for a required one that is missing. */
function requiredShare({ type, fields }: Pick<ToValidate, "type" | "fields">): number {
  const required = FIELD_RULES[type].filter((rule) => rule.required);
  if (required.length === 0) return 1;
  return required.filter((rule) => fields.some((field) => field.key === rule.key)).length / required.length;
}

function missing({ type, fields }: ToValidate): Issue[] {
  return FIELD_RULES[type].filter((rule) => rule.required && !fields.some((field) => field.key === rule.key))
    .map((rule) => ({
      field: rule.key,
      issue: `Required field is missing: ${rule.key}`,
      severity: "error" as const,
    }));
}

function uncertain(fields: Field[]): Issue[] {
  return fields.filter((field) => field.confidence < LOW_CONFIDENCE).map((field) => ({
    field: field.key,
    issue: field.reason ?? `Read with low confidence (${field.confidence})`,
    severity: "warning" as const,
  }));
}

/** Pairs of dates of which the first must not be later than the second. */
const ORDERED = [
  ["invoice_date", "due_date"],
  ["order_date", "delivery_date"],
  ["quotation_date", "valid_until"],
  ["effective_date", "end_date"],
  ["issue_date", "submission_deadline"],
  ["issue_date", "expiry_date"],
  ["birth_date", "issue_date"],
  ["birth_date", "expiry_date"],
  ["period_start", "period_end"],
];

const HAPPENED = [
  "invoice_date",
  "receipt_date",
  "birth_date",
  "issue_date",
  "letter_date",
  "registration_date",
];

function dateOrder({ type, fields, today }: ToValidate): Issue[] {
  const issues: Issue[] = [];
  for (const [first = "", second = ""] of ORDERED) {
    const [from, to] = [dayOf(fields, first), dayOf(fields, second)];
    if (from && to && from > to) {
      issues.push({ field: second, issue: `${second} is before ${first}`, severity: "error" });
    }
  }
  for (const key of HAPPENED) {
    const day = dayOf(fields, key);
    if (day && day > today) {
      issues.push({ field: key, issue: `${key} lies in the future`, severity: "warning" });
    }
  }
  const expiry = dayOf(fields, "expiry_date") ?? dayOf(fields, "valid_until") ?? dayOf(fields, "end_date");
  if (expiry && expiry < today) {
    const severity = ["id_card", "passport", "trade_licence"].includes(type)
      ? "error" as const
      : "warning" as const;
    issues.push({ field: "expiry_date", issue: `The document expired on ${expiry}`, severity });
  }
  const due = dayOf(fields, "due_date");
  if (due && due < today) {
    issues.push({ field: "due_date", issue: "The due date has passed", severity: "info" });
  }
  return issues;
}

function dayOf(fields: Field[], key: string): string | undefined {
  const field = fields.find((one) => one.key === key);
  if (!field || field.field_type !== "date") return undefined;
  return findDates(field.value.replace(/ AH$/, " هـ"))[0]?.day;
}

/** Standard rates of VAT by country; the tax number or the currency says which country it is. */
const VAT_RATES: Record<string, number> = { AE: 5, OM: 5, SA: 15, BH: 10 };
const COUNTRY_OF_CURRENCY: Record<string, string> = { AED: "AE", SAR: "SA", OMR: "OM", BHD: "BH" };

function sums({ fields, tables }: ToValidate): Issue[] {
  const subtotal = amountOf(fields, "subtotal");
  const tax = amountOf(fields, "total_tax");
  const [totalKey, total] = totalOf(fields);
  const issues: Issue[] = [];
  if (subtotal !== undefined && tax !== undefined && total !== undefined && !near(subtotal + tax, total)) {
    issues.push({
      field: totalKey,
      issue: `Subtotal ${subtotal.toFixed(2)} and tax ${tax.toFixed(2)} do not add up to ${total.toFixed(2)}`,
      severity: "error",
    });
  }
  issues.push(...itemSums(tables, subtotal ?? total), ...vatRate(fields, subtotal, tax));
  return issues;
}

function itemSums(tables: ExtractedTable[], expected: number | undefined): Issue[] {
  const items = lineItems(tables);
  const issues: Issue[] = [];
  for (const [i, { quantity, unit_price, amount }] of items.entries()) {
    if (quantity === undefined || unit_price === undefined || amount === undefined) continue;
    if (near(quantity * unit_price, amount)) continue;
    issues.push({
      field: `line_items[${i}].amount`,
      issue: `${quantity} x ${unit_price} is not ${amount}`,
      severity: "warning",
    });
  }
  const amounts = items.map((item) => item.amount).filter((amount) => amount !== undefined);
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (
    expected !== undefined && amounts.length > 0 && amounts.length === items.length && !near(sum, expected)
  ) {
    issues.push({
      field: "line_items",
      issue: `The line items add up to ${sum.toFixed(2)}, not ${expected.toFixed(2)}`,
      severity: "warning",
    });
  }
  return issues;
}

function vatRate(fields: Field[], subtotal: number | undefined, tax: number | undefined): Issue[] {
  const taxId = fields.find((field) => /tax_id$/.test(field.key) && field.key !== "customer_tax_id")?.value ??
    "";
  const currency = fields.find((field) => field.key === "currency")?.value ?? "";
  const country = taxNumberCountry(taxId) ?? COUNTRY_OF_CURRENCY[currency];
  const rate = country ? VAT_RATES[country] : undefined;
  if (rate === undefined || !subtotal || tax === undefined || tax === 0) return [];
  if (near(subtotal * rate / 100, tax)) return [];
  return [{
    field: "total_tax",
    issue: `VAT is ${
      (tax / subtotal * 100).toFixed(2)
    } % of the subtotal; the standard rate of ${country} is ${rate} %`,
    severity: "warning",
  }];
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(0.05, Math.abs(b) * 0.0005);
}

function amountOf(fields: Field[], key: string): number | undefined {
  const field = fields.find((one) => one.key === key);
  const amount = Number(field?.value);
  return field && Number.isFinite(amount) ? amount : undefined;
}

function totalOf(fields: Field[]): [string, number | undefined] {
  const key = ["invoice_total", "order_total", "quotation_total", "bid_total", "total"]
    .find((one) => amountOf(fields, one) !== undefined) ?? "total";
  return [key, amountOf(fields, key)];
}

function identifiers(fields: Field[]): Issue[] {
  return fields.flatMap(({ key, value }): Issue[] => {
    if (key === "iban" && !isIban(value)) {
      return [{ field: key, issue: "The IBAN's check digits are wrong", severity: "error" }];
    }
    if (/^784/.test(value) && /id/.test(key) && !isEmiratesId(value)) {
      return [{ field: key, issue: "The Emirates ID's check digit is wrong", severity: "error" }];
    }
    if (key === "id_number" && /^[12]\d{9}$/.test(value) && !isSaudiId(value)) {
      return [{ field: key, issue: "The national id's check digit is wrong", severity: "error" }];
    }
    if (/tax_id$/.test(key) && /^\d[\d -]{10,}$/.test(value) && !taxNumberCountry(value)) {
      return [{
        field: key,
        issue: "The tax number has not the shape of a UAE or Saudi tax number",
        severity: "warning",
      }];
    }
    if (key === "card_number" && /^\d{16}$/.test(value) && !hasLuhnDigit(value)) {
      return [{ field: key, issue: "The card number's check digit is wrong", severity: "error" }];
    }
    return [];
  });
}

function currencies({ type, fields }: ToValidate): Issue[] {
  const hasMoney = fields.some((field) => field.field_type === "money");
  if (!hasMoney || fields.some((field) => field.key === "currency") || type === "bank_statement") return [];
  return [{ field: "currency", issue: "No currency is named", severity: "warning" }];
}
