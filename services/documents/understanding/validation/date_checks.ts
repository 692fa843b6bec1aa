import { findDates } from "../values/dates.ts";
import type { Field } from "../results/field.ts";
import type { Issue } from "../results/validation.ts";

/** Pairs of date fields in chronological order. */
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

/** Issues of dates: out of order, in the future, or expired. */
export function dateIssues(
  { type, fields, today }: { type: string; fields: Field[]; today: string },
): Issue[] {
  const issues: Issue[] = [];
  for (const [first = "", second = ""] of ORDERED) {
    const [from, to] = [dayOf(fields, first), dayOf(fields, second)];
    if (from && to && from > to) {
      issues.push({
        field: second,
        fields: [second, first],
        issue: `${second} is before ${first}`,
        severity: "error",
      });
    }
  }
  for (const key of HAPPENED) {
    const day = dayOf(fields, key);
    if (day && day > today) {
      issues.push({ field: key, issue: `${key} lies in the future`, severity: "warning" });
    }
  }
  return [...issues, ...pastDates(type, fields, today)];
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
