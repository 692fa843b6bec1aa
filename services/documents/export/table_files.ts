/** A document's tables as CSV, one or all in a ZIP archive. */
import { strToU8, zipSync } from "fflate";
import { BYTE_ORDER_MARK, csvLine } from "lib/csv.ts";
import type { JoinedTable } from "../understanding/tables/document_tables.ts";

export function csvOf({ header, rows }: JoinedTable): string {
  return BYTE_ORDER_MARK + [header, ...rows].map(({ texts }) => csvLine(texts)).join("");
}

/** A ZIP archive of `table_1.csv`, `table_2.csv` and so on. */
export function zipOfTables(tables: JoinedTable[]): Uint8Array<ArrayBuffer> {
  const files = tables.map((table, i) => [`table_${i + 1}.csv`, strToU8(csvOf(table))] as const);
  return new Uint8Array(zipSync(Object.fromEntries(files), { mtime: "1980-01-01" }));
}
