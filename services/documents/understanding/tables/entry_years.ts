/** Completes the days of entries that a statement prints without their year: "01/09" in a period of September 2026. */
import type { ExtractedTable } from "../results/extraction.ts";
import type { Field } from "../results/field.ts";
import { type DateOrder, findDates } from "../values/dates.ts";
import { asciiDigits } from "../values/digits.ts";
import { isDayHeading, statementTable } from "./statement_rows.ts";

/** A day and a month alone: "01/09", "1.9.", "01-Sep", "Sep 01", "1 أيلول". */
const YEARLESS =
  /^(?:\d{1,2}\s?([-/.])\s?\d{1,2}|\d{1,2}([\s-])\s?\p{L}[\p{L} ]{2,14}|\p{L}{3,9}\.?(\s)\d{1,2})(\.?)$/u;
/** The least share of days among the cells of a column with digits, which tells it from one of amounts. */
const DAYS = 0.6;
/** Days around the period in which an entry may have its value. */
const AROUND = 31;
/** Below this confidence the period decides nothing. */
const SURE = 0.8;
const DAY_LENGTH = 86_400_000;
/** In a longer period each day stands in several years. */
const LONGEST = 366 * DAY_LENGTH;

/** The tables with the year in each day of an entry for which the period of the statement leaves only one. */
export function withYears(
  tables: ExtractedTable[],
  fields: Pick<Field, "key" | "value" | "confidence">[],
  order: DateOrder,
): ExtractedTable[] {
  const [from, to] = ["period_start", "period_end"].map((key) =>
    fields.find((field) => field.key === key && field.confidence >= SURE)?.value ?? ""
  ).map((value) => Date.parse(/^\d{4}-\d\d-\d\d$/.test(value) ? value : ""));
  if (from === undefined || to === undefined || !(from <= to) || to - from > LONGEST) return tables;
  const period = { from: from - AROUND * DAY_LENGTH, to: to + AROUND * DAY_LENGTH };
  return tables.map((table) => statementTable([table]) ? completed(table, period, order) : table);
}

interface Period {
  from: number;
  to: number;
}

function completed(table: ExtractedTable, period: Period, order: DateOrder): ExtractedTable {
  const columns = table.header.flatMap((heading, at) => {
    if (!isDayHeading(heading)) return [];
    const cells = table.rows.map((row) => row[at] ?? "").filter((cell) => /\p{Nd}/u.test(cell));
    const days = cells.filter((cell) => withYear(cell, period, order) !== cell);
    return days.length > cells.length * DAYS ? [at] : [];
  });
  if (columns.length === 0) return table;
  const rows = table.rows.map((row) =>
    row.map((cell, at) => columns.includes(at) ? withYear(cell, period, order) : cell)
  );
  return { ...table, rows };
}

function withYear(cell: string, { from, to }: Period, order: DateOrder): string {
  const shown = cell.trim();
  const parts = YEARLESS.exec(asciiDigits(shown));
  if (!parts) return cell;
  const between = parts[4] === "." ? "" : parts[1] ?? parts[2] ?? parts[3] ?? " ";
  const [first, last] = [from, to].map((time) => new Date(time).getUTCFullYear());
  const days = Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, i) => {
    const year = String((first ?? 0) + i);
    const whole = `${shown}${between}${/[٠-٩]/.test(shown) ? easternDigits(year) : year}`;
    const [date, ...others] = findDates(whole, order);
    const isOne = date && others.length === 0 && !date.doubtful;
    return isOne && Date.parse(date.day) >= from && Date.parse(date.day) <= to ? whole : undefined;
  }).filter((day) => day !== undefined);
  const [only, ...others] = days;
  return only !== undefined && others.length === 0 ? only : cell;
}

function easternDigits(text: string): string {
  return text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? digit);
}
