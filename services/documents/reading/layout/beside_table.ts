/** Tables beside a counterfoil or a stamp, whose words are level with the table's rows. */
import type { Row } from "./cells.ts";
import { heightOf, union } from "./page.ts";
import { isPlainSum } from "./table_columns.ts";
import { isHeading } from "./table_words.ts";

/** The fewest headings beside which a cell is no heading, and of those the known ones. */
const LEAST = { headings: 3, known: 2 };
/** The least gap before the other part, in line heights. */
const GAP = 3;
/** The most rows that are looked at. */
const MOST_ROWS = 120;

/**
 * A table whose heading `rows[at]` has a figure far to its side, which no heading has: read without all cells on that
 * side. `length` is the number of rows that it covers.
 */
export function besideTable<T extends { length: number }>(
  rows: Row[],
  at: number,
  read: (rows: Row[]) => T | undefined,
): T | undefined {
  const edge = rows[at] && edgeOf(rows[at]);
  if (!edge) return undefined;
  const parts = rows.slice(at, at + MOST_ROWS).flatMap((row, i) => {
    const cells = row.cells.filter(({ box }) => (box.left + box.right) / 2 > edge.x === edge.keepsRight);
    return cells.length === 0 ? [] : [{ i, row: { cells, box: union(cells.map(({ box }) => box)) } }];
  });
  const found = read(parts.map(({ row }) => row));
  const last = found && parts[found.length - 1];
  return found && last ? { ...found, length: last.i + 1 } : undefined;
}

/** The position between the headings and the figure beside them. */
function edgeOf({ cells }: Row): { x: number; keepsRight: boolean } | undefined {
  if (cells.length <= LEAST.headings) return undefined;
  const isFigured = (at: number) => /[\d٠-٩]/.test(cells.at(at)?.text ?? "");
  const keepsRight = isFigured(0);
  if (keepsRight === isFigured(-1)) return undefined;
  const heads = keepsRight ? cells.slice(1) : cells.slice(0, -1);
  if (heads.some(({ text }) => /[\d٠-٩]/.test(text))) return undefined;
  if (heads.filter(({ text }) => isHeading(text)).length < LEAST.known) return undefined;
  const [near, far] = keepsRight ? [cells[0], cells[1]] : [cells.at(-2), cells.at(-1)];
  // A sum with its label beside a table of rates is read with the other sums.
  const label = keepsRight ? far : near;
  if (label && isPlainSum(label.text)) return undefined;
  if (!near || !far || far.box.left - near.box.right < heightOf(near.box) * GAP) return undefined;
  return { x: (near.box.right + far.box.left) / 2, keepsRight };
}
