import { countryOf } from "../values/countries.ts";
import { homeOfCurrency } from "../values/home_country.ts";
import { taxNumberOf } from "../values/tax_numbers.ts";
import { isBuiltIn } from "../classification/document_types.ts";
import { dateIssues } from "./date_checks.ts";
import type { ExtractedTable, Extraction } from "../results/extraction.ts";
import type { Field, FieldRule } from "../results/field.ts";
import { builtInRules } from "../fields/field_rules.ts";
import { hasLuhnDigit, isEmiratesId, isIban, isSaudiId } from "../values/identifiers.ts";
import { pageIssues, type PageState } from "./page_checks.ts";
import { rowIssues } from "./row_checks.ts";
import { unplacedIssues } from "./correction_checks.ts";
import { lineItems } from "../tables/line_items.ts";
import { statementEntries } from "../tables/statement_rows.ts";
import { statementIssues } from "./statement_checks.ts";
import { sumIssues } from "./sum_checks.ts";
import type { OwnType } from "../classification/own_type.ts";
import type { NumberWay } from "../values/money.ts";
import type { Issue, Validation } from "../results/validation.ts";

export interface ToValidate {
  type: string;
  fields: Field[];
  tables: ExtractedTable[];
  unplaced?: Extraction["unplaced_corrections"];
  /** The current date as ISO 8601. */
  today: string;
  /** The document's country, if known. */
  home?: string;
  /** How the document writes numbers. */
  way?: NumberWay;
  /** Invisible text of the pages. */
  hidden?: string;
  /** Reading state of each page. */
  pages?: PageState[];
  /** Amounts with decimals in the text. */
  amounts?: number[];
  /** The number of letters and digits read, if known. */
  letters?: number;
  /** The custom type, if the type is one. */
  own?: OwnType;
}

/** Weight of required fields; others weigh one, and a value with low confidence counts half. */
const REQUIRED_WEIGHT = 2;
const LOW_CONFIDENCE = 0.5;
/** Values below are flagged: on the labelled set nearly all above are right, and a third below are wrong. */
export const FLAGGED_BELOW = 0.8;
/** Minimum letters and digits of a document that is not empty. */
const LEAST_LETTERS = 8;

/** Validates an extraction. A document is valid when no issue is an error. */
export function validateFields(given: ToValidate): Validation {
  const home = given.home ?? homeOfCurrency(given.fields.find((field) => field.key === "currency")?.value);
  const input = home ? { ...given, home } : given;
  const issues = [
    ...unread(input),
    ...missing(input),
    ...uncertain(input.fields),
    ...input.own ? input.own.issues(input.fields) : builtInChecks(input),
    ...currencies(input),
    ...hiddenText(input),
    ...pageIssues(input.pages ?? []),
    ...lostTables(input),
    ...unplacedIssues(input.unplaced ?? []),
  ];
  return {
    is_valid: issues.every((issue) => issue.severity !== "error"),
    completeness_score: completeness(input),
    issues,
  };
}

function builtInChecks(input: ToValidate): Issue[] {
  return [
    ...goneType(input),
    ...dateIssues(input),
    ...sumIssues(input),
    ...statementIssues(input),
    ...rowIssues(input.tables, input.type),
    ...identifiers(input),
  ];
}

/** Reports a type that is no longer defined. */
function goneType({ type }: ToValidate): Issue[] {
  if (isBuiltIn(type)) return [];
  const issue = `The type ${type} is no longer defined: nothing checks its fields`;
  return [{ field: "document_type", issue, severity: "warning" }];
}

/** Reports a document without text, which is never valid. */
function unread({ letters }: ToValidate): Issue[] {
  if (letters === undefined || letters >= LEAST_LETTERS) return [];
  return [{ field: "text", issue: "Nothing could be read in the document", severity: "error" }];
}

const HAS_GOODS: string[] = ["invoice", "purchase_order", "quotation"];

/** Rows with prices from which a receipt must have line items; receipts may have none. */
const PRICED = 2;

function pricedRows(tables: ExtractedTable[]): number {
  const isPrice = (cell: string) => /[\d٠-٩][.,٫][\d٠-٩]{2,3}$/.test(cell.trim());
  return tables.flatMap(({ rows }) => rows).filter((row) => row.some(isPrice) && row.length > 1).length;
}

/** Amounts without a field from which a receipt must have line items. */
const UNEXPLAINED = 3;

function unexplainedAmounts({ fields, amounts = [] }: ToValidate): number {
  const known = fields.map(({ value }) => Number(value));
  return new Set(amounts.filter((amount) => !known.includes(amount))).size;
}

/** Reports missing rows in document types with line items or entries. */
function lostTables(input: ToValidate): Issue[] {
  const { type, tables, letters } = input;
  if (letters === undefined) return [];
  const hasGoods = HAS_GOODS.includes(type) || (type === "receipt" && pricedRows(tables) >= PRICED) ||
    (type === "receipt" && unexplainedAmounts(input) >= UNEXPLAINED);
  if (hasGoods && lineItems(tables).length === 0) {
    return [{ field: "line_items", issue: "No row of goods or services could be read", severity: "warning" }];
  }
  if (type === "bank_statement" && !statementEntries(tables)?.length) {
    return [{
      field: "tables",
      fields: ["tables", "rows"],
      issue: "No entry could be read",
      severity: "warning",
    }];
  }
  return [];
}

function hiddenText({ hidden }: ToValidate): Issue[] {
  if (!hidden) return [];
  const excerpt = hidden.length > 120 ? `${hidden.slice(0, 120)}…` : hidden;
  return [{
    field: "hidden_text",
    issue: `The file holds text that nobody sees on the page, which counts for nothing: "${excerpt}"`,
    severity: "warning",
  }];
}

function rulesOf({ type, own }: ToValidate): FieldRule[] {
  return own?.rules ?? builtInRules(type);
}

function completeness(input: ToValidate): number {
  let got = 0;
  let wanted = 0;
  for (const rule of rulesOf(input)) {
    const weight = isRequired(rule, input) ? REQUIRED_WEIGHT : 1;
    // A document usually has a third of the optional fields, so that counts as complete.
    wanted += weight === REQUIRED_WEIGHT ? weight : weight / 3;
    const field = input.fields.find((one) => one.key === rule.key);
    if (field) got += field.confidence < LOW_CONFIDENCE ? weight / 2 : weight;
  }
  return wanted === 0 ? 1 : Math.round(Math.min(1, got / wanted) * requiredShare(input) * 100) / 100;
}

/** The share of found required fields, which optional fields never compensate. */
function requiredShare(input: ToValidate): number {
  const required = rulesOf(input).filter((rule) => isRequired(rule, input));
  if (required.length === 0) return 1;
  return required.filter((rule) => input.fields.some((field) => field.key === rule.key)).length /
    required.length;
}

/** Whether a field is required; a seller's tax number only in countries where invoices must have one. */
function isRequired({ key, required }: FieldRule, { home, fields, own }: ToValidate): boolean {
  if (own || key !== "vendor_tax_id") return required === true;
  const country = countryOf(home);
  return country ? country.needsTaxNumber === true : fields.some((field) => field.key === "total_tax");
}

function missing(input: ToValidate): Issue[] {
  return rulesOf(input).filter((rule) =>
    isRequired(rule, input) && !input.fields.some((field) => field.key === rule.key)
  ).map((rule) => ({
    field: rule.key,
    issue: `Required field is missing: ${rule.key}`,
    severity: "error" as const,
  }));
}

function uncertain(fields: Field[]): Issue[] {
  return fields.filter((field) => field.confidence < FLAGGED_BELOW).map((field) => ({
    field: field.key,
    issue: field.reason ?? `Read with low confidence (${field.confidence})`,
    severity: "warning" as const,
  }));
}

function identifiers({ fields, home }: ToValidate): Issue[] {
  return fields.flatMap(({ key, value }): Issue[] => {
    if (key === "iban" && !isIban(value)) {
      return [{ field: key, issue: "The IBAN's check digits are wrong", severity: "error" }];
    }
    if (/^784/.test(value) && /id/.test(key) && !isEmiratesId(value)) {
      return [{ field: key, issue: "The Emirates ID's check digit is wrong", severity: "error" }];
    }
    if (key === "id_number" && home === "SA" && /^[12]\d{9}$/.test(value) && !isSaudiId(value)) {
      return [{ field: key, issue: "The national id's check digit is wrong", severity: "error" }];
    }
    if (key === "card_number" && /^\d{16}$/.test(value) && !hasLuhnDigit(value)) {
      return [{ field: key, issue: "The card number's check digit is wrong", severity: "error" }];
    }
    return /^(?:vendor_|customer_|merchant_)?tax_id$/.test(key) ? taxNumberIssues(key, value, home) : [];
  });
}

/** Countries with check digits in tax numbers; others are recognised by length only. */
const WITH_CHECK_DIGITS = new Set(["DE", "GB", "IN"]);

function taxNumberIssues(field: string, value: string, home: string | undefined): Issue[] {
  const number = taxNumberOf(value, home);
  if (number && !number.valid) {
    const issue = `The check digits of the tax number (${number.country}) are wrong`;
    return [{ field, issue, severity: "error" }];
  }
  const isForeign = number && number.country !== home && !WITH_CHECK_DIGITS.has(number.country);
  const isOwn = !field.startsWith("customer_");
  if ((number && !(isForeign && isOwn)) || !countryOf(home)?.taxNumber) return [];
  return [{ field, issue: `The tax number has not the shape of one of ${home}`, severity: "warning" }];
}

function currencies({ type, fields }: ToValidate): Issue[] {
  const hasMoney = fields.some((field) => field.field_type === "money");
  if (!hasMoney || fields.some((field) => field.key === "currency") || type === "bank_statement") return [];
  return [{ field: "currency", issue: "No currency is named", severity: "warning" }];
}
