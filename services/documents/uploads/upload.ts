import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { documentEndpoint, endpoint } from "lib/service/endpoint.ts";
import { invalid } from "lib/errors.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Spool } from "lib/files/spool.ts";
import type { Blobs } from "../storage/blobs.ts";
import type { DuplicateStore } from "../storage/duplicates_store.ts";
import { type Document, DocumentItem, type NewDocument, Status } from "../storage/document.ts";
import type { RemovalStore } from "../storage/removal_store.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import { type Spooled, spoolFile } from "./multipart.ts";
import { type Kind, KIND_OF_ENDING, sniff } from "../reading/files/sniff.ts";

export const UploadResult = z.object({
  id: z.uuid(),
  filename: z.string(),
  file_type: z.string(),
  status: Status,
  message: z.string().meta({ description: "Next step" }),
  duplicates: z.array(DocumentItem.pick({ id: true, filename: true, created_at: true })).optional().meta({
    description: "Documents with identical bytes that the caller may read, if any",
    example: [],
  }),
}).meta({
  id: "UploadResult",
  example: {
    id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a33",
    filename: "invoice.pdf",
    file_type: "pdf",
    status: "pending",
    message: "Document uploaded; call POST /ocr or /process next",
  },
});

const UploadBody = z.object({ file: z.string().meta({ format: "binary" }) }).meta({ id: "UploadBody" });

const MULTIPART_OVERHEAD = 1024 * 1024;

export interface UploadDeps {
  documents: DocumentStore;
  blobs: Blobs;
  removals: RemovalStore;
  duplicates: DuplicateStore;
  spool: Spool;
  maxFileBytes: number;
}

export function upload(deps: UploadDeps): OpenAPIHono<AppEnv> {
  const app = feature();
  // Documented separately from its handler, which streams the body to disk instead of parsing it in memory.
  documentEndpoint(
    app,
    endpoint({
      id: "uploadDocument",
      method: "post",
      path: "/upload",
      tags: ["documents"],
      summary: "Upload a document",
      description:
        "pdf, png, jpg, jpeg, tiff, bmp or docx, told by content. The same bytes twice are two documents; " +
        "`duplicates` names the others that the caller may read.",
      maxBodyBytes: deps.maxFileBytes + MULTIPART_OVERHEAD,
      request: { body: { required: true, content: { "multipart/form-data": { schema: UploadBody } } } },
      answers: { 201: json(UploadResult, "Stored, to be read") },
    }),
  );
  app.post("/upload", async (c) => {
    const file = await spoolFile(c.req.raw, { spool: deps.spool, maxBytes: deps.maxFileBytes });
    try {
      const document = await store(file, c.var.user.sub, deps);
      const { id, filename, file_type, status } = document;
      const same = await deps.duplicates.sameFile(document, c.var.user);
      const duplicates = same.map(({ id, filename, created_at }) => ({ id, filename, created_at }));
      return c.json({
        id,
        filename,
        file_type,
        status,
        message: "Document uploaded; call POST /ocr or /process next",
        ...duplicates.length === 0 ? {} : { duplicates },
      }, 201);
    } finally {
      await file.remove();
    }
  });
  return app;
}

type StoreDeps = Pick<UploadDeps, "documents" | "blobs" | "removals">;

function store(file: Spooled, uploaded_by: string, deps: StoreDeps): Promise<Document> {
  return storeWith((document) => deps.documents.insert(document), file, { uploaded_by, ...deps });
}

/** Stores a file from a watched folder as a document, once per `origin`. */
export function storeFound(
  file: Spooled,
  { uploaded_by, origin }: { uploaded_by: string; origin: string },
  deps: StoreDeps,
): Promise<Document | undefined> {
  const insert = (document: NewDocument) => deps.documents.insertOnce({ ...document, origin });
  return storeWith(insert, file, { uploaded_by, ...deps });
}

async function storeWith<D>(
  insert: (document: NewDocument) => Promise<D>,
  file: Spooled,
  { uploaded_by, blobs, removals }: { uploaded_by: string } & Pick<StoreDeps, "blobs" | "removals">,
): Promise<D> {
  const { sha256, size } = file;
  const filename = readableName(file.filename);
  const { kind, file_type } = typeOf(filename, file);
  // If the process dies before the document is stored, the sweep finds the file by this record.
  const noted = await removals.expect(sha256);
  await blobs.put(sha256, file);
  const document = await insert({ filename, file_type, kind, size, sha256, uploaded_by });
  // The last document with this file may have been deleted meanwhile, and the file with it.
  if (!await blobs.has(sha256)) await blobs.put(sha256, file);
  await noted.arrived();
  return document;
}

function typeOf(filename: string, { head, size }: Spooled): { kind: Kind; file_type: string } {
  const refuse = (message: string, type: string) => invalid(["body", "file"], message, type);
  if (size === 0) throw refuse("The file is empty", "empty_file");
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  const named = KIND_OF_ENDING[ending];
  const kind = sniff(head);
  const supported = "supported are pdf, png, jpg, jpeg, tiff, bmp and docx";
  if (!kind) {
    throw refuse(`The content is no document that can be read; ${supported}`, "unsupported_file_type");
  }
  if (ending !== "" && !named) {
    throw refuse(`.${ending} files are not supported; ${supported}`, "unsupported_file_type");
  }
  if (named && named !== kind) {
    throw refuse(`The name says ${ending} but the content is ${kind}`, "file_type_mismatch");
  }
  return { kind, file_type: ending === "tif" ? "tiff" : ending || kind };
}

const LONGEST_NAME = 200;

/** Sanitises a file name: keeps text of any script, removes characters that are unsafe in file systems or HTML. */
export function readableName(given: string): string {
  const last = decoded(given).normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>:"|?*]/gu, "")
    .replace(/\s+/gu, " ").replace(/^[.\s]+|[.\s]+$/gu, "");
  const symbols = [...clean];
  if (symbols.length <= LONGEST_NAME) return clean || "document";
  const ending = /\.[^.]{1,5}$/.exec(clean)?.[0] ?? "";
  return symbols.slice(0, LONGEST_NAME - ending.length).join("") + ending;
}

/** Decodes a name that a client sent as UTF-8 bytes in Latin-1. */
function decoded(name: string): string {
  if (!/[\u0080-\u00ff]/.test(name) || /[\u0100-\uffff]/.test(name)) return name;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(name, (symbol) => symbol.charCodeAt(0)),
    );
  } catch {
    return name;
  }
}
