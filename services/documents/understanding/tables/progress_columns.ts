/** Columns of progress bills: a contract value, the share done to date, its value, what was billed before, and the rest. */
import type { ExtractedTable } from "../results/extraction.ts";
import { isFigure } from "../../reading/layout/table_words.ts";
import { asciiDigits } from "../values/digits.ts";

const PERCENT = /^(\d{1,3}(?:[.,]\d{1,2})?)\s?[%٪]$|^[%٪]\s?(\d{1,3}(?:[.,]\d{1,2})?)$/;
/** The least share and number of rows that the arithmetic holds for. */
const HOLDS = { share: 0.6, rows: 2 };
/** Wider tables are none of progress. */
const MOST_COLUMNS = 16;
const ROUNDING = 0.02;

type Figures = (number | undefined)[][];

/**
 * The column of what is billed now: a value times a percentage is the value to date, from which what was billed before
 * is subtracted. Undefined if the figures of the table do not say so.
 */
export function progressColumn(
  { header, rows }: ExtractedTable,
  amountOf: (cell: string) => number | undefined,
): number | undefined {
  if (header.length > MOST_COLUMNS) return undefined;
  const columns = header.map((_, at) => at);
  const figures = rows.map((row) => row.map((cell) => isFigure(cell) ? amountOf(cell) : undefined));
  const shares = rows.map((row) => row.map(shareIn));
  const isPercent = (at: number) => holds(shares, ({ [at]: share }) => share !== undefined);
  const percents = columns.filter(isPercent);
  const others = columns.filter((at) => !percents.includes(at));
  const toDate = others.filter((done) =>
    percents.some((percent) =>
      others.some((value) =>
        value !== done && holds(figures, (row, i) => {
          const [whole, part, share] = [row[value], row[done], shares[i]?.[percent]];
          return whole !== undefined && part !== undefined && share !== undefined && whole > 0 &&
            Math.abs(whole * share - part) < ROUNDING;
        })
      )
    )
  );
  for (const done of toDate) {
    for (const [i, before] of others.entries()) {
      const now = others.slice(i + 1).find((at) =>
        at !== done && before !== done &&
        holds(figures, ({ [done]: all, [before]: paid, [at]: rest }) =>
          all !== undefined && paid !== undefined && rest !== undefined &&
          Math.abs(all - paid - rest) < ROUNDING)
      );
      if (now !== undefined) return now;
    }
  }
  return undefined;
}

function shareIn(cell: string): number | undefined {
  const [, before, after] = PERCENT.exec(asciiDigits(cell).trim()) ?? [];
  const text = before ?? after;
  return text === undefined ? undefined : Number(text.replace(",", ".")) / 100;
}

function holds(rows: Figures, test: (row: (number | undefined)[], i: number) => boolean): boolean {
  const right = rows.filter((row, i) => test(row, i)).length;
  return right >= HOLDS.rows && right >= rows.length * HOLDS.share;
}
