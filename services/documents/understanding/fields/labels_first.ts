/** Handles forms laid out for the other writing direction, whose values precede their labels. */
import type { FieldRule } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isAnyLabel } from "./any_label.ts";
import { FORM } from "./party_name.ts";
import { isPureLabel } from "./label_cells.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import type { TextLine } from "../results/field.ts";

/** The fewest rows of a form. */
const LEAST_ROWS = 2;

/** Reorders rows so that each value follows its label. */
export function withLabelsFirst(given: FieldRow[], rules: FieldRule[]): FieldRow[] {
  const rows = given.map((row) => ({ ...row, cells: row.cells.map((cell) => labelFirst(cell, rules)) }));
  const isLabel = (cell: TextLine | undefined) => cell !== undefined && isLabelCell(cell, rules);
  const sides = rows.map(({ cells: [first, second, third], inTable }): Side => {
    if (inTable || !first || !second || third) return "none";
    const [isFirst, isSecond] = [isLabel(first), isLabel(second)];
    // A company and the paper's number beside it.
    if (FORM.test(first.text) && /^#\s?[A-Z\d]|\d{3}/.test(second.text)) return "none";
    return isFirst === isSecond ? "either" : isSecond ? "behind" : "before";
  });
  const isTurned = (all: Side[]) => {
    const [behind, before] = ["behind", "before"].map((side) => all.filter((one) => one === side).length);
    return (behind ?? 0) >= LEAST_ROWS && (behind ?? 0) >= (before ?? 0) * 3;
  };
  const isPage = isTurned(sides);
  const parts = partsOf(sides);
  return rows.map((row, at) => {
    const part = parts[at] ?? [];
    const turns = isTurned(part) || (isPage && !part.includes("before"));
    return turns && sides[at] !== "none"
      ? {
        ...row,
        cells: row.cells.toReversed(),
        rightToLeft: sides[at] === "behind" ? isArabic(row.cells.at(-1)) : row.rightToLeft,
      }
      : row;
  });
}

function isArabic(cell: TextLine | undefined): boolean {
  return cell !== undefined && /\p{Script=Arabic}/u.test(cell.text);
}

/** The position of the label in a row of two cells. */
type Side = "none" | "either" | "behind" | "before";

/** Groups successive rows of two cells: sums below a form are a group of their own. */
function partsOf(sides: Side[]): Side[][] {
  const parts: Side[][] = [];
  let part: Side[] = [];
  for (const side of sides) {
    if (side === "none") part = [];
    else part.push(side);
    parts.push(part);
  }
  return parts;
}

function isLabelCell(cell: TextLine, rules: FieldRule[]): boolean {
  return !/[\d٠-٩]/.test(cell.text) &&
    (isPureLabel(cell, rules) || isAnyLabel(cell.text) || isLabelLike(cell.text));
}

/** "003117 رقم No.": the number of a voucher before its label in two languages, whose Latin part a scan may garble. */
const NUMBER_FIRST = /^([A-Z]{0,4}-?\d{3,12})\s+رقم(?:\s\S{2,4})?$/u;

/** "220018463700002 رقم حساب ضريبة القيمة المضافة VAT account number": a number before its label in both languages. */
const LONG_NUMBER_FIRST = /^([A-Z]{0,3}\d{8,})\s+(\p{Script=Arabic}[^\d:：]{3,80})$/u;

/** "28535600421 :الرقم الشخصي": a cell whose label follows its value. */
function labelFirst(cell: TextLine, rules: FieldRule[]): TextLine {
  const [, value = "", label = ""] =
    /^([A-Z\d][^:：\p{Script=Arabic}]*\d)\s+[:：]\s?(\p{Script=Arabic}[^:：\d]*)$/u
      .exec(cell.text) ?? [];
  const [, id = "", words = ""] = LONG_NUMBER_FIRST.exec(cell.text) ?? [];
  const named = (words.match(/\p{Script=Latin}[^\p{Script=Arabic}]*/u)?.[0] ?? words).trim();
  if (id !== "" && isPureLabel({ ...cell, text: named }, rules)) return { ...cell, text: `${named}: ${id}` };
  const [, number = ""] = NUMBER_FIRST.exec(cell.text) ?? [];
  if (number !== "") return { ...cell, text: `رقم: ${number}` };
  if (label === "" || value === "") return cell;
  const arabic = label.split("/")[0]?.trim() ?? "";
  return isPureLabel({ ...cell, text: arabic }, rules) ? { ...cell, text: `${arabic}: ${value}` } : cell;
}
