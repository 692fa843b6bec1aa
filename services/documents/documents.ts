import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { denied, feature, invalidInput, json, limited, missing, wrongStateResponse } from "lib/openapi.ts";
import { limitOffset, pageOf, PageQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import type { Caller } from "lib/sharing.ts";
import type { Blobs } from "./blobs.ts";
import { Classification } from "./classify.ts";
import type { DocumentAccess } from "./document_access.ts";
import { type DocumentStore, STATUSES } from "./documents_store.ts";
import { Extracted } from "./extraction.ts";
import { OcrResult, ocrResult } from "./ocr.ts";
import type { PageStore } from "./pages_store.ts";
import { searchablePdf } from "./searchable_pdf.ts";
import type { Reader } from "./reader.ts";
import { DOCUMENT_TYPES } from "./understanding/document_types.ts";
import { Validation } from "./validate.ts";

export const DocumentItem = z.object({
  id: z.uuid(),
  filename: z.string(),
  file_type: z.string(),
  status: z.enum(STATUSES),
  document_type: z.enum(DOCUMENT_TYPES).nullable(),
  confidence: z.number().nullable(),
  created_at: z.iso.datetime(),
}).meta({ id: "DocumentItem" });

export const DocumentDetail = DocumentItem.extend({
  size: z.int(),
  uploaded_by: z.string(),
  updated_at: z.iso.datetime(),
  failure: z.string().nullable().meta({ description: "Why the status is failed" }),
  progress: z.object({ pages_done: z.int(), pages: z.int() }).nullable(),
  ocr: OcrResult.nullable(),
  classification: Classification.nullable(),
  extraction: Extracted.nullable(),
  validation: Validation.nullable(),
}).meta({ id: "DocumentDetail" });
export type DocumentDetail = z.output<typeof DocumentDetail>;

export const DocumentListQuery = PageQuery.extend({
  search: z.string().max(500).optional().meta({
    description: "In file name and text, Arabic spellings folded",
  }),
  status: z.enum(STATUSES).optional(),
  document_type: z.enum(DOCUMENT_TYPES).optional(),
});
export type DocumentListQuery = z.output<typeof DocumentListQuery>;

export const DocumentList = pageOf("documents", DocumentItem).meta({ id: "DocumentList" });

export const DocumentId = z.object({ id: z.uuid() });

export interface DocumentDeps {
  documents: DocumentStore;
  access: DocumentAccess;
  pages: PageStore;
  blobs: Blobs;
  reader: Reader;
}

export async function listDocuments(
  documents: DocumentStore,
  query: DocumentListQuery,
  viewer: Caller,
): Promise<z.output<typeof DocumentList>> {
  const { rows, total } = await documents.list({ viewer, ...query, ...limitOffset(query) });
  return {
    documents: rows.map((row) => DocumentItem.parse(row)),
    total,
    page: query.page,
    page_size: query.page_size,
  };
}

export async function documentDetail(
  id: string,
  caller: Caller,
  { access, pages }: Pick<DocumentDeps, "access" | "pages">,
): Promise<DocumentDetail> {
  const document = await access(caller, id, "read");
  const progress = document.pages === null
    ? null
    : { pages_done: await pages.count(id), pages: document.pages };
  const ocr = document.ocr_text === null ? null : await ocrResult(document, pages);
  return DocumentDetail.parse({ ...document, progress, ocr });
}

const CONTENT_TYPES: Record<string, string> = {
  pdf: "application/pdf",
  png: "image/png",
  jpeg: "image/jpeg",
  tiff: "image/tiff",
  bmp: "image/bmp",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

export function documents(deps: DocumentDeps): OpenAPIHono<AppEnv> {
  const { documents: store, access, pages, blobs, reader } = deps;
  const app = feature();

  app.openapi(
    createRoute({
      method: "get",
      path: "/documents",
      summary: "List documents, newest first",
      request: { query: DocumentListQuery },
      responses: { 200: json(DocumentList, "A page of documents"), ...denied, ...invalidInput, ...limited },
    }),
    async (c) => c.json(await listDocuments(store, c.req.valid("query"), c.var.user), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/documents/{id}",
      summary: "Read a document with all that is known of it",
      request: { params: DocumentId },
      responses: {
        200: json(DocumentDetail, "The document"),
        ...denied,
        ...missing,
        ...invalidInput,
        ...limited,
      },
    }),
    async (c) => c.json(await documentDetail(c.req.valid("param").id, c.var.user, deps), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/documents/{id}/file",
      summary: "Download the file as it was uploaded",
      request: { params: DocumentId },
      responses: { 200: binary("The file"), ...denied, ...missing, ...limited },
    }),
    async (c) => {
      const { kind, sha256, filename } = await access(c.var.user, c.req.valid("param").id, "read");
      return c.body(await blobs.stream(sha256), 200, download(filename, CONTENT_TYPES[kind]));
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/documents/{id}/searchable.pdf",
      summary: "Export a document that was read as a searchable PDF",
      description: "Each page as a picture under its text, which can be searched and copied but is not seen.",
      request: { params: DocumentId },
      responses: { 200: binary("The PDF"), ...denied, ...missing, ...wrongStateResponse, ...limited },
    }),
    async (c) => {
      const document = await access(c.var.user, c.req.valid("param").id, "read");
      const pdf = await searchablePdf(document, { pages, reader });
      const name = `${document.filename.replace(/\.[^.]+$/, "")}.pdf`;
      return c.body(pdf, 200, download(name, "application/pdf"));
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/documents/{id}",
      summary: "Delete a document and what was read in it",
      description: "By whoever uploaded it, a manager or an admin.",
      request: { params: DocumentId },
      responses: { 204: { description: "Deleted" }, ...denied, ...missing, ...limited },
    }),
    async (c) => {
      const { id, sha256 } = await access(c.var.user, c.req.valid("param").id, "remove");
      await store.remove(id);
      if (!await store.isStored(sha256)) await blobs.remove(sha256);
      return c.body(null, 204);
    },
  );

  return app;
}

function binary(description: string) {
  return {
    content: { "application/octet-stream": { schema: z.string().meta({ format: "binary" }) } },
    description,
  };
}

function download(filename: string, type = "application/octet-stream"): Record<string, string> {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const name = encodeURIComponent(filename).replace(
    /['()*]/g,
    (symbol) => `%${symbol.charCodeAt(0).toString(16)}`,
  );
  return {
    "content-type": type,
    "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${name}`,
    // A document is a stranger's: no browser may take it for a page of ours.
    "content-security-policy": "sandbox; default-src 'none'",
  };
}
