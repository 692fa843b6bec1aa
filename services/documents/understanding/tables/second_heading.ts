/** The second line of a heading in two languages, which a scan gives as the first row of the table. */
import { fold } from "lib/fold.ts";
import { HEADINGS, type Roles } from "./goods_columns.ts";

/** The fewest columns of figures whose headings a row repeats. */
const LEAST = 2;
const FIGURES = ["quantity", "unit_price", "amount"] as const;

/** Whether a row has the words of a heading in each column of figures: "الكمية | الوحدة | السعر | المبلغ". */
export function isSecondHeading(row: string[], roles: Roles): boolean {
  const cells = FIGURES.flatMap((role) => {
    const text = fold(row[roles.lastIndexOf(role)] ?? "").trim();
    return text === "" ? [] : [{ role, text }];
  });
  return cells.length >= LEAST &&
    cells.every(({ role, text }) =>
      !/\p{Nd}/u.test(text) && HEADINGS.some(([of, pattern]) => of === role && pattern.test(text))
    );
}
