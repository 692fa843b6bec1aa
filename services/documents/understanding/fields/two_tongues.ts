/** Values that a paper prints in two languages side by side, of which nothing says which is meant. */
import { heightOf } from "../../reading/layout/page.ts";
import type { FoundField } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isTitle } from "./name_line.ts";

const UNDECIDED = 0.75;
const REASON = "The paper has it in two languages";

/** Doubts a Latin value beside its Arabic one on a paper whose first title is Arabic. */
export function withTongueDoubt(best: FoundField, found: FoundField[], rows: FieldRow[]): FoundField {
  const isText = best.field_type === "text" || best.field_type === "address";
  if (!isText || isArabic(best.value) || best.confidence <= UNDECIDED) return best;
  const twin = found.some((one) =>
    isArabic(one.value) && !/\p{Script=Latin}{3}/u.test(one.value) && isBeside(one, best)
  );
  if (!twin || !hasArabicTitle(rows)) return best;
  return { ...best, confidence: UNDECIDED, reason: best.reason ?? REASON };
}

function isArabic(text: string): boolean {
  return /\p{Script=Arabic}{2}/u.test(text);
}

function isBeside({ box: a, page }: FoundField, { box: b, page: other }: FoundField): boolean {
  return a !== undefined && b !== undefined && page === other && Math.abs(a.top - b.top) < heightOf(b);
}

/** The rows at the top that hold a title. */
const HEAD = 12;

function hasArabicTitle(rows: FieldRow[]): boolean {
  const cells = rows.slice(0, HEAD).flatMap((row) => row.cells);
  const title = cells.find(({ text }) => isTitle(text));
  return title !== undefined && isArabic(title.text) && !/\p{Script=Latin}{3}/u.test(title.text);
}
