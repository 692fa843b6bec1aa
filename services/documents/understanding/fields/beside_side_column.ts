/** The rows of a CV with a side column: those of the one column, then those of the other, so that none has cells of both. */
import { heightOf, union } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";

/** The least rows that begin in the wider column, and those in which it stands beside the other. */
const LEAST = 4;
/** An email or a telephone number. */
const CONTACT = /@[\w-]+\.|[\d٠-٩](?:[ ()-]?[\d٠-٩]){7}/;
/** How near the edges of the lines of a column are, in heights of a line. */
const NEAR = 0.6;

/** Parts rows that mix two columns of running lines; others stay as they are. */
export function withSideApart(rows: FieldRow[]): FieldRow[] {
  return [...Map.groupBy(rows, ({ page }) => page).values()].flatMap(partedPage);
}

function partedPage(rows: FieldRow[]): FieldRow[] {
  const edge = columnEdge(rows);
  const first = rows.findIndex(({ cells }) => cells.length > 1);
  if (edge === undefined || first < 0) return rows;
  const below = rows.slice(first);
  const isBeyond = ({ box }: TextLine, row: FieldRow) => row.rightToLeft ? box.left > edge : box.right < edge;
  // The column of labels of a form holds no contact.
  if (!below.some((row) => row.cells.some((cell) => isBeyond(cell, row) && CONTACT.test(cell.text)))) {
    return rows;
  }
  const part = (isSide: boolean) =>
    below.flatMap((row): FieldRow[] => {
      const cells = row.cells.filter((cell) => isBeyond(cell, row) === isSide);
      return cells.length === 0 ? [] : [{ ...row, cells, box: union(cells.map(({ box }) => box)) }];
    });
  return [...rows.slice(0, first), ...part(true), ...part(false)];
}

/** The edge at which the lines of the wider column begin: as the first cell of some rows, as the second of others. */
function columnEdge(rows: FieldRow[]): number | undefined {
  const edges = new Map<number, { first: number; later: number; edge: number }>();
  for (const { cells, rightToLeft } of rows) {
    for (const [i, { box }] of cells.entries()) {
      const edge = rightToLeft ? box.right : box.left;
      const near = Math.round(edge / Math.max(1, heightOf(box) * NEAR));
      const known = edges.get(near) ?? { first: 0, later: 0, edge };
      if (i === 0) known.first++;
      else if (i === 1) known.later++;
      edges.set(near, known);
    }
  }
  const best = [...edges.values()].filter(({ first, later }) => first >= LEAST && later >= LEAST)
    .toSorted((a, b) => b.first + b.later - a.first - a.later)[0];
  return best?.edge;
}
