/** The extracted fields, tables and dates of a document. */
import { z } from "zod";
import { Field } from "./field.ts";

const cellPlace = {
  row: z.int().meta({ description: "Row, from 0, which is the header", example: 1 }),
  column: z.int().meta({ description: "From 0", example: 0 }),
};

const CorrectedCell = z.object({
  ...cellPlace,
  by: z.string(),
  at: z.iso.datetime(),
  before: z.string().nullable(),
}).meta({ id: "CorrectedCell" });

const UnplacedCorrection = z.object({
  table: z.int().meta({ description: "Index of the cell's table in `tables`, from 0", example: 0 }),
  ...cellPlace,
  value: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
}).meta({ id: "UnplacedCorrection" });

export const ExtractedTable = z.object({
  page: z.int(),
  header: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  scanned: z.literal(true).optional().meta({ description: "Whether it was recognised in a picture" }),
  doubtful: z.array(z.int()).optional().meta({
    description: "Rows of a scan with a word that may be misread, from 0",
  }),
  corrected: z.array(CorrectedCell).optional().meta({
    description: "Cells corrected by people, indexed as in the layout export",
  }),
});
export type ExtractedTable = z.output<typeof ExtractedTable>;

export const LineItem = z.object({
  description: z.string(),
  quantity: z.number().optional(),
  unit_price: z.number().optional(),
  amount: z.number().optional(),
  discount: z.number().optional().meta({ description: "Percent off quantity times price" }),
  computed: z.array(z.enum(["quantity", "unit_price", "amount"])).optional().meta({
    description: "Figures that were missing or misread and were computed from the others",
  }),
});
export type LineItem = z.output<typeof LineItem>;

export const Extraction = z.object({
  fields: z.array(Field),
  tables: z.array(ExtractedTable),
  dates: z.array(z.string()).meta({
    description: "All dates in the text, ISO 8601; Hijri dates end with AH",
  }),
  summary: z.string(),
  line_items: z.array(LineItem).meta({ description: "Goods or services listed in a table" }),
  unplaced_corrections: z.array(UnplacedCorrection).optional().meta({
    description: "Corrections of cells whose row is not in the newest reading",
  }),
}).meta({
  id: "ExtractionResult",
  example: {
    fields: [{
      key: "invoice_total",
      value: "1050.00",
      confidence: 0.95,
      field_type: "money",
      raw: "AED 1,050.00",
      page: 1,
    }],
    tables: [{ page: 1, header: ["Item", "Amount"], rows: [["Maintenance", "1,000.00"]] }],
    dates: ["2026-03-01"],
    summary: "Tax invoice of Falcon Trading for maintenance.",
    line_items: [{ description: "Maintenance", amount: 1000 }],
  },
});
export type Extraction = z.output<typeof Extraction>;
