/** Tells what a row of a table is, by its cells and columns. */
import { fold } from "lib/fold.ts";
import type { Row } from "./cells.ts";
import type { Box } from "./page.ts";
import { isFigure, isHeading } from "./table_words.ts";

/** Whether a row is the heading of another table. */
export function isHeadRow({ cells }: Row): boolean {
  const known = cells.filter(({ text }) => isHeading(text)).length;
  // A scan may read the short heading of a counter as a digit.
  const isCounter = (text: string) => known > 2 && text.length === 1;
  return cells.length > 2 && known > 1 &&
    cells.every(({ text }) => !isFigure(text) || isRate(text) || isCounter(text));
}

/** Whether a text is a heading that names a rate: "VAT 5%", "ض.ق.م 14%". */
function isRate(text: string): boolean {
  return /[%٪]/.test(text) && /\p{L}{2}|\p{L}\.\p{L}/u.test(text);
}

/**
 * Whether a row is a sum with any label: a label in a column of figures, and a figure beside it, perhaps with a remark
 * under the names.
 */
export function isSumUnder({ cells }: Row, above: Row[], columns: Box[]): boolean {
  if (cells.length < 2 || cells.length > 3 || above.length === 0) return false;
  const [figures, words] = [
    cells.filter(({ text }) => isFigure(text)),
    cells.filter(({ text }) => !/[\d٠-٩]/.test(text) && /\p{L}{3}/u.test(text)),
  ];
  const [figure] = figures;
  if (!figure || figures.length > 1 || words.length !== cells.length - 1) return false;
  const hasFigure = (row: Row, at: number) =>
    row.cells.some(({ text, box }) => isFigure(text) && columnAt(box, columns) === at);
  // A measure under a name goes on the name: "120 x 60 cm".
  const own = columnAt(figure.box, columns);
  if (!above.slice(-TELLING).some((row) => hasFigure(row, own))) return false;
  return words.some((label) => {
    const at = columnAt(label.box, columns);
    return above.every((row) => hasFigure(row, at));
  });
}

/** The rows above that tell which columns have figures. */
const TELLING = 120;

/** Whether a row is the heading of a section with its letter, number or place: "A  Plant room", "أولا  أعمال الحفر". */
export function isCountedSection({ cells }: Row): boolean {
  return cells.length === 2 &&
    cells.some(({ text }) => COUNT.test(fold(text).trim())) &&
    cells.some(({ text }) => /\p{L}{3}/u.test(text) && !/[\d٠-٩]/.test(text));
}

/** The letter, number or place of a section, in folded text. */
const COUNT =
  /^(?:(?:(?:part|section|bill|group|division|trade|قسم|القسم|باب|الباب|جزء|الجزء|بند|البند|مجموعه|المجموعه)(?: no\.?)? )?(?:[a-z]|[ivx]{1,4}|[ا-ي]|\d{1,2}(?:\.0+)?|(?:ال)?(?:اولا|اول|اولي|ثانيا|ثاني|ثانيه|ثالثا|ثالث|ثالثه|رابعا|رابع|رابعه|خامسا|خامس|خامسه|سادسا|سادس|سادسه|سابعا|سابع|سابعه|ثامنا|ثامن|ثامنه|تاسعا|تاسع|تاسعه|عاشرا|عاشر|عاشره)|first|second|third|fourth|fifth|sixth|one|two|three|four|five|six))[.:)-]?$/u;

/** What is offered beside the goods and no part of their total, in folded text. */
const OPTIONAL =
  /(?<!\p{L})(?:option|alternativ|not included|excluded)|اختياري|بديل|غير (?:مشمول|داخل|شامل)/u;
/** The next line of a sentence, or its end with the beginning of another one: a note beside the sums. */
const SENTENCE = /^\p{Ll}{2,}\s|[\p{L}\d]{2}[.؛;]\s+\p{L}/u;
/** The most signs of a section's heading. */
const LONGEST = 70;

/** Whether a row may be the heading of a section in one cell: words without an amount, "Bill no. 2 - Masonry". */
export function isPlainSection({ cells }: Row): boolean {
  const [cell, ...others] = cells;
  const text = cell?.text.trim() ?? "";
  return others.length === 0 && text.length <= LONGEST && /\p{L}{3}/u.test(text) && !SENTENCE.test(text) &&
    !OPTIONAL.test(fold(text)) &&
    !/[\d٠-٩][.,٫][\d٠-٩]{2}(?![\d٠-٩])|[\d٠-٩]{4}|[:：]$/u.test(text);
}

/** Whether rows count and price the names on the lines above them, as till rolls do: "3 @ 110.00" and "330.00". */
export function isOfCounts(rows: Row[]): boolean {
  const counts = rows.filter(({ cells }) =>
    cells.length === 2 && cells.some(({ text }) => /(?:^|\s)[\d٠-٩.,]{1,8}\s?[@x×*]\s?[\d٠-٩]/u.test(text))
  );
  return counts.length > 0 && rows.every(({ cells }) => cells.length <= 2) &&
    counts.length >= rows.length / 2;
}

/** The number of columns with words of a row, whose cells may be too near to be told apart. */
export function filledBy({ cells }: Row, columns: Box[]): number {
  return new Set(cells.flatMap(({ words }) => words.map(({ box }) => columnAt(box, columns)))).size;
}

export function columnAt(box: Box, columns: Box[]): number {
  const middle = (box.left + box.right) / 2;
  const at = columns.findIndex((column) => middle < column.right);
  return at < 0 ? columns.length - 1 : at;
}

/** Whether a row has words; rows of only dots and colons are misread specks and rules. */
export function hasWords({ cells }: Row): boolean {
  return cells.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
}
