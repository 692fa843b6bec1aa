/** Reads the entries of a bank statement from its tables. */
import { fold } from "lib/fold.ts";
import type { ExtractedTable } from "../results/extraction.ts";
import { findMoney, type NumberWay, parseAmount, USUAL } from "../values/money.ts";

export interface Entry {
  debit?: number;
  credit?: number;
  balance?: number;
}

const COLUMNS: [keyof Entry, RegExp][] = [
  ["debit", /debit|withdraw|paid out|money out|charges?$|payments?$|مدين|سحب|مسحوبات/],
  ["credit", /credit|deposit|paid in|money in|receipts?$|دائن|ايداع|ايداعات/],
  ["balance", /balance|رصيد/],
];

interface Columns {
  table: ExtractedTable;
  columns: { name: keyof Entry; at: number }[];
}

/** The first table with a balance column and a debit or credit column. */
export function statementTable(tables: ExtractedTable[]): ExtractedTable | undefined {
  return columnsIn(tables)?.table;
}

function columnsIn(tables: ExtractedTable[]): Columns | undefined {
  for (const table of tables) {
    const columns = COLUMNS.map(([name, pattern]) => ({
      name,
      at: table.header.findIndex((cell) => pattern.test(fold(cell))),
    })).filter(({ at }) => at >= 0);
    if (columns.length >= 2) return { table, columns: withLost(columns, table) };
  }
  return undefined;
}

/** Assigns the debit or credit column whose heading was not read. */
function withLost(columns: Columns["columns"], { header }: ExtractedTable): Columns["columns"] {
  const at = header.indexOf("");
  const [lost, ...others] = (["debit", "credit"] as const).filter((name) =>
    !columns.some((column) => column.name === name)
  );
  return at < 0 || lost === undefined || others.length > 0 ? columns : [...columns, { name: lost, at }];
}

/** The entries of a statement; undefined if no table has them. */
export function statementEntries(tables: ExtractedTable[], way: NumberWay = USUAL): Entry[] | undefined {
  const found = columnsIn(tables);
  return found?.table.rows.map((row) =>
    Object.fromEntries(found.columns.flatMap(({ name, at }) => {
      const amount = amountIn(row[at] ?? "", way);
      return amount === undefined ? [] : [[name, amount]];
    }))
  );
}

function amountIn(cell: string, way: NumberWay): number | undefined {
  return findMoney(cell, way).at(-1)?.amount ?? parseAmount(cell, way.decimal);
}
