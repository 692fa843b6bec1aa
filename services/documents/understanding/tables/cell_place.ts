/** Finds the cell of a correction after reprocessing, which may number tables and rows differently. */
import { fold } from "lib/fold.ts";

/** The texts of a table. */
export interface TableTexts {
  header: string[];
  rows: string[][];
}

/** A cell, counted from 0 as in the layout export: row 0 is the header. */
export interface CellAddress {
  table: number;
  row: number;
  column: number;
}

/** A cell with the texts around it, by which it is found again. */
export interface CellAnchor extends CellAddress {
  header: string[];
  /** The texts of its row. */
  texts: string[];
  /** How many rows its table had. */
  rows: number;
  /** Its index among rows with equal texts, and their number. */
  twin: { nth: number; of: number };
}

type RowAddress = Omit<CellAddress, "column">;

/** Minimum share of equal cells for a header, or a row at its old position, to count as the same. */
const ALIKE = 0.5;

export function textsOfRow(table: TableTexts | undefined, row: number): string[] | undefined {
  return row === 0 ? table?.header : table?.rows[row - 1];
}

/** The anchor of a cell; undefined if there is no such cell. */
export function anchorOf(tables: TableTexts[], { table, row, column }: CellAddress): CellAnchor | undefined {
  const found = tables[table];
  const texts = textsOfRow(found, row);
  if (!found || !texts || column >= Math.max(texts.length, found.header.length)) return undefined;
  const { header } = found;
  const twins = equalRows(tables, { row, header, texts });
  const nth = twins.findIndex((one) => one.table === table && one.row === row);
  return {
    ...{ table, row, column, header, texts },
    rows: found.rows.length,
    twin: { nth: Math.max(0, nth), of: Math.max(1, twins.length) },
  };
}

/**
 * The current address of a cell: in a row with equal texts, else at its old position, if the number of rows and most of
 * the row are unchanged. Otherwise undefined, since a similar row may be another one.
 */
export function placeOfCell(tables: TableTexts[], anchor: CellAnchor): CellAddress | undefined {
  const { table, row, column, twin } = anchor;
  if (isUnchanged(tables[table], anchor)) return { table, row, column };
  const equal = equalRows(tables, anchor);
  const place = equal.length === twin.of ? equal[twin.nth] : undefined;
  if (place) return { ...place, column };
  return equal.length === 0 && isAlike(tables[table], anchor) ? { table, row, column } : undefined;
}

function isUnchanged(table: TableTexts | undefined, { row, header, texts, rows }: CellAnchor): boolean {
  const now = textsOfRow(table, row);
  return table?.rows.length === rows && now !== undefined && isSame(table.header, header) &&
    isSame(now, texts);
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}

/** Rows with the anchor's texts, in tables with a similar header. */
function equalRows(
  tables: TableTexts[],
  { row, header, texts }: Pick<CellAnchor, "row" | "header" | "texts">,
): RowAddress[] {
  return tables.flatMap((one, table) => {
    if (shared(one.header, header) < ALIKE) return [];
    if (row === 0) return isSame(one.header, texts) ? [{ table, row }] : [];
    return one.rows.flatMap((cells, at) => isSame(cells, texts) ? [{ table, row: at + 1 }] : []);
  });
}

function isAlike(table: TableTexts | undefined, { row, header, texts, rows }: CellAnchor): boolean {
  const now = textsOfRow(table, row);
  return table?.rows.length === rows && now !== undefined && shared(table.header, header) >= ALIKE &&
    shared(now, texts) >= ALIKE;
}

/** The share of equal non-empty cells of two rows. */
function shared(one: string[], other: string[]): number {
  if (one.length !== other.length) return 0;
  const folded = other.map(fold);
  const filled = one.filter((text, at) => text !== "" || other[at] !== "").length;
  const same = one.filter((text, at) => text !== "" && fold(text) === folded[at]).length;
  return filled === 0 ? 0 : same / filled;
}
