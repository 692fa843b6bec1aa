/** A document as JSON: every word, line, block, cell and field with its page and box. */
import { z } from "zod";
import { Block, Corners, PageInfo } from "../reading/layout/ocr_result.ts";
import { type Line, onPage, type Page, type Placement, union } from "../reading/layout/page.ts";
import type { Document } from "../storage/document.ts";
import type { JoinedTable } from "../understanding/tables/document_tables.ts";
import { Field } from "../understanding/results/field.ts";
import { readingOf } from "../understanding/values/document_reading.ts";
import { datesOn } from "../understanding/fields/text_places.ts";
import type { ReadPage } from "../understanding/results/read_page.ts";
import { sizesOf } from "./headings.ts";
import { blocksOf } from "./page_blocks.ts";
import { tableLines } from "./table_lines.ts";

const Direction = z.enum(["ltr", "rtl"]).meta({ description: "Reading direction" });

const LayoutLine = Block.omit({ page: true }).meta({ id: "LayoutLine" });

const LayoutBlock = z.object({
  role: z.enum(["heading", "paragraph", "list_item", "table", "figure"]).meta({
    description: "Role of the block; figures, stamps and handwriting have no text",
  }),
  level: z.int().optional().meta({ description: "Level of a heading, from 1", example: 1 }),
  marker: z.string().optional().meta({ description: "Marker of a list item", example: "1." }),
  table: z.int().optional().meta({ description: "Index of a table in `tables`, from 0", example: 0 }),
  direction: Direction,
  bbox: Corners,
  lines: z.array(LayoutLine).meta({ description: "Lines with their words" }),
}).meta({ id: "LayoutBlock" });

const LayoutPage = z.object({
  ...PageInfo.omit({ turn: true, skew: true }).shape,
  blocks: z.array(LayoutBlock).meta({ description: "Blocks in reading order" }),
}).meta({ id: "LayoutPage" });

const LayoutCell = z.object({
  text: z.string(),
  row: z.int().meta({ description: "Row, from 0, which is the header", example: 1 }),
  column: z.int().meta({ description: "Column, from 0, in reading order", example: 0 }),
  page: z.int(),
  bbox: Corners.nullable().meta({
    description: "Null: an empty cell, a Word document, or a page read by an earlier version",
  }),
  corrected: Field.shape.corrected,
}).meta({ id: "LayoutCell" });

const LayoutTable = z.object({
  page: z.int().meta({ description: "Where it begins", example: 1 }),
  columns: z.int().meta({ description: "Number of columns", example: 4 }),
  rows: z.int().meta({ description: "Number of rows including the header", example: 6 }),
  cells: z.array(LayoutCell).meta({ description: "Cells row by row, including empty ones" }),
}).meta({ id: "LayoutTable" });

const LayoutDate = z.object({
  value: z.string().meta({ description: "ISO 8601; Hijri dates end with AH", example: "2026-03-05" }),
  raw: z.string().meta({ description: "Text on the page", example: "5 March 2026" }),
  page: z.int(),
  bbox: Corners.optional().meta({ description: "Absent in Word documents" }),
}).meta({ id: "LayoutDate" });

/** Schema of the JSON export. */
export const Layout = z.object({
  id: z.uuid(),
  filename: z.string(),
  document_type: z.string().nullable(),
  language: z.enum(["ar", "en", "mixed"]),
  pages: z.array(LayoutPage),
  tables: z.array(LayoutTable).meta({
    description: "Tables; one that continues on further pages is one table",
  }),
  fields: z.array(Field),
  dates: z.array(LayoutDate).meta({ description: "Every occurrence of a date in the text" }),
}).meta({ id: "DocumentLayout" });
export type Layout = z.output<typeof Layout>;

export function layoutOf(document: Document, pages: ReadPage[], tables: JoinedTable[]): Layout {
  const sizes = sizesOf(pages.map(({ content }) => content));
  const { id, filename, document_type, language, extraction } = document;
  return {
    id,
    filename,
    document_type,
    language: language === "ar" || language === "mixed" ? language : "en",
    pages: pages.map((page) => {
      const { width, height, source, error, placement, unread, pictures } = page.content;
      const blocks = blocksOf(page.content, { sizes, tableAt: tableLines(page, tables) });
      return {
        ...{ page: page.page, width, height, source },
        ...error === undefined ? {} : { error },
        ...unread ? { unread: unread.map((box) => onPage(box, placement)) } : {},
        ...pictures ? { pictures: pictures.map((box) => onPage(box, placement)) } : {},
        blocks: blocks.map((block) => ({
          role: block.role,
          ...block.role === "table" ? { table: block.at } : {},
          ...block.role === "heading" ? { level: block.level } : {},
          ...block.role === "list_item" ? { marker: block.marker } : {},
          direction: block.direction,
          bbox: onPage(
            block.role === "figure" ? block.box : union(block.lines.map(({ box }) => box)),
            placement,
          ),
          lines: block.lines.map((line) => lineOf(line, placement)),
        })),
      };
    }),
    tables: tables.map((table) => tableOf(table, pages)),
    fields: extraction?.fields ?? [],
    dates: datesOn(pages, readingOf(document.ocr_text ?? "").way),
  };
}

function lineOf(
  { text, confidence, box, words, pictured }: Line,
  placement: Placement,
): z.output<typeof LayoutLine> {
  return {
    text,
    confidence: rounded(confidence),
    bbox: onPage(box, placement),
    words: words.map((word) => ({
      text: word.text,
      confidence: rounded(word.confidence),
      bbox: onPage(word.box, placement),
    })),
    ...(pictured ? { pictured } : {}),
  };
}

function tableOf(
  { page, header, rows, corrected = [] }: JoinedTable,
  pages: ReadPage[],
): z.output<typeof LayoutTable> {
  const contents = new Map<number, Page>(pages.map((one) => [one.page, one.content]));
  const all = [{ page, ...header }, ...rows];
  return {
    page,
    columns: all.reduce((most, { texts }) => Math.max(most, texts.length), 0),
    rows: all.length,
    cells: all.flatMap((row, at) =>
      row.texts.map((text, column) => {
        const place = row.places[column];
        const placement = contents.get(row.page)?.placement;
        const bbox = place && placement ? onPage(place, placement) : null;
        const mark = corrected.find((cell) => cell.row === at && cell.column === column);
        return {
          ...{ text, row: at, column, page: row.page, bbox },
          ...(mark ? { corrected: { by: mark.by, at: mark.at, before: mark.before } } : {}),
        };
      })
    ),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
