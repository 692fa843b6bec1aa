/** Where the cell of a correction stands in a reading. A new reading may count tables and rows differently. */
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

/** A cell with the texts around it as they were read, by which it is found again. */
export interface CellAnchor extends CellAddress {
  header: string[];
  /** The texts of its row. */
  texts: string[];
  /** How many rows its table had. */
  rows: number;
  /** Its place among rows with the same texts, and how many there were. */
  twin: { nth: number; of: number };
}

type RowAddress = Omit<CellAddress, "column">;

/** The least share of cells that a table's header, or a row in its old place, has in common with the one it was. */
const ALIKE = 0.5;

export function textsOfRow(table: TableTexts | undefined, row: number): string[] | undefined {
  return row === 0 ? table?.header : table?.rows[row - 1];
}

/** The anchor of a cell; undefined where there is none. */
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
 * The cell in a reading: in a row with the same texts, else in its old place among as many rows, when most of the
 * row is the same. Undefined where that is not so, since a row like it may be another one.
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

/** The rows with the anchor's texts, in tables with a header like its own. */
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

/** The share of filled cells that two rows have in common. */
function shared(one: string[], other: string[]): number {
  if (one.length !== other.length) return 0;
  const folded = other.map(fold);
  const filled = one.filter((text, at) => text !== "" || other[at] !== "").length;
  const same = one.filter((text, at) => text !== "" && fold(text) === folded[at]).length;
  return filled === 0 ? 0 : same / filled;
}
