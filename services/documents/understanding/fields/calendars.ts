/** Days that a paper prints in both calendars: the Gregorian date is the value. */
import type { FoundField } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { type DateOrder, findDates, type FoundDate } from "../values/dates.ts";

/** Hijri dates may differ by a day or two with moon sightings. */
const DAYS_APART = 2;
const DAY = 86_400_000;
/** Words before the same day in the other calendar. */
const SAME_DAY = /(?:ال)?موافق|corresponding/iu;
const UNREAD = { most: 0.7, reason: "The same day in the other calendar could not be read" };

/** Replaces Hijri days by the Gregorian ones beside them, and doubts those whose Gregorian date is unreadable. */
export function inGregorian(fields: FoundField[], rows: FieldRow[], order: DateOrder): FoundField[] {
  if (fields.every(({ calendar }) => calendar !== "hijri")) return [];
  const cells = rows.flatMap((row) => row.cells);
  const dates = cells.flatMap((cell) =>
    findDates(cell.text, order).flatMap((date) =>
      date.calendar === "gregorian" && !date.doubtful ? [{ date, cell }] : []
    )
  );
  const saysBoth = cells.some(({ text }) => SAME_DAY.test(text));
  return fields.filter(({ calendar }) => calendar === "hijri").flatMap((field): FoundField[] => {
    const [hijri] = findDates(field.value);
    const same = hijri && dates.find(({ date }) => daysApart(date, hijri) <= DAYS_APART);
    if (same) {
      const { calendar: _, reason: __, ...rest } = field;
      const { page, box } = same.cell;
      const confidence = Math.max(field.confidence, same.cell.confidence * 0.95);
      return [{
        ...rest,
        value: same.date.value,
        raw: same.date.raw,
        page,
        box,
        confidence,
        isCorroborated: true,
      }];
    }
    return saysBoth && field.confidence > UNREAD.most
      ? [{ ...field, confidence: UNREAD.most, reason: field.reason ?? UNREAD.reason }]
      : [];
  });
}

/** Those without Hijri dates that a Gregorian one with as sure a label outranks: "corresponding to 24/04/1448 H". */
export function ofCalendar<T extends { field: FoundField; candidate: { certainty: number } }>(
  found: T[],
): T[] {
  const sure = Math.max(
    ...found.filter(({ field }) => field.field_type === "date" && field.calendar !== "hijri")
      .map(({ candidate }) => candidate.certainty),
  );
  return found.filter(({ field, candidate }) => field.calendar !== "hijri" || candidate.certainty > sure);
}

function daysApart(one: FoundDate, other: FoundDate): number {
  return Math.abs(Date.parse(one.day) - Date.parse(other.day)) / DAY;
}
