import type { ReadPage } from "../results/read_page.ts";
import { type CellCorrection, placedCorrections, withCellsJoined } from "./corrected_cells.ts";
import { type JoinedTable, joinedTables } from "./document_tables.ts";

/** The tables of a document, joined across pages, with corrected cells. */
export function correctedTables(pages: ReadPage[], corrections: CellCorrection[]): JoinedTable[] {
  const tables = joinedTables(pages);
  if (corrections.length === 0) return tables;
  const read = tables.map(({ header, rows }) => ({
    header: header.texts,
    rows: rows.map(({ texts }) => texts),
  }));
  return withCellsJoined(tables, placedCorrections(read, corrections).cells);
}
