import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound, wrongState } from "lib/errors.ts";
import { feature } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { whileRead } from "lib/http/unread.ts";
import type { DocumentAccess } from "../access/document_access.ts";
import type { Reader } from "../reading/reader.ts";
import { type Document, DocumentId } from "../storage/document.ts";
import type { PageStore } from "../storage/pages_store.ts";
import { correctedTables } from "../understanding/tables/corrected_tables.ts";
import type { ReadPage } from "../understanding/results/read_page.ts";
import { attachmentHeaders, withExtension } from "./attachment.ts";
import { Layout, layoutOf } from "./layout_json.ts";
import { markdownOf } from "./markdown.ts";
import { searchablePdf } from "./searchable_pdf.ts";
import { csvOf, zipOfTables } from "./table_files.ts";
import { workbookOf } from "./workbook.ts";

export interface ExportDeps {
  access: DocumentAccess;
  pages: PageStore;
  reader: Reader;
}

const Format = z.enum(["markdown", "json", "csv", "xlsx"]);

const ExportQuery = z.object({
  format: Format.meta({ description: "The kind of file", example: "markdown" }),
  table: z.coerce.number().int().min(1).max(100_000).optional().meta({
    description: "With `csv`: number of the table, from 1. Default: all tables as a zip with a CSV each",
    example: 1,
  }),
});

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const file = z.string().meta({ format: "binary" });
const tags = ["documents"];
const missing = "No such document, or none that the caller may read";

export function exports(deps: ExportDeps): OpenAPIHono<AppEnv> {
  const app = feature();
  const { access, pages, reader } = deps;

  app.openapi(
    endpoint({
      id: "exportDocument",
      method: "get",
      path: "/documents/{id}/export",
      tags,
      summary: "Export a document that was read as Markdown, JSON, CSV or a workbook",
      description:
        "`markdown`: headings, lists and tables in reading order, right-to-left parts marked as such. `json`: every " +
        "word, line, block, cell and field with its page and place. `csv`: one table, or a zip of all. `xlsx`: a sheet " +
        "for the fields and one for each table, numbers as numbers. Corrected fields and cells are in all of them; the lines of `json` stay as read.",
      heavy: true,
      request: { params: DocumentId, query: ExportQuery },
      answers: {
        200: {
          content: {
            "text/markdown": { schema: z.string() },
            "application/json": { schema: Layout },
            "text/csv": { schema: z.string() },
            "application/zip": { schema: file },
            [XLSX]: { schema: file },
          },
          description: "The file",
        },
      },
      fails: { 404: `${missing}, or no such table`, 409: "Not read yet" },
    }),
    async (c) => {
      const { format, table } = c.req.valid("query");
      if (table !== undefined && format !== "csv") {
        throw invalid(["query", "table"], "Only for the format csv");
      }
      const document = await access(c.var.user, c.req.valid("param").id, "read");
      if (document.ocr_text === null) {
        throw wrongState("The document is not read yet: call POST /ocr first");
      }
      const { body, type, ending } = await exported(document, await pages.list(document.id), {
        format,
        table,
      });
      return c.body(body, 200, attachmentHeaders(withExtension(document.filename, ending), type));
    },
  );

  app.openapi(
    endpoint({
      id: "exportSearchablePdf",
      method: "get",
      path: "/documents/{id}/searchable.pdf",
      tags,
      summary: "Export a document that was read as a searchable PDF/A",
      description:
        "Each page as a picture with invisible text that can be searched and copied; PDF/A-2u, for archives.",
      heavy: true,
      request: { params: DocumentId },
      answers: { 200: { content: { "application/pdf": { schema: file } }, description: "The PDF" } },
      fails: { 404: missing, 409: "Not read yet, or without pages: a Word document" },
    }),
    async (c) => {
      const document = await access(c.var.user, c.req.valid("param").id, "read");
      const pdf = await searchablePdf(document, { pages, reader });
      return c.body(
        whileRead(c, pdf),
        200,
        attachmentHeaders(withExtension(document.filename, "pdf"), "application/pdf"),
      );
    },
  );

  return app;
}

interface Exported {
  body: string | Uint8Array<ArrayBuffer>;
  type: string;
  ending: string;
}

async function exported(
  document: Document,
  pages: ReadPage[],
  { format, table }: { format: z.output<typeof Format>; table?: number },
): Promise<Exported> {
  const tables = correctedTables(pages, document.cell_corrections);
  if (format === "markdown") {
    return { body: markdownOf(pages, tables), type: "text/markdown; charset=UTF-8", ending: "md" };
  }
  if (format === "json") {
    return {
      body: JSON.stringify(layoutOf(document, pages, tables)),
      type: "application/json",
      ending: "json",
    };
  }
  if (format === "xlsx") {
    return { body: await workbookOf(document, tables), type: XLSX, ending: "xlsx" };
  }
  if (table === undefined) return { body: zipOfTables(tables), type: "application/zip", ending: "zip" };
  const wanted = tables[table - 1];
  if (!wanted) throw notFound("Table");
  return { body: csvOf(wanted), type: "text/csv; charset=UTF-8", ending: "csv" };
}
