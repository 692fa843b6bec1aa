/** The tables of a document, joined across pages. */
import type { Page, Table } from "../../reading/layout/page.ts";
import { doubtfulRows } from "./doubtful_rows.ts";
import { withEntries } from "./entry_rows.ts";
import { mendedCell } from "./scanned_cells.ts";
import { withWholeNames } from "./strayed_names.ts";
import type { JoinedRow } from "./joined_row.ts";
import { continuedRows, type PlacedRow } from "../../reading/layout/tables.ts";
import type { ExtractedTable } from "../results/extraction.ts";
import type { ReadPage } from "../results/read_page.ts";

/** A table over one or more pages; `page` is the first. */
export interface JoinedTable {
  page: number;
  header: PlacedRow;
  rows: JoinedRow[];
  /** Its parts on each page. */
  parts: { page: number; table: Table }[];
  corrected?: ExtractedTable["corrected"];
}

interface Open {
  table: JoinedTable;
  columns: Table["columns"];
  /** Whether it reaches the bottom of its last page. */
  goesOn: boolean;
  on: number;
}

export function documentTables(pages: ReadPage[]): ExtractedTable[] {
  return joinedTables(pages).map((table) => {
    const { page, header, rows } = table;
    const doubtful = doubtfulRows(rows, pages);
    return {
      page,
      header: header.texts,
      rows: rows.map(({ texts }) => texts),
      ...(isScanned(table, pages) ? { scanned: true as const } : {}),
      ...(doubtful.length === 0 ? {} : { doubtful }),
    };
  });
}

/** The joined tables with the positions of their cells. */
export function joinedTables(pages: ReadPage[]): JoinedTable[] {
  return printedTables(pages).map((table) => withEntries(table, isScanned(table, pages)));
}

function isScanned({ page, parts }: JoinedTable, pages: ReadPage[]): boolean {
  return parts.some(({ table }) => table.pictured) ||
    pages.some((one) => one.page === page && one.content.source === "ocr");
}

/** The joined tables with all rows, as printed. */
export function printedTables(pages: ReadPage[]): JoinedTable[] {
  const tables: JoinedTable[] = [];
  let open: Open | undefined;
  for (const { page, content } of pages) {
    const [first, ...others] = content.tables;
    if (open && open.on === page - 1 && open.goesOn) open = continued(open, { page, content }, first) ?? open;
    const joined = open?.on === page;
    for (
      const table of first && !(joined && sameHeader(open?.table.header.texts, first))
        ? content.tables
        : others
    ) {
      const found = {
        page,
        header: headOf(table),
        rows: rowsOn({ page, content }, table),
        parts: [{ page, table }],
      };
      tables.push(found);
      open = { table: found, columns: table.columns, goesOn: reachesFoot(table, content), on: page };
    }
  }
  return tables;
}

function headOf({ header, places }: Table): PlacedRow {
  return { texts: header, places: places?.[0] ?? header.map(() => null) };
}

function rowsOn({ page, content }: ReadPage, { rows, places, pictured }: Table): JoinedRow[] {
  const isRead = content.source === "ocr" || pictured;
  return withWholeNames(isRead ? rows.map((row) => row.map(mendedCell)) : rows).map((texts, i) => ({
    page,
    texts,
    places: places?.[i + 1] ?? texts.map(() => null),
  }));
}

function sameHeader(one: string[] | undefined, { header }: Table): boolean {
  return one?.join("\t") === header.join("\t");
}

/** Appends rows of the next page, with repeated headings or in the same columns without headings. */
function continued(open: Open, { page, content }: ReadPage, first: Table | undefined): Open | undefined {
  if (first && sameHeader(open.table.header.texts, first)) {
    open.table.rows.push(...rowsOn({ page, content }, first));
    open.table.parts.push({ page, table: first });
    return { ...open, columns: first.columns, goesOn: reachesFoot(first, content), on: page };
  }
  const words = content.lines.flatMap((line) => line.words);
  const above = first ? words.filter(({ box }) => box.bottom < first.box.top) : words;
  const rows = continuedRows(above, { columns: open.columns, header: open.table.header.texts });
  if (rows.length === 0) return undefined;
  open.table.rows.push(...rows.map((row) => ({ page, ...row })));
  const lines = content.lines.length;
  return { ...open, goesOn: rows.length >= lines * 0.6, on: page };
}

/** Whether a table reaches the foot of a page, with at most a few lines such as a page number below. */
function reachesFoot({ box }: Table, { lines }: Page): boolean {
  return lines.filter((line) => line.box.top > box.bottom).length <= 3;
}
