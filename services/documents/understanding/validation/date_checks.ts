import { findDates } from "../values/dates.ts";
import { asciiDigits } from "../values/digits.ts";
import type { Field } from "../results/field.ts";
import type { Issue } from "../results/validation.ts";

const DAY = 86_400_000;
const YEAR = 366;
/** Pairs of date fields in chronological order, with the most days that usually lie between them. */
const ORDERED: [first: string, second: string, most: number][] = [
  ["invoice_date", "due_date", YEAR],
  ["order_date", "delivery_date", 2 * YEAR],
  ["quotation_date", "valid_until", YEAR],
  ["effective_date", "end_date", 99 * YEAR],
  ["issue_date", "submission_deadline", YEAR],
  ["issue_date", "expiry_date", 15 * YEAR],
  ["birth_date", "issue_date", 110 * YEAR],
  ["birth_date", "expiry_date", 125 * YEAR],
  ["period_start", "period_end", YEAR],
];
/** The most days for which a licence is usually granted. */
const LICENSED = 5 * YEAR;

const HAPPENED = [
  "invoice_date",
  "receipt_date",
  "birth_date",
  "issue_date",
  "letter_date",
  "registration_date",
];

/** Issues of dates: out of order, in the future, or expired. */
export function dateIssues(
  { type, fields, today }: { type: string; fields: Field[]; today: string },
): Issue[] {
  const issues: Issue[] = [];
  for (const [first, second, usual] of ORDERED) {
    const [from, to] = [dayOf(fields, first), dayOf(fields, second)];
    if (!from || !to) continue;
    const most = type === "trade_licence" ? Math.min(usual, LICENSED) : usual;
    const pair = { field: second, fields: [second, first] };
    if (from > to) issues.push({ ...pair, issue: `${second} is before ${first}`, severity: "error" });
    else if (Date.parse(to) - Date.parse(from) > most * DAY) {
      issues.push({ ...pair, issue: `${second} is unusually long after ${first}`, severity: "warning" });
    }
  }
  for (const key of HAPPENED) {
    const day = dayOf(fields, key);
    if (day && day > today) {
      issues.push({ field: key, issue: `${key} lies in the future`, severity: "warning" });
    }
  }
  return [...issues, ...unlikeTerms(fields), ...pastDates(type, fields, today)];
}

/** Terms that count days from the invoice: "60 days from the invoice date", "Net 30", "45 يوما". */
const DAYS_FROM_INVOICE =
  /^(?:net )?(\d{1,3})(?: net)?(?: days?| يوم[اً]{0,2})?$|(?<!\d)(\d{1,3})\s(?:calendar )?(?:days?|يوم[اً]{0,2})\s(?:net )?(?:from|after|of|من)\s(?:the )?(?:date of )?(?:the )?(?:invoice|date of issue|تاريخ (?:ال)?فاتورة|تاريخ (?:ال)?إصدار)/iu;

/** A due date that is not the one of the terms of payment. */
function unlikeTerms(fields: Field[]): Issue[] {
  const [from, due] = [dayOf(fields, "invoice_date"), dayOf(fields, "due_date")];
  const terms = asciiDigits(fields.find(({ key }) => key === "payment_terms")?.value ?? "");
  const [, alone, within] = DAYS_FROM_INVOICE.exec(terms.trim()) ?? [];
  const days = Number(alone ?? within ?? NaN);
  if (!from || !due || Number.isNaN(days)) return [];
  if (Math.abs(Date.parse(due) - Date.parse(from) - days * DAY) < DAY) return [];
  return [{
    field: "due_date",
    fields: ["due_date", "invoice_date", "payment_terms"],
    issue: `due_date is not ${days} days after invoice_date, as the terms of payment say`,
    severity: "warning",
  }];
}

function pastDates(type: string, fields: Field[], today: string): Issue[] {
  const issues: Issue[] = [];
  const expires = ["expiry_date", "valid_until", "end_date"].find((key) => dayOf(fields, key));
  const expiry = expires && dayOf(fields, expires);
  if (expires && expiry && expiry < today) {
    const severity = ["id_card", "passport", "trade_licence"].includes(type)
      ? "error" as const
      : "warning" as const;
    issues.push({ field: expires, issue: `The document expired on ${expiry}`, severity });
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
