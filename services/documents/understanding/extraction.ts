/** The fields, tables and dates of a document. */
import { z } from "zod";
import { Field } from "./field.ts";

export const ExtractedTable = z.object({
  page: z.int(),
  header: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
export type ExtractedTable = z.output<typeof ExtractedTable>;

export const LineItem = z.object({
  description: z.string(),
  quantity: z.number().optional(),
  unit_price: z.number().optional(),
  amount: z.number().optional(),
});
export type LineItem = z.output<typeof LineItem>;

export const Extraction = z.object({
  fields: z.array(Field),
  tables: z.array(ExtractedTable),
  dates: z.array(z.string()),
  summary: z.string(),
  line_items: z.array(LineItem),
}).meta({ id: "ExtractionResult" });
export type Extraction = z.output<typeof Extraction>;
