/** Parts a value from the next label, which stands in its cell: "تحويل مصرفي رقم العملية:" before "773051826". */
import { widthOf } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "./field_row.ts";

/** The label of any number or day, whatever it names. */
const NUMBER_LABEL = "(?:رقم|تاريخ) ال\\p{L}{2,14}|\\p{Lu}\\p{L}{3,13} (?:no|number|id|ref|date|code)\\.?";
const BEFORE_LABEL = new RegExp(`^(\\p{L}.*\\S)\\s(?:${NUMBER_LABEL})\\s?[:：]$`, "iu");
/** Longer cells are sentences. */
const MOST_LETTERS = 80;

/** Whether a text is the label of a number or a day, without its colon. */
export const IS_NUMBER_LABEL = new RegExp(`^(?:${NUMBER_LABEL})\\s?$`, "iu");

/** Rows in which a cell beside a label that ends with another label is two cells. */
export function withLabelsApart(rows: FieldRow[]): FieldRow[] {
  return rows.map((row) => {
    const parts = row.cells.map((cell, at) =>
      /[:：]\s*$/.test(row.cells[at - 1]?.text ?? "") && row.cells[at + 1] ? partsOf(cell) : [cell]
    );
    return parts.every(({ length }) => length === 1) ? row : { ...row, cells: parts.flat() };
  });
}

function partsOf(cell: TextLine): TextLine[] {
  const [, value] = cell.text.length > MOST_LETTERS ? [] : BEFORE_LABEL.exec(cell.text) ?? [];
  if (value === undefined) return [cell];
  const { left, right } = cell.box;
  const width = widthOf(cell.box) * value.length / cell.text.length;
  const isArabic = /\p{Script=Arabic}/u.test(value);
  const edge = isArabic ? right - width : left + width;
  const [first, last] = isArabic ? [{ left: edge }, { right: edge }] : [{ right: edge }, { left: edge }];
  return [
    { ...cell, text: value, box: { ...cell.box, ...first } },
    { ...cell, text: cell.text.slice(value.length).trim(), box: { ...cell.box, ...last } },
  ];
}
