import { onPage, type Page } from "../reading/page.ts";
import { findDates } from "./dates.ts";
import type { DocumentType } from "./document_types.ts";
import { extractFields } from "./extract_fields.ts";
import type { ExtractedTable, Extraction } from "./extraction.ts";
import type { Field, FoundField } from "./field.ts";
import { isSumRow, lineItems } from "./line_items.ts";
import { summaryOf } from "./summary.ts";

export interface ReadPage {
  page: number;
  content: Page;
}

/** Extracts fields, tables and dates by rules alone. */
export function extractFrom(type: DocumentType, pages: ReadPage[]): Extraction {
  const lines = pages.flatMap(({ page, content }) =>
    content.lines.map(({ text, confidence, box }) => ({ text, confidence, box, page }))
  );
  const text = lines.map((line) => line.text).join("\n");
  const tables = tablesOf(pages);
  const items = lineItems(tables);
  return {
    fields: extractFields(type, lines).map((field) => answered(field, pages)),
    tables: tables.map((table) => ({ ...table, rows: table.rows.filter((row) => !isSumRow(row)) })),
    dates: [...new Set(findDates(text).map((date) => date.value))],
    summary: summaryOf(text),
    line_items: items,
  };
}

/** A table that goes on over the page break under the same header is one table. */
function tablesOf(pages: ReadPage[]): ExtractedTable[] {
  const tables: ExtractedTable[] = [];
  for (const { page, content } of pages) {
    for (const { header, rows } of content.tables) {
      const last = tables.at(-1);
      if (last && last.page < page && last.header.join("\t") === header.join("\t")) last.rows.push(...rows);
      else tables.push({ page, header, rows: [...rows] });
    }
  }
  return tables;
}

function answered({ box, ...field }: FoundField, pages: ReadPage[]): Field {
  const page = pages.find((one) => one.page === field.page)?.content;
  if (!box || !page || page.width === 0) return field;
  return { ...field, bbox: onPage(box, page.placement) };
}
