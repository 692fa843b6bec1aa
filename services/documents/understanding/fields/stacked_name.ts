/** Joins the lines of a letterhead that hold one name: "Lowmoor" above "Wholesale" above "Nurseries Ltd". */
import { median } from "lib/median.ts";
import { heightOf, union } from "../../reading/layout/page.ts";
import { isOrganisation } from "./name_shape.ts";
import { isForm } from "./party_name.ts";
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";

/** How many times the page's usual height a letterhead has. */
const TALL = 1.25;
/** The greatest difference between the heights of its lines, which have other letters, as a share of the taller. */
const UNEVEN = 0.3;
/** The most gap between its lines, in their height. */
const GAP = 0.8;
const MOST_LINES = 3;
const MOST_WORDS = 4;

/** Joins tall lines that are close below each other and aligned, where `isPart` says that each may be part of a name. */
export function withStackedNames(
  cells: TextLine[],
  rows: FieldRow[],
  isPart: (cell: TextLine) => boolean,
): TextLine[] {
  const tall = median(rows.flatMap((row) => row.cells.map(({ box }) => heightOf(box))), 0) * TALL;
  const mayStack = (cell: TextLine) =>
    tall > 0 && heightOf(cell.box) >= tall && cell.text.split(/\s+/).length <= MOST_WORDS && isPart(cell);
  const joined: { cell: TextLine; last: TextLine; lines: number }[] = [];
  for (const cell of cells) {
    const above = joined.at(-1);
    const goesOn = above && above.lines < MOST_LINES && mayStack(cell) && mayStack(above.last) &&
      isStacked(above.last, cell);
    if (goesOn) {
      above.cell = joinedCell(above.cell, cell);
      above.last = cell;
      above.lines++;
    } else joined.push({ cell, last: cell, lines: 1 });
  }
  return joined.map(({ cell }) => cell);
}

function joinedCell(above: TextLine, below: TextLine): TextLine {
  return {
    ...above,
    text: `${above.text} ${below.text}`,
    confidence: Math.min(above.confidence, below.confidence) * (mayBePlace(above, below) ? UNSURE : 1),
    box: union([above.box, below.box]),
  };
}

const UNSURE = 0.8;

/** Whether the lower line may be the place of the body above: "Meghnakhali Municipality" above "Chandpur". */
function mayBePlace({ text: above }: TextLine, { text: below }: TextLine): boolean {
  return isOrganisation(above) && !isOrganisation(below) && !isForm(below) && !/\s/.test(below.trim());
}

function isStacked({ box: above, page }: TextLine, { box: below, page: other }: TextLine): boolean {
  const height = Math.max(heightOf(above), heightOf(below));
  const gap = below.top - above.bottom;
  const middle = ({ left, right }: typeof above) => (left + right) / 2;
  const isAligned = [
    above.left - below.left,
    above.right - below.right,
    middle(above) - middle(below),
  ].some((apart) => Math.abs(apart) < height * 0.5);
  return page === other && Math.abs(heightOf(above) - heightOf(below)) <= height * UNEVEN &&
    gap > -height * 0.2 && gap < height * GAP && isAligned;
}
