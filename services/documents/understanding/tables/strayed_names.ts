/** Puts the last words of a name back that stand before the amount of the next column: "النيل 96,400.00". */
import { isSum } from "../../reading/layout/table_words.ts";
import { isOnlyCurrency } from "../values/currencies.ts";

const AMOUNT = /^[\d٠-٩]{1,3}(?:[,٬]?[\d٠-٩]{3}){0,4}[.٫][\d٠-٩]{2,3}$/u;
const STRAYED = /^(\p{L}{3,}(?: \p{L}{2,}){0,2}) ([\d٠-٩][\d٠-٩,٬]*[.٫][\d٠-٩]{2,3})$/u;
/** A name that goes on, since it ends in a comma or a word that asks for another: "Waiting time at Zwolle,". */
const GOES_ON = /[,،&(-]$|(?<!\p{L})(?:and|of|for|with|at|in|to|من|في|إلى|على|مع|و)$/iu;
const COUNT = /^[\d٠-٩]{1,6}(?:[.,٫][\d٠-٩]{1,3})?$/u;
const STRAYED_COUNT = /^(\p{L}{3,}(?: \p{L}{2,}){0,2}) ([\d٠-٩]{1,6}(?:[.,٫][\d٠-٩]{1,3})?)$/u;
/** The other amounts that a column has at least, since one alone tells nothing. */
const LEAST = 3;
/** The most characters of a cell with an amount and strayed words. */
const LONGEST = 80;

/** The rows with the words before the only such amount of a column at the end of the name beside it. */
export function withWholeNames(rows: string[][]): string[][] {
  const moved = new Map<number, string[]>();
  for (let column = 1; column < (rows[0]?.length ?? 0); column++) {
    const cells = rows.map((row) => row[column] ?? "");
    const isNumber = (cell: string) => AMOUNT.test(cell) || COUNT.test(cell);
    const amounts = cells.filter(isNumber).length;
    const others = cells.flatMap((cell, at) => cell === "" || isNumber(cell) ? [] : [at]);
    const [at, ...more] = others;
    if (at === undefined || more.length > 0 || amounts < LEAST) continue;
    const row = moved.get(at) ?? rows[at] ?? [];
    const [cell = "", name = ""] = [cells[at], row[column - 1]];
    const strayed = GOES_ON.test(name) ? STRAYED_COUNT : STRAYED;
    const [, words = "", amount = ""] = cell.length > LONGEST
      ? []
      : STRAYED.exec(cell) ?? strayed.exec(cell) ?? [];
    if (words === "" || isOnlyCurrency(words) || isSum(words) || isSum(name) || !/\p{L}{3}/u.test(name)) {
      continue;
    }
    moved.set(at, row.with(column - 1, `${name} ${words}`).with(column, amount));
  }
  return rows.map((row, at) => moved.get(at) ?? row);
}
