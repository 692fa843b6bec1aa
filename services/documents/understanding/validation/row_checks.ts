/** Reports rows with uncertain or missing words, which no sum reveals. */
import type { ExtractedTable } from "../results/extraction.ts";
import type { Issue } from "../results/validation.ts";
import { goodsRows, goodsTables, tablesOfGoods } from "../tables/line_items.ts";
import { statementTable } from "../tables/statement_rows.ts";
import { asciiDigits } from "../values/digits.ts";
import { isFigure } from "../../reading/layout/table_words.ts";

/** Minimum share of rows with words in a column of words. */
const MOST = 0.6;

/** An issue for each line item or entry with uncertain or missing words. */
export function rowIssues(tables: ExtractedTable[], type?: string): Issue[] {
  const goods = goodsTables(type === undefined ? tables : tablesOfGoods(type, tables));
  if (goods.length > 0) {
    const rows = goods.flatMap((one) =>
      goodsRows(one).map(({ row, at }) => ({
        at,
        name: row[one.roles.lastIndexOf("description")] ?? "",
        table: one.table,
      }))
    );
    return rows.flatMap(({ at, name, table }, i): Issue[] => {
      const fault = isNameless(name, table) ? "has no name" : faultOf(table, at);
      return fault
        ? [{ field: `line_items[${i}]`, issue: `Row ${i + 1} of the goods ${fault}`, severity: "warning" }]
        : [];
    });
  }
  const entries = statementTable(tables);
  return entries?.rows.flatMap((_, at): Issue[] => {
    const fault = faultOf(entries, at);
    return fault
      ? [{ field: `rows[${at}]`, issue: `Row ${at + 1} of the entries ${fault}`, severity: "warning" }]
      : [];
  }) ?? [];
}

/** Whether a row of a scan names no goods: its column of names was not read, or a number was taken for the name. */
function isNameless(name: string, { scanned }: ExtractedTable): boolean {
  return scanned === true && !/\p{L}/u.test(name);
}

function faultOf(table: ExtractedTable, at: number): string | undefined {
  if (isGap(table, at)) return "has an empty cell where words stand in the others";
  return table.doubtful?.includes(at) ? "has a word that may be misread" : undefined;
}

/** Whether a row has an empty cell in a column of words. */
function isGap({ header, rows, scanned, corrected = [] }: ExtractedTable, at: number): boolean {
  return header.some((_, column) => {
    if (rows[at]?.[column] !== "") return false;
    // A person has confirmed that the cell is empty.
    if (corrected.some((cell) => cell.row === at + 1 && cell.column === column)) return false;
    const filled = rows.map((row) => row[column] ?? "").filter((cell) =>
      (/\p{L}{2}/u.test(cell) && !isFigure(cell)) || (scanned && isDay(cell))
    );
    return filled.length > rows.length * MOST;
  });
}

/** Whether a cell is a date, which scans lose; digital files may print a date once for several entries. */
function isDay(cell: string): boolean {
  return /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{2,4})?$/.test(asciiDigits(cell));
}
