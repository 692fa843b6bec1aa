/** Assigns the lines of a page to the document's tables. */
import { type Box, type Line, overlap, type Table, union, widthOf } from "../reading/layout/page.ts";
import type { JoinedTable } from "../understanding/tables/document_tables.ts";
import type { ReadPage } from "../understanding/results/read_page.ts";
import type { TableAt } from "./page_blocks.ts";

export function tableLines({ page, content }: ReadPage, tables: JoinedTable[]): TableAt {
  if (content.lines.some(({ cells }) => cells)) {
    const own = content.tables.map((table) =>
      tables.findIndex(({ parts }) => parts.some((part) => part.table === table))
    );
    return rowsByCells(content.lines, content.tables, own);
  }
  const regions = tables.flatMap((table, at) => boxesOn(page, table).map((box) => ({ at, box })));
  return ({ box }) =>
    widthOf(box) === 0 ? undefined : regions.find((region) => overlap(box, region.box) > 0.6)?.at;
}

/** The boxes of a table on a page: its part there, or the rows that continue it. */
function boxesOn(page: number, { rows, parts }: JoinedTable): Box[] {
  const own = parts.filter((part) => part.page === page).map(({ table }) => table.box);
  if (own.length > 0) return own;
  const places = rows.filter((row) => row.page === page).flatMap((row) =>
    row.places.filter((place) => place !== null)
  );
  return places.length > 0 ? [union(places)] : [];
}

/** Assigns lines by their cells: lines of a Word document have no boxes. */
function rowsByCells(lines: Line[], tables: Table[], own: number[]): TableAt {
  const found = new Map<Line, number>();
  let at = 0;
  let row = 0;
  for (const line of lines) {
    const rows = tables.slice(at, at + 1).flatMap(({ header, rows }) => [header, ...rows]);
    const next = rows.findIndex((cells, i) => i >= row && cells.join("\t") === line.cells?.join("\t"));
    if (next < 0) continue;
    found.set(line, own[at] ?? at);
    // Empty rows have no lines.
    const ended = rows.slice(next + 1).every((cells) => cells.every((cell) => cell === ""));
    at += ended ? 1 : 0;
    row = ended ? 0 : next + 1;
  }
  return (line) => found.get(line);
}
