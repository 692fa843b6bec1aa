/** The lines of a value: whether it goes on in the next one. */
import { type Box, heightOf, union, widthOf } from "../../reading/layout/page.ts";
import type { FieldRule, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { startsAt } from "../tables/page_rows.ts";
import { labelsOfCell } from "./label_cells.ts";
import { isNameField } from "./name_shape.ts";
import { FORM, isForm } from "./party_name.ts";
import { CLOSE, isCentred, isOfOtherLabel, isOutOfRoom, isSameDay } from "./value_places.ts";

/** The maximum number of lines of a value. */
const MOST_LINES = 3;

interface Context {
  rows: FieldRow[];
  rules: FieldRule[];
}

/** Fields of a word or two, below which another label stands. */
const ON_ONE_LINE = new Set(["nationality", "sex"]);

/** A value with its continuation lines. */
export function linesOf(
  context: Context,
  { at, cell, rule: { key } }: { at: number; cell: TextLine; rule: FieldRule },
): string {
  return ON_ONE_LINE.has(key) ? cell.text : goneOn(context, { at, cell, isName: isNameField(key) });
}

/** Appends continuation lines: aligned with the value, close below it, alone on their row. */
export function goneOn(
  { rows, rules }: Context,
  { at, cell, isName }: { at: number; cell: TextLine; isName: boolean },
): string {
  const parts = [cell.text];
  let last = rows[at];
  if (!last?.placed || widthOf(cell.box) === 0) return cell.text;
  for (const [i, row] of rows.slice(at + 1, at + MOST_LINES).entries()) {
    const [next] = row.cells.filter((one) =>
      startsAt(one, cell, row.rightToLeft) || (row.cells.length === 1 && isCentred(one, cell))
    );
    const gap = row.box.top - last.box.bottom;
    // The other half of the same line.
    if (!next && row.page === last.page && gap < -heightOf(cell.box) / 2) continue;
    if (next && !isSameDay(next.text) && isOfOtherLabel(row, { last, cell })) break;
    const isNear = gap <= heightOf(cell.box) * CLOSE || isWrapped(rows, at + 1 + i, gap);
    if (!next || row.page !== last.page || row.inTable || !isNear || isOtherTongue(parts, next.text)) break;
    if (isName && (isForm(next.text) || isSoleEstablishment(parts, next.text))) {
      parts.push(next.text);
      break;
    }
    const isLabelled = row.cells.some((one) => labelsOfCell(one, rules).length > 0);
    // "45 days from invoice" above "date".
    const isSentence = row.cells.length === 1 && /^\p{Ll}+$/u.test(next.text) && !isName;
    if ((isLabelled && !isSameDay(next.text) && !isSentence) || /[:：]/.test(next.text)) break;
    const isFull = row.cells.length > 1 && row.cells.length === last.cells.length && last === rows[at];
    if (isFull && !isSameDay(next.text) && !(isName && isOutOfRoom(last, { cell, next }))) {
      // A row with several cells is the form's next row, not a continuation.
      break;
    }
    // A name ends with its legal form; a line with digits or commas is an address.
    if (
      isName &&
      (FORM.test(parts.join(" ")) || /محترم(?:ين|ون|ة)?\s*$/u.test(parts.join(" ")) ||
        /[\d٠-٩,،@]|^www\./.test(next.text))
    ) break;
    parts.push(next.text);
    last = row;
  }
  return parts.join(" ");
}

/** Whether a line is the value again in the other script, below itself: "مؤسسة فردية" above "Sole proprietorship". */
function isOtherTongue(parts: string[], next: string): boolean {
  const [isArabic, isLatin] = [/\p{Script=Arabic}{3}/u, /\p{Script=Latin}{3}/u];
  const value = parts.join(" ");
  return (isArabic.test(value) && !isLatin.test(value) && isLatin.test(next) && !isArabic.test(next)) ||
    (isLatin.test(value) && !isArabic.test(value) && isArabic.test(next) && !isLatin.test(next));
}

/** Whether a line stands alone and clearly closer to the line above than to the next one: a cell of a form wraps. */
function isWrapped(rows: FieldRow[], at: number, gap: number): boolean {
  const [row, next] = [rows[at], rows[at + 1]];
  if (!row || row.cells.length > 1 || next?.page !== row.page) return false;
  return gap < heightOf(row.box) && gap * FARTHER < next.box.top - row.box.bottom;
}

/** How many times as far the next row of a form is, at least, as the next line of a cell. */
const FARTHER = 1.5;

/** A legal form on two lines; alone the second word would be a label. */
function isSoleEstablishment(parts: string[], next: string): boolean {
  return /^(?:sole|individual|single|private)$/iu.test(parts.join(" ")) && /^establishment$/iu.test(next);
}

/** Whether the first word of a line would have fitted at the end of the line above. */
export function hasRoom(above: TextLine, below: TextLine, page: Box): boolean {
  const rightToLeft = /\p{Script=Arabic}/u.test(above.text);
  const room = rightToLeft ? above.box.left - page.left : page.right - above.box.right;
  const [word = ""] = below.text.split(" ");
  const width = widthOf(below.box) * word.length / Math.max(1, below.text.length);
  return room > width + heightOf(above.box) * 0.3;
}

/** The next line of a cell that has others beside it: a letter in two columns. */
function columnsMore(
  { row, next }: { row: FieldRow | undefined; next: FieldRow | undefined },
  i: number,
): TextLine | undefined {
  const cell = row?.cells[i];
  if (!row || !cell || row.cells.length < 2 || row.rightToLeft) return undefined;
  const arabic = /\p{Script=Arabic}/u.test(cell.text);
  const more = next?.cells.find((one) => startsAt(one, cell, arabic) && !/[:：،,]/.test(one.text));
  // A row of its own: "Consultation" with its amount.
  const isRow = next?.cells.some((one) =>
    one !== more && /^\D{0,4}[\d٠-٩]{1,3}(?:[.,٫٬][\d٠-٩]{2,3})+\D{0,4}$/u.test(one.text)
  );
  return isRow ? undefined : more;
}

/** The heading of a section, which continues no value. */
const HEADS_SECTION =
  /^(?:(?:work |professional )?experience|employment(?: history)?|education|skills|references|objective|profile|summary|notes?|remarks|terms|conditions|(?:ال)?(?:خبرات|تعليم|مؤهلات|مهارات|لغات|هوايات|ملاحظات|شروط)(?: (?:ال)?(?:عملية|علمية|عامة))?)\s*$/iu;

/** Appends the next line to a value after "label:" if its line was full. */
export function wrapped(
  { rows, rules }: Context,
  { at, i, text }: { at: number; i: number; text: string },
): string {
  const row = rows[at];
  const next = rows[at + 1];
  const cell = row?.cells[i];
  if (!row?.placed || !cell || !next || next.inTable || next.page !== row.page) return text;
  const isValue = (more: TextLine) =>
    labelsOfCell(more, rules).length === 0 && !/[:：]/.test(more.text) && !HEADS_SECTION.test(more.text);
  const gap = next.box.top - row.box.bottom;
  const below = columnsMore({ row, next }, i);
  if (
    below && isValue(below) && gap < heightOf(cell.box) && isOutOfRoom(row, { cell, next: below })
  ) {
    return `${text} ${below.text}`;
  }
  const [more] = next.cells;
  if (!more || next.cells.length !== 1 || i < row.cells.length - 1 || !isValue(more)) return text;
  const onPage = rows.filter(({ page }) => page === row.page).map(({ box }) => box);
  const pageWidth = Math.max(...onPage.map(widthOf));
  const isFull = widthOf(cell.box) > pageWidth * 0.85 && widthOf(more.box) < widthOf(cell.box) &&
    gap < heightOf(cell.box) * 0.35;
  const goesOn = isFull || (gap < heightOf(cell.box) * CLOSE && !hasRoom(cell, more, union(onPage)));
  return goesOn && startsAt(more, cell, row.rightToLeft) ? `${text} ${more.text}` : text;
}
