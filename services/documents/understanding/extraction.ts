import { z } from "zod";
import { summaryOf } from "./summary.ts";
import { extractFields, type Field } from "./extract_fields.ts";
import { FIELD_TYPES } from "./field_rules.ts";
import { findDates } from "./dates.ts";
import type { DocumentType } from "./document_types.ts";
import { type ExtractedTable, isSumRow, type LineItem, lineItems } from "./line_items.ts";
import { onPage, type Page } from "../reading/page.ts";

const Quad = z.array(z.array(z.number()).length(2)).length(4);

export const FieldAnswer = z.object({
  key: z.string(),
  value: z.string(),
  confidence: z.number().min(0).max(1),
  field_type: z.enum(FIELD_TYPES),
  raw: z.string().optional().meta({
    description: "As it stands in the document, where value was put in order",
  }),
  calendar: z.literal("hijri").optional(),
  page: z.int().optional(),
  bbox: Quad.optional().meta({ description: "Where it stands, in pixels of the page" }),
  reason: z.string().optional().meta({ description: "Why the confidence is low" }),
}).meta({ id: "Field" });

export const Extracted = z.object({
  fields: z.array(FieldAnswer),
  tables: z.array(
    z.object({ page: z.int(), header: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  ),
  dates: z.array(z.string()),
  summary: z.string(),
  line_items: z.array(z.object({
    description: z.string(),
    quantity: z.number().optional(),
    unit_price: z.number().optional(),
    amount: z.number().optional(),
  })),
}).meta({ id: "ExtractionResult" });
export type Extracted = z.output<typeof Extracted>;

export interface ReadPage {
  page: number;
  content: Page;
}

/** What the rules find in the pages of a document. */
export function extractFrom(type: DocumentType, pages: ReadPage[]): Extracted {
  const lines = pages.flatMap(({ page, content }) =>
    content.lines.map(({ text, confidence, box }) => ({ text, confidence, box, page }))
  );
  const text = lines.map((line) => line.text).join("\n");
  const tables = tablesOf(pages);
  const items: LineItem[] = lineItems(tables);
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

function answered({ box, ...field }: Field, pages: ReadPage[]): z.output<typeof FieldAnswer> {
  const page = pages.find((one) => one.page === field.page)?.content;
  if (!box || !page || page.width === 0) return field;
  return { ...field, bbox: onPage(box, page.placement) };
}
