/** Amounts in two columns, as on bills of the Gulf: dinars and fils, riyals and halalas, rupees and paise. */
import { fold } from "lib/fold.ts";
import { asciiDigits } from "../values/digits.ts";
import type { ExtractedTable } from "../results/extraction.ts";
import type { FieldRow } from "./field_row.ts";

/** Currencies, and the parts of them, at the end of a heading. */
const MAJOR =
  /(?:^|\s)(?:دينار|درهم|ريال|جنيه|dinars?|dirhams?|dhs?|riyals?|rials?|pounds?|rupees?|rs|aed|bd|kd|ro|sr|qr|b\.d|k\.d|r\.o|s\.r|q\.r)\.?$/u;
const MINOR =
  /(?:^|\s)(?:فلس|فلوس|هلله|هللات|بيسه|قرش|قروش|مليم|درهم|fils|halalas?|hls?|baisas?|bz|piast(?:er|re)s?|paise|paisa|ps|millimes?)\.?$/u;
const FIGURE = /^[\d,]{0,9}$/;
const PART = /^\d{2,3}$/;

/** Whether two headings are those of a currency and its part. */
function isPair(major: string, minor: string): boolean {
  return MAJOR.test(fold(major).trim()) && MINOR.test(fold(minor).trim());
}

/** The amount of two cells; undefined if they are not its two parts. */
export function joinedAmount(major: string, minor: string): string | undefined {
  const [whole, part] = [asciiDigits(major).trim(), asciiDigits(minor).trim()];
  return FIGURE.test(whole) && PART.test(part) ? `${whole === "" ? "0" : whole}.${part}` : undefined;
}

/** The table with one column for each such pair; a table without pairs as it is. */
export function withMinorUnits(table: ExtractedTable): ExtractedTable {
  const starts = table.header.flatMap((heading, at) =>
    isPair(heading, table.header[at + 1] ?? "") ? [at] : []
  );
  if (starts.length === 0) return table;
  const joined = (cells: string[], join: (one: string, other: string) => string) =>
    cells.flatMap((cell, at) => {
      if (starts.includes(at - 1)) return [];
      return [starts.includes(at) ? join(cell, cells[at + 1] ?? "") : cell];
    });
  return {
    ...table,
    header: joined(
      table.header,
      (one, other) => `${withoutUnit(one, MAJOR)} ${withoutUnit(other, MINOR)}`.trim(),
    ),
    // What does not join is kept, so that no figure is lost.
    rows: table.rows.map((row) =>
      joined(row, (one, other) => joinedAmount(one, other) ?? `${one} ${other}`.trim())
    ),
  };
}

function withoutUnit(heading: string, unit: RegExp): string {
  return unit.test(fold(heading).trim()) ? heading.trim().split(/\s+/).slice(0, -1).join(" ") : heading;
}

const known = new WeakMap<FieldRow[], boolean>();

/** Whether headings of a document are a currency and its part beside each other; searched once for all its sums. */
export function hasMinorUnits(rows: FieldRow[]): boolean {
  const has = known.get(rows) ?? searched(rows);
  known.set(rows, has);
  return has;
}

function searched(rows: FieldRow[]): boolean {
  return rows.some(({ cells }) =>
    cells.some(({ text }, at) =>
      isPair(text, cells[at + 1]?.text ?? "") || isPair(cells[at + 1]?.text ?? "", text)
    )
  );
}
