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
  const isLabel = (cell: TextLine | undefined) => cell !== undefined && isLabelCell(cell, rules);
  const sides = rows.map(({ cells: [first, second, third], inTable }): Side => {
    if (inTable || !first || !second || third) return "none";
    const [isFirst, isSecond] = [isLabel(first), isLabel(second)];
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
    return turns && sides[at] !== "none" ? { ...row, cells: row.cells.toReversed() } : row;
  });
}

/** Where the label of a row of two cells stands. */
type Side = "none" | "either" | "behind" | "before";

/** The rows of two cells that follow one another: sums below a form are a part of their own. */
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

/** "28535600421 :الرقم الشخصي": the label of the other direction stands behind its colon. */
function labelFirst(cell: TextLine, rules: FieldRule[]): TextLine {
  const [, value = "", label = ""] =
    /^([A-Z\d][^:：\p{Script=Arabic}]*\d)\s+[:：]\s?(\p{Script=Arabic}[^:：\d]*)$/u
      .exec(cell.text) ?? [];
  if (label === "" || value === "") return cell;
  const arabic = label.split("/")[0]?.trim() ?? "";
  return isPureLabel({ ...cell, text: arabic }, rules) ? { ...cell, text: `${arabic}: ${value}` } : cell;
}
