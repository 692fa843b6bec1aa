/** The rows of a CV with a side column: those of the one column, then those of the other, so that none has cells of both. */
import { median } from "lib/median.ts";
import { heightOf, union } from "../../reading/layout/page.ts";
import type { FieldRule, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isPureLabel } from "./label_cells.ts";

/** The least rows that begin in the wider column, and those in which it stands beside the other. */
const LEAST = 4;
/** An email or a telephone number. */
const CONTACT = /@[\w-]+\.|[\d٠-٩](?:[ ()-]?[\d٠-٩]){7}/;
/** How near the edges of the lines of a column are, in heights of a line. */
const NEAR = 0.6;

/** Parts rows that mix two columns of running lines; others stay as they are. */
export function withSideApart(rows: FieldRow[], rules: FieldRule[]): FieldRow[] {
  return [...Map.groupBy(rows, ({ page }) => page).values()].flatMap((page) => partedPage(page, rules));
}

function partedPage(rows: FieldRow[], rules: FieldRule[]): FieldRow[] {
  const edge = columnEdge(rows);
  const first = rows.findIndex(({ cells }) => cells.length > 1);
  if (edge === undefined || first < 0) return rows;
  const below = rows.slice(first);
  const isBeyond = ({ box }: TextLine, row: FieldRow) => row.rightToLeft ? box.left > edge : box.right < edge;
  const cellsOf = (isSide: boolean) =>
    below.flatMap((row) => row.cells.filter((cell) => isBeyond(cell, row) === isSide));
  const hasContact = (cells: TextLine[]) => cells.some(({ text }) => CONTACT.test(text));
  // The column of labels of a form holds no contact, and its column of values no labels.
  const [before, behind] = [cellsOf(true), cellsOf(false)];
  const labels = behind.filter((cell) => isPureLabel(cell, rules)).length;
  if (!hasContact(before) && !(hasContact(behind) && labels >= LEAST)) return rows;
  const part = (isSide: boolean) =>
    below.flatMap((row): FieldRow[] => {
      const cells = row.cells.filter((cell) => isBeyond(cell, row) === isSide);
      return cells.length === 0 ? [] : [{ ...row, cells, box: union(cells.map(({ box }) => box)) }];
    });
  return [...rows.slice(0, first), ...part(true), ...part(false)];
}

/** The edge at which the lines of the wider column begin: as the first cell of some rows, as the second of others. */
function columnEdge(rows: FieldRow[]): number | undefined {
  const height = median(rows.flatMap(({ cells }) => cells.map(({ box }) => heightOf(box))), 0);
  const starts = rows.flatMap(({ cells, rightToLeft }) =>
    cells.slice(0, 2).map(({ box }, i) => ({ edge: rightToLeft ? box.right : box.left, isFirst: i === 0 }))
  ).toSorted((a, b) => a.edge - b.edge);
  const edges: { first: number; later: number; edge: number }[] = [];
  for (const { edge, isFirst } of starts) {
    let last = edges.at(-1);
    if (!last || edge - last.edge > height * NEAR) {
      last = { first: 0, later: 0, edge };
      edges.push(last);
    }
    if (isFirst) last.first++;
    else last.later++;
  }
  const best = edges.filter(({ first, later }) => first >= LEAST && later >= LEAST)
    .toSorted((a, b) => b.first + b.later - a.first - a.later)[0];
  return best?.edge;
}
