/** Suggests dates without labels by the usual chronological order of a type's dates. */
import { findDates } from "../values/dates.ts";
import type { Reading } from "../values/document_reading.ts";
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { OTHER_PAPER } from "./other_paper.ts";

/** Date fields of each type in chronological order. */
const DAYS: Partial<Record<string, string[]>> = {
  invoice: ["invoice_date", "due_date"],
  receipt: ["receipt_date"],
  purchase_order: ["order_date", "delivery_date"],
  quotation: ["quotation_date", "valid_until"],
  contract: ["effective_date", "end_date"],
  tender: ["issue_date", "submission_deadline"],
  bank_statement: ["period_start", "period_end"],
  letter: ["letter_date"],
  tax_certificate: ["registration_date", "issue_date"],
  trade_licence: ["issue_date", "expiry_date"],
  id_card: ["birth_date", "issue_date", "expiry_date"],
  passport: ["birth_date", "issue_date", "expiry_date"],
};

interface Day {
  day: string;
  value: string;
  raw: string;
  calendar: "gregorian" | "hijri";
  cell: TextLine;
}

/** Assigns each missing date field the remaining date that fits the chronological order. */
export function orderedDays(
  type: string,
  rows: FieldRow[],
  { known, reading }: { known: Map<string, FoundField>; reading: Reading },
): { key: string; day: Day }[] {
  const keys = DAYS[type] ?? [];
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length === 0) return [];
  const usedDays = new Set([...known.values()].map(({ value }) => value));
  const days = daysOf(rows, reading).filter(({ value }) => !usedDays.has(value));
  const found = new Map<string, Day>();
  const dayOf = (key: string) => {
    const value = known.get(key)?.value;
    if (found.has(key)) return found.get(key)?.day;
    return value === undefined ? undefined : findDates(value.replace(/ AH$/, " هـ"))[0]?.day;
  };
  for (const key of missing) {
    const at = keys.indexOf(key);
    const after = keys.slice(0, at).map(dayOf).findLast((day) => day !== undefined);
    const before = keys.slice(at + 1).map(dayOf).find((day) => day !== undefined);
    const fitting = days.filter((one) => ![...found.values()].includes(one)).filter(({ day }) =>
      (!after || day >= after) && (!before || day <= before)
    );
    // Only the first and the last field can be assigned; several dates in between are ambiguous.
    const isLast = at > 0 && at === keys.length - 1;
    const day = isLast ? (after ? latest(fitting) : undefined) : fitting[0];
    if (day && (fitting.length === 1 || at === 0 || isLast)) found.set(key, day);
  }
  return [...found].map(([key, day]) => ({ key, day }));
}

function latest(days: Day[]): Day | undefined {
  return days.toSorted((a, b) => a.day < b.day ? 1 : -1)[0];
}

/** Distinct dates of the document in order of appearance, without those of referenced documents. */
function daysOf(rows: FieldRow[], { way }: Reading): Day[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => row.inTable ? [] : row.cells).flatMap((cell) =>
    OTHER_PAPER.test(cell.text)
      ? []
      : findDates(cell.text, way.dates).flatMap(({ day, value, raw, calendar, doubtful }) => {
        if (doubtful || seen.has(value)) return [];
        seen.add(value);
        return [{ day, value, raw, calendar, cell }];
      })
  );
}
