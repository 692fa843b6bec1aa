/** Finds everything that looks like a label with a value, whether or not the label is known. */
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { standsUnder, startsAt } from "../tables/page_rows.ts";
import { heightOf } from "../../reading/layout/page.ts";

export interface LabelPair {
  label: string;
  value: string;
  /** The cell that contains the value. */
  cell: TextLine;
}

/** The most letters and words of a label. */
const MOST_LETTERS = 60;
const MOST_WORDS = 7;
const PARTS = /\s+[·|•]\s+/u;
const MARKED = /^([^:：]{2,60}?)\s*[:：]\s*(\S.*)$/u;
const DOTTED = /^(.{2,60}?)\s*(?:[.·…_]\s?){4,}\s*(\S.*)$/u;
/** Words, then a part that begins with a word that has a digit. */
const NUMBERED = /^((?:[^\s\d٠-٩]+\s+){1,5}?)(\S*[\d٠-٩].*)$/u;

/** Terms of payment such as "Net 30", which are no label of a net amount. */
export const NET_DAYS = /^net\s?\d{1,3}(?:\s?days)?$/i;

/** Who else gets a letter: "Copy to: Head of Department". */
export const COPY = /^(?:copy|copies|cc|c\.c\.?|bcc|نسخة|نسخ|صورة|صور)(?!\p{L})[^:：/]{0,40}[:：/]/iu;

/** Who gets which of the coloured copies of a form: "White: supplier Pink: accounts". */
export const COLOURED =
  /(?<!\p{L})(?:white|pink|yellow|blue|green|(?:ال)?(?:أبيض|بيضاء|أصفر|صفراء|وردية?|أزرق|زرقاء|أخضر|خضراء))\s?[:：]\s?\p{L}/iu;

export function labelPairs(rows: FieldRow[]): LabelPair[] {
  return rows.flatMap((row, at) =>
    row.inTable ? [] : row.cells.flatMap((cell, i) =>
      COPY.test(cell.text) ? [] : [
        ...pairsInCell(cell),
        ...pairBeside(row, i),
        ...below(row, { i, next: rows[at + 1] }),
      ]
    )
  );
}

/** Pairs within a cell: "Trans: 118834", "Runs until ..... 5 May 2026", "Offer 26-0158", perhaps several between dots. */
function pairsInCell(cell: TextLine): LabelPair[] {
  if (cell.text.length > 240 || NET_DAYS.test(cell.text)) return [];
  return cell.text.split(PARTS).flatMap((part) => {
    const [, label = "", value = ""] = DOTTED.exec(part) ?? MARKED.exec(part) ?? NUMBERED.exec(part) ?? [];
    return isShort(label) && value !== "" ? [{ label, value, cell }] : [];
  });
}

/** Pairs of neighbouring cells of a form. */
function pairBeside({ cells, inTable }: FieldRow, i: number): LabelPair[] {
  const [label, value] = [cells[i], cells[i + 1]];
  if (inTable || !label || !value || i % 2 === 1 || cells.length % 2 === 1) return [];
  return isShort(label.text) && !MARKED.test(label.text)
    ? [{ label: label.text, value: value.text, cell: value }]
    : [];
}

/** Pairs of a cell and the cell below it. */
function below(row: FieldRow, { i, next }: { i: number; next: FieldRow | undefined }): LabelPair[] {
  const label = row.cells[i];
  if (!label || !next || next.inTable || next.page !== row.page || !row.placed) return [];
  // A pair of its own: "Customer ID: 7730254".
  if (MARKED.test(label.text)) return [];
  if (!isShort(label.text) || next.box.top - row.box.bottom > heightOf(label.box) * 2) return [];
  const under = next.cells.filter((cell) => standsUnder(cell, label));
  const value = under.find((cell) => startsAt(cell, label, row.rightToLeft)) ?? under[0];
  return value ? [{ label: label.text, value: value.text, cell: value }] : [];
}

function isShort(label: string): boolean {
  return label.length <= MOST_LETTERS && /\p{L}{2}/u.test(label) &&
    label.trim().split(/\s+/).length <= MOST_WORDS;
}
