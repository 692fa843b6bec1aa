/** Applies corrections to the cells of tables. */
import type { ExtractedTable } from "../results/extraction.ts";
import { isFigure } from "../../reading/layout/table_words.ts";
import { type CellAddress, type CellAnchor, placeOfCell, type TableTexts } from "./cell_place.ts";
import type { JoinedTable } from "./document_tables.ts";

/** A correction of a cell; null is a withdrawal. */
export interface CellCorrection {
  cell: CellAnchor;
  value: string | null;
  before: string | null;
  by: string;
  at: string;
}

/** A cell with its corrected value. */
export interface CorrectedCell extends CellAddress {
  value: string;
  correction: CellCorrection;
}

export interface PlacedCorrections {
  cells: CorrectedCell[];
  /** Corrections whose row does not exist any more. */
  unplaced: CellCorrection[];
}

/** Finds the cells of corrections (oldest first) in the original tables; the newest of a cell counts. */
export function placedCorrections(tables: TableTexts[], corrections: CellCorrection[]): PlacedCorrections {
  const cells = new Map<string, CorrectedCell>();
  const unplaced: CellCorrection[] = [];
  for (const correction of corrections) {
    const place = placeOfCell(tables, correction.cell);
    const { value } = correction;
    if (!place) {
      if (value !== null) unplaced.push(correction);
      continue;
    }
    const key = `${place.table}/${place.row}/${place.column}`;
    if (value === null) cells.delete(key);
    else cells.set(key, { ...place, value, correction });
  }
  return { cells: [...cells.values()], unplaced };
}

/** Tables of an extraction with corrected cells, which are marked. */
export function withCells(tables: ExtractedTable[], cells: CorrectedCell[]): ExtractedTable[] {
  return tables.map((table, at) => {
    const own = cells.filter((cell) => cell.table === at);
    if (own.length === 0) return table;
    const { doubtful, ...rest } = table;
    // A person who corrected a text of a row has reviewed its other texts.
    const seen = new Set(own.filter((cell) => hasWords(table, cell)).map(({ row }) => row - 1));
    const left = doubtful?.filter((row) => !seen.has(row)) ?? [];
    return {
      ...rest,
      header: rowWith(table.header, 0, own),
      rows: table.rows.map((row, i) => rowWith(row, i + 1, own)),
      ...(left.length === 0 ? {} : { doubtful: left }),
      corrected: marksOf(own),
    };
  });
}

/** Like `withCells`, for tables with boxes of their cells. */
export function withCellsJoined(tables: JoinedTable[], cells: CorrectedCell[]): JoinedTable[] {
  return tables.map((table, at) => {
    const own = cells.filter((cell) => cell.table === at);
    if (own.length === 0) return table;
    return {
      ...table,
      header: { ...table.header, texts: rowWith(table.header.texts, 0, own) },
      rows: table.rows.map((row, i) => ({ ...row, texts: rowWith(row.texts, i + 1, own) })),
      corrected: marksOf(own),
    };
  });
}

function marksOf(cells: CorrectedCell[]): NonNullable<ExtractedTable["corrected"]> {
  return cells.map(({ row, column, correction: { by, at, before } }) => ({ row, column, by, at, before }));
}

function hasWords({ rows }: ExtractedTable, { row, column, value }: CorrectedCell): boolean {
  return [rows[row - 1]?.[column] ?? "", value].some((text) => text !== "" && !isFigure(text));
}

function rowWith(texts: string[], row: number, cells: CorrectedCell[]): string[] {
  const own = cells.filter((cell) => cell.row === row);
  if (own.length === 0) return texts;
  const length = Math.max(texts.length, ...own.map(({ column }) => column + 1));
  return Array.from(
    { length },
    (_, column) => own.find((cell) => cell.column === column)?.value ?? texts[column] ?? "",
  );
}
