/** The entries of a statement with their days, which some print once for several entries, and without rows of sums. */
import { asciiDigits } from "../values/digits.ts";
import type { PlacedRow } from "../../reading/layout/tables.ts";
import type { JoinedRow } from "./joined_row.ts";
import {
  type EntryColumns,
  entryColumns,
  isDayHeading,
  isSumLabel,
  isSumOfEntries,
} from "./statement_rows.ts";

/** The share of entries with a day above which a scan has lost the others, and none is to be filled in. */
const MOST_DAYS = 0.6;

interface Entries {
  page: number;
  header: PlacedRow;
  rows: JoinedRow[];
}

/** The table with the day of each entry, if it is one of entries; others as they are. */
export function withEntries<T extends Entries>(table: T, isScanned: boolean): T {
  const header = table.header.texts;
  const columns = entryColumns({ page: table.page, header, rows: table.rows.map(({ texts }) => texts) });
  if (!columns) return table;
  const rows = table.rows.filter(({ texts }) => !isSumOfEntries(texts, columns));
  const day = dayColumn(header, rows);
  return { ...table, rows: day < 0 ? rows : withDays(rows, { day, columns, isScanned }) };
}

/** The column of the days: the first with some whose heading says so, since "Value" may be an amount, else the first with some. */
function dayColumn(header: string[], rows: { texts: string[] }[]): number {
  const hasDays = (at: number) => rows.some(({ texts }) => beginsWithDay(texts[at] ?? ""));
  const named = header.findIndex((heading, at) => isDayHeading(heading) && hasDays(at));
  return named >= 0 ? named : header.findIndex((_, at) => hasDays(at));
}

function beginsWithDay(text: string): boolean {
  return /^\d{1,4}\s?[-/. ]\s?(?:\d{1,2}|\p{L}{3,9})/u.test(asciiDigits(text).trim());
}

function withDays(
  rows: JoinedRow[],
  { day, columns, isScanned }: { day: number; columns: EntryColumns; isScanned: boolean },
): JoinedRow[] {
  const isEntry = ({ texts }: JoinedRow) =>
    columns.moved.some((at) => (texts[at] ?? "") !== "") && !texts.some(isSumLabel);
  const entries = rows.filter(isEntry);
  const filled = entries.filter(({ texts }) => (texts[day] ?? "") !== "").length;
  if (filled === entries.length || (isScanned && filled > entries.length * MOST_DAYS)) return rows;
  let last = "";
  return rows.map((row) => {
    const own = row.texts[day] ?? "";
    if (beginsWithDay(own)) last = own;
    return own === "" && isEntry(row) ? { ...row, texts: row.texts.with(day, last) } : row;
  });
}
