/** Joins a label that a wide space in a scan parts from its last word: "شروط" beside "الدفع: 60 يوما". */
import { heightOf } from "../../reading/layout/page.ts";
import type { FieldRule, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { joinedAcross } from "./across_gaps.ts";
import { labelsIn } from "./labels.ts";

/** The widest space within a label, in heights of its line. */
const WIDEST = 1.6;
const WORDS = /^\p{L}+(?: \p{L}+)?$/u;
const MARKED = /^(\p{L}+(?: \p{L}+)?)\s?[:：]\s*\S/u;

/** Rows whose scanned labels are whole. */
export function withWholeLabels(rows: FieldRow[], rules: FieldRule[]): FieldRow[] {
  return rows.map((row) => {
    const cells: TextLine[] = [];
    for (const cell of row.cells.map(withLetterO)) {
      const last = cells.at(-1);
      if (last && isOneLabel(last, cell, rules)) cells[cells.length - 1] = joinedAcross(last, cell);
      else cells.push(cell);
    }
    return cells.length === row.cells.length && cells.every((cell, i) => cell === row.cells[i])
      ? row
      : { ...row, cells };
  });
}

/** The letter O of an abbreviation that a scan reads as a zero: "L.P.0. No.", "P.0. Box", "N0." */
const ZERO = /(?<=\b\p{Lu}\.\s?)0(?=\.)/gu;
const NUMBER = /(?<!\S)N0(?=[.:：\s])/g;

function withLetterO(cell: TextLine): TextLine {
  if (cell.confidence >= 1) return cell;
  const text = cell.text.replace(ZERO, "O").replace(NUMBER, "No");
  return text === cell.text ? cell : { ...cell, text };
}

function isOneLabel(a: TextLine, b: TextLine, rules: FieldRule[]): boolean {
  const [, end] = MARKED.exec(b.text) ?? [];
  if (end === undefined || a.confidence >= 1 || !WORDS.test(a.text)) return false;
  const gap = Math.max(b.box.left - a.box.right, a.box.left - b.box.right);
  const label = `${a.text} ${end}:`;
  return gap < heightOf(b.box) * WIDEST &&
    labelsIn(label, rules).some(({ from, to, marked }) => from === 0 && marked && to === label.length);
}
