import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { feature, json } from "lib/service/openapi.ts";
import { limitOffset, pageOf } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import { whileRead } from "lib/http/unread.ts";
import { attachmentHeaders } from "../export/attachment.ts";
import type { Removal } from "../keeping/removal.ts";
import { ocrResult } from "../reading/layout/ocr_result.ts";
import type { Blobs } from "../storage/blobs.ts";
import { DocumentDetail, DocumentId, DocumentItem, DocumentListQuery } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import type { PageStore } from "../storage/pages_store.ts";
import type { DocumentAccess } from "../access/document_access.ts";

export const DocumentList = pageOf("documents", DocumentItem).meta({ id: "DocumentList" });
export type DocumentList = z.output<typeof DocumentList>;

export interface DocumentDeps {
  documents: DocumentStore;
  access: DocumentAccess;
  pages: PageStore;
  blobs: Blobs;
  removal: Removal;
}

/** A page of the documents that the viewer may read. */
export async function listDocuments(
  documents: DocumentStore,
  query: DocumentListQuery,
  viewer: Caller,
): Promise<DocumentList> {
  const { rows, total } = await documents.list({ viewer, ...query, ...limitOffset(query) });
  return DocumentList.parse({ documents: rows, total, page: query.page, page_size: query.page_size });
}

/** A document with all its results. */
export async function documentDetail(
  id: string,
  caller: Caller,
  { access, pages }: Pick<DocumentDeps, "access" | "pages">,
): Promise<DocumentDetail> {
  const document = await access(caller, id, "read");
  const progress = document.pages === null
    ? null
    : { pages_done: await pages.count(id), pages: document.pages };
  const ocr = document.ocr_text === null ? null : ocrResult(document, await pages.list(id));
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

const tags = ["documents"];
const request = { params: DocumentId };
const missing = { 404: "No such document, or none that the caller may read" } as const;

export function documents(deps: DocumentDeps): OpenAPIHono<AppEnv> {
  const { documents: store, access, blobs, removal } = deps;
  const app = feature();

  app.openapi(
    endpoint({
      id: "listDocuments",
      method: "get",
      path: "/documents",
      tags,
      summary: "List documents, newest first",
      description: "Your own and those shared with you; managers and admins see all.",
      request: { query: DocumentListQuery },
      answers: { 200: json(DocumentList, "A page of documents") },
    }),
    async (c) => c.json(await listDocuments(store, c.req.valid("query"), c.var.user), 200),
  );

  app.openapi(
    endpoint({
      id: "getDocument",
      method: "get",
      path: "/documents/{id}",
      tags,
      summary: "Read a document with all its results",
      request,
      answers: { 200: json(DocumentDetail, "The document") },
      fails: missing,
    }),
    async (c) => c.json(await documentDetail(c.req.valid("param").id, c.var.user, deps), 200),
  );

  app.openapi(
    endpoint({
      id: "downloadDocument",
      method: "get",
      path: "/documents/{id}/file",
      tags,
      summary: "Download the original file",
      request,
      answers: { 200: binary("The file") },
      fails: missing,
    }),
    async (c) => {
      const { kind, sha256, filename } = await access(c.var.user, c.req.valid("param").id, "read");
      return c.body(
        whileRead(c, await blobs.stream(sha256)),
        200,
        attachmentHeaders(filename, CONTENT_TYPES[kind]),
      );
    },
  );

  app.openapi(
    endpoint({
      id: "deleteDocument",
      method: "delete",
      path: "/documents/{id}",
      tags,
      summary: "Delete a document with its results",
      description:
        "By whoever uploaded it, a manager or an admin. Its pages, texts and corrections go with it, and its bytes, " +
        "unless another document has the same.",
      request,
      answers: { 204: { description: "Deleted" } },
      fails: {
        403: "It is shared with the caller, who may not delete it",
        ...missing,
        409: "It is under a legal hold",
      },
    }),
    async (c) => {
      const { id, legal_hold } = await access(c.var.user, c.req.valid("param").id, "remove");
      const onHold = wrongState("The document is under a legal hold, which a manager or an admin can lift");
      if (legal_hold) throw onHold;
      // Since the check above, the document was put on hold or deleted by someone else.
      if (!await removal.remove(id, c.var.user.sub)) {
        throw await store.find(id) ? onHold : notFound("Document");
      }
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
