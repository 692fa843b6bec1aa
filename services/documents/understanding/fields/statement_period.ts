/** Finds the period of a bank statement in its head. */
import { type DateOrder, findDates, type FoundDate } from "../values/dates.ts";
import type { Reading } from "../values/document_reading.ts";
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { fieldAt } from "./field_at.ts";

const LOST = 0.82;

/** A day and month whose year stands in the second date: "13 January to 12 February 2026". */
const YEAR_LATER =
  /^(\D*\d{1,2}\s\p{L}{3,9})(\s(?:to|until|till|through|[-–—])\s\d{1,2}\s\p{L}{3,9}\s(\d{4}).*)$/iu;

/** The dates of a period; a missing year of the first is that of the second, or the one before. */
function periodDates(text: string, order: DateOrder): FoundDate[] {
  const [, first = "", rest = "", year = ""] = YEAR_LATER.exec(text) ?? [];
  if (year === "") return findDates(text, order);
  const dates = findDates(`${first} ${year}${rest}`, order);
  const isTurned = (dates[0]?.day ?? "") > (dates[1]?.day ?? "");
  return isTurned ? findDates(`${first} ${Number(year) - 1}${rest}`, order) : dates;
}

/** The end of a period whose first day has a label, where the word between the two days of the row was not read. */
export function lostPeriodEnd(
  rows: FieldRow[],
  known: Map<string, FoundField>,
  { way }: Reading,
): FoundField[] {
  const start = known.get("period_start");
  const row = start && !known.has("period_end") &&
    rows.find(({ cells }) => cells.some(({ box }) => box === start.box));
  if (!row) return [];
  const [from, to, ...others] = row.cells.flatMap((cell) =>
    findDates(cell.text, way.dates).map((date) => ({ cell, date }))
  );
  if (!from || !to || others.length > 0 || from.date.value !== start.value) return [];
  if (to.date.doubtful || to.date.day <= from.date.day) return [];
  const field = fieldAt("period_end", to.date.value, to.cell, { sure: LOST, type: "date" });
  return [{ ...field, raw: to.date.raw }];
}

/** The period of a statement: "Statement 1 February 2026 to 28 February 2026". */
export function statementPeriod(head: TextLine[], { way }: Reading): FoundField[] {
  const cell = head.find(({ text }) => periodDates(text, way.dates).length === 2);
  const [from, to] = cell ? periodDates(cell.text, way.dates) : [];
  if (!cell || !from || !to || from.doubtful || to.doubtful || from.day > to.day) return [];
  if (!/(?:\s|^)(?:to|until|till|through|[-–—]|إلى|الى|ال|حتى|لغاية)(?:\s|$)/iu.test(cell.text)) return [];
  return ([["period_start", from], ["period_end", to]] as const).map(([key, date]) => ({
    ...fieldAt(key, date.value, cell, { sure: 0.9, type: "date" }),
    raw: date.raw,
  }));
}
