/** Forms whose values stand before their labels, as they were laid out for the other direction of writing. */
import type { FieldRule } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isAnyLabel } from "./any_label.ts";
import { isPureLabel } from "./label_cells.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import type { TextLine } from "../results/field.ts";

/** So many rows make a form. */
const LEAST_ROWS = 2;

/** The rows with each value behind its label. */
export function withLabelsFirst(given: FieldRow[], rules: FieldRule[]): FieldRow[] {
  const rows = given.map((row) => ({ ...row, cells: row.cells.map((cell) => labelFirst(cell, rules)) }));
  const pairs = rows.filter(({ cells, inTable }) => !inTable && cells.length === 2);
  const isLabel = (cell: TextLine | undefined) => cell !== undefined && isLabelCell(cell, rules);
  const behind = pairs.filter(({ cells: [first, second] }) => isLabel(second) && !isLabel(first)).length;
  const before = pairs.filter(({ cells: [first, second] }) => isLabel(first) && !isLabel(second)).length;
  if (behind < LEAST_ROWS || behind < before * 3) return rows;
  return rows.map((row) => pairs.includes(row) ? { ...row, cells: row.cells.toReversed() } : row);
}

function isLabelCell(cell: TextLine, rules: FieldRule[]): boolean {
  return !/[\d٠-٩]/.test(cell.text) &&
    (isPureLabel(cell, rules) || isAnyLabel(cell.text) || isLabelLike(cell.text));
}

/** "28535600421 :الرقم الشخصي": the label of the other direction stands behind its colon. */
function labelFirst(cell: TextLine, rules: FieldRule[]): TextLine {
  const [, value = "", label = ""] =
    /^([A-Z\d][^:：\p{Script=Arabic}]*\d)\s+[:：]\s?(\p{Script=Arabic}[^:：\d]*)$/u
      .exec(cell.text) ?? [];
  if (label === "" || value === "") return cell;
  const arabic = label.split("/")[0]?.trim() ?? "";
  return isPureLabel({ ...cell, text: arabic }, rules) ? { ...cell, text: `${arabic}: ${value}` } : cell;
}
