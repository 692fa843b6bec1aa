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

/** The pairs of neighbouring headings of a currency and its part; in Arabic forms the part may come first. */
function pairsIn(headings: string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at + 1 < headings.length; at++) {
    const [one = "", other = ""] = [headings[at], headings[at + 1]];
    const isTurned = !isPair(one, other);
    if (isTurned && !isPair(other, one)) continue;
    pairs.push({ at, isTurned });
    at++;
  }
  return pairs;
}

interface Pair {
  /** The index of its first heading. */
  at: number;
  /** Whether the part of the currency comes first. */
  isTurned: boolean;
}

/** The amount of two cells; undefined if they are not its two parts. */
export function joinedAmount(major: string, minor: string): string | undefined {
  const [whole, part] = [asciiDigits(major).trim(), asciiDigits(minor).trim()];
  return FIGURE.test(whole) && PART.test(part) ? `${whole === "" ? "0" : whole}.${part}` : undefined;
}

/** The table with one column for each such pair; a table without pairs as it is. */
export function withMinorUnits(table: ExtractedTable): ExtractedTable {
  const pairs = pairsIn(table.header);
  if (pairs.length === 0) return table;
  const isTurned = new Map(pairs.map((pair) => [pair.at, pair.isTurned]));
  const joined = (cells: string[], join: (major: string, minor: string) => string) =>
    cells.flatMap((cell, at) => {
      if (isTurned.has(at - 1)) return [];
      const next = cells[at + 1] ?? "";
      return [!isTurned.has(at) ? cell : isTurned.get(at) ? join(next, cell) : join(cell, next)];
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

type Side = "left" | "right";

const known = new WeakMap<FieldRow[], Side | undefined>();

/** The side of the currency on which its part stands in the headings of a document; searched once for all its sums. */
export function minorUnitSide(rows: FieldRow[]): Side | undefined {
  if (!known.has(rows)) known.set(rows, searched(rows));
  return known.get(rows);
}

function searched(rows: FieldRow[]): Side | undefined {
  for (const { cells } of rows) {
    const [pair] = pairsIn(cells.map(({ text }) => text));
    const [one, other] = pair ? cells.slice(pair.at) : [];
    if (pair && one && other) return one.box.left < other.box.left === pair.isTurned ? "left" : "right";
  }
  return undefined;
}
