import { onPage } from "../reading/page.ts";
import { findDates } from "./dates.ts";
import { extractFields } from "./extract_fields.ts";
import type { Extraction } from "./extraction.ts";
import type { Field, FoundField } from "./field.ts";
import { documentTables } from "./document_tables.ts";
import { lineItems } from "./line_items.ts";
import { readingOf } from "./document_reading.ts";
import { ownFields } from "./own_fields.ts";
import type { OwnType } from "./own_type.ts";
import { rowsOfPages } from "./page_rows.ts";
import type { ReadPage } from "./read_page.ts";
import { summaryOf } from "./summary.ts";

/** Extracts fields, tables and dates by rules alone. */
export function extractFrom(type: string, pages: ReadPage[], own?: OwnType): Extraction {
  const text = pages.flatMap(({ content }) => content.lines.map((line) => line.text)).join("\n");
  const tables = documentTables(pages);
  const { way } = readingOf(text);
  const items = lineItems(tables, way);
  const rows = rowsOfPages(pages);
  const found = own ? ownFields(own, rows) : extractFields(type, rows);
  return {
    fields: found.map((field) => fieldOnPage(field, pages)),
    tables,
    dates: [...new Set(findDates(text, way.dates).map((date) => date.value))],
    summary: summaryOf(text),
    line_items: items,
  };
}

function fieldOnPage({ box, ...field }: FoundField, pages: ReadPage[]): Field {
  const page = pages.find((one) => one.page === field.page)?.content;
  if (!box || !page || page.width === 0) return field;
  return { ...field, bbox: onPage(box, page.placement) };
}
