import { z } from "zod";
import { notFound, wrongState } from "lib/errors.ts";
import { type McpTool, mcpTool } from "lib/mcp/mcp.ts";
import { DocumentId } from "../storage/document.ts";
import { correctedTables } from "../understanding/tables/corrected_tables.ts";
import type { ExportDeps } from "./exports.ts";
import { markdownOf } from "./markdown.ts";
import { csvOf } from "./table_files.ts";

const Input = DocumentId.extend({
  format: z.enum(["markdown", "csv"]).meta({
    description: "The whole document as Markdown, or one table as CSV",
  }),
  table: z.int().min(1).max(100_000).default(1).meta({ description: "The table for CSV, from 1" }),
});

const Exported = z.object({
  content: z.string(),
  tables: z.int().meta({ description: "Number of tables in the document" }),
});

/** MCP tool for text exports; workbooks and PDFs are downloaded from the routes. */
export function exportTools({ access, pages }: Pick<ExportDeps, "access" | "pages">): McpTool[] {
  return [
    mcpTool({
      name: "export_document",
      description:
        "Export a document that was read: as Markdown with headings, lists and tables, or one table as CSV.",
      input: Input,
      output: Exported,
      readOnly: true,
      heavy: true,
      async call({ id, format, table }, { user }) {
        const document = await access(user, id, "read");
        if (document.ocr_text === null) {
          throw wrongState("The document is not read yet: call POST /ocr first");
        }
        const read = await pages.list(document.id);
        const tables = correctedTables(read, document.cell_corrections);
        if (format === "markdown") return { content: markdownOf(read, tables), tables: tables.length };
        const wanted = tables[table - 1];
        if (!wanted) throw notFound("Table");
        return { content: csvOf(wanted), tables: tables.length };
      },
    }),
  ];
}
