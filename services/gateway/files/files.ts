import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { uuidv7 } from "lib/ids.ts";
import { json } from "lib/service/openapi.ts";
import { type Caller, type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import type { Uploads } from "../calls/admission.ts";
import { endpoint } from "../endpoint.ts";
import { objectListOf } from "../object_list.ts";
import { invalidRequest } from "../errors.ts";
import { type Form, readForm } from "../uploads/form.ts";
import { FileObject, fileObject, FileQuery, type StoredFile } from "./file.ts";
import type { FileStore } from "./files_store.ts";

const PURPOSES = ["batch", "user_data"];
const DAY = 24 * 3600;
const [LEAST_SECONDS, MOST_SECONDS] = [3600, 30 * DAY];

const FileForm = z.object({
  file: z.string().meta({ format: "binary", description: "The content" }),
  purpose: z.enum(["batch", "user_data"]).meta({ description: "batch: requests of a batch as JSON lines" }),
  "expires_after[anchor]": z.literal("created_at").optional().meta({ description: "Start of the period" }),
  "expires_after[seconds]": z.int().optional().meta({
    description: "Retention in seconds, 3600 to 2592000; default for files of batches: 30 days",
  }),
}).meta({ id: "FileForm" });

const FileList = objectListOf(FileObject).meta({ id: "FileList" });

const Deleted = z.object({
  id: z.string(),
  object: z.literal("file"),
  deleted: z.literal(true).meta({ description: "It is gone" }),
}).meta({ id: "DeletedFile" });

const FileId = z.object({ file_id: z.string().meta({ description: "The file" }) });
const missing = { 404: "No such file, or it belongs to another caller" };

export interface FileDeps {
  files: FileStore;
  uploads: Uploads;
  /** Maximum total bytes of one key's files. */
  mostFileBytes: number;
}

/** `/v1/files`: the input and output of batches. A caller sees only their own files. */
export function files({ files, uploads, mostFileBytes }: FileDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "createFile",
      method: "post",
      path: "/v1/files",
      tags: ["batches"],
      summary: "Keep a file",
      maxBodyBytes: uploads.maxBytes,
      request: { body: { content: { "multipart/form-data": { schema: FileForm } }, required: true } },
      answers: { 200: json(FileObject, "The file") },
      fails: {
        400: "The body is not multipart",
        413: "The file is too large, or the files of this key would exceed their size limit",
        415: "Not multipart/form-data",
        422: "A field is invalid; `param` names it",
      },
    }),
  );
  app.post("/v1/files", async (c) => {
    const form = await readForm(c.req.raw, uploads);
    try {
      const file = await storeUpload(files, form, { caller: c.var.caller, most: mostFileBytes });
      return c.json(fileObject(file), 200);
    } finally {
      await form.close();
    }
  });

  app.openapi(
    endpoint({
      id: "listFiles",
      method: "get",
      path: "/v1/files",
      tags: ["batches"],
      summary: "List the caller's files",
      request: { query: FileQuery },
      answers: { 200: json(FileList, "A page of files") },
    }),
    async (c) => {
      const { limit, ...query } = c.req.valid("query");
      const rows = await files.list({
        ...{ owner: c.var.caller.tenant_id, limit: limit + 1, order: query.order },
        ...{ purpose: query.purpose, after: query.after },
      });
      return c.json(pageOf(rows.map(fileObject), limit), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getFile",
      method: "get",
      path: "/v1/files/{file_id}",
      tags: ["batches"],
      summary: "Read a file's metadata",
      request: { params: FileId },
      answers: { 200: json(FileObject, "The file") },
      fails: missing,
    }),
    async (c) => c.json(fileObject(await owned(files, c.req.valid("param").file_id, c.var.caller)), 200),
  );

  app.openapi(
    endpoint({
      id: "getFileContent",
      method: "get",
      path: "/v1/files/{file_id}/content",
      tags: ["batches"],
      summary: "Read a file",
      request: { params: FileId },
      answers: {
        200: {
          description: "The content",
          content: { "application/octet-stream": { schema: z.string().meta({ format: "binary" }) } },
        },
      },
      fails: missing,
    }),
    async (c) => {
      const { id, bytes } = await owned(files, c.req.valid("param").file_id, c.var.caller);
      const headers = { "content-type": "application/octet-stream", "content-length": String(bytes) };
      return c.body(ReadableStream.from(files.content(id)), 200, headers);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteFile",
      method: "delete",
      path: "/v1/files/{file_id}",
      tags: ["batches"],
      summary: "Delete a file",
      request: { params: FileId },
      answers: { 200: json(Deleted, "It is gone") },
      fails: missing,
    }),
    async (c) => {
      const { id } = await owned(files, c.req.valid("param").file_id, c.var.caller);
      await files.remove(id);
      return c.json({ id, object: "file" as const, deleted: true as const }, 200);
    },
  );

  return app;
}

/** A page in the list format of the OpenAI API, from up to `limit + 1` rows. */
export function pageOf<T extends { id: string }>(rows: T[], limit: number) {
  const data = rows.slice(0, limit);
  return {
    object: "list" as const,
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: rows.length > limit,
  };
}

/** A file that the caller may see: their own, or any for an admin. Throws 404 for others. */
export async function owned(files: FileStore, id: string, { tenant_id, role }: Caller): Promise<StoredFile> {
  const file = await files.find(id);
  if (file && (file.owner === tenant_id || role === "admin")) return file;
  throw invalidRequest(404, `No such File object: ${id}`, { param: "id", code: "file_not_found" });
}

async function storeUpload(
  files: FileStore,
  form: Form,
  { caller, most }: { caller: Caller; most: number },
): Promise<StoredFile> {
  const sent = form.files.filter(({ name }) => name === "file");
  const [file] = sent;
  if (!file || sent.length > 1) throw invalidRequest(422, "'file' must be one file", { param: "file" });
  const fields = new Map(form.fields);
  const purpose = fields.get("purpose") ?? "";
  if (!PURPOSES.includes(purpose)) {
    throw invalidRequest(422, `'purpose' must be one of ${PURPOSES.join(", ")}`, { param: "purpose" });
  }
  const expiresAfter = fields.get("expires_after[seconds]");
  const lifetime = expiresAfter === undefined
    ? (purpose === "batch" ? MOST_SECONDS : undefined)
    : Number(expiresAfter);
  if (
    lifetime !== undefined &&
    !(Number.isInteger(lifetime) && lifetime >= LEAST_SECONDS && lifetime <= MOST_SECONDS)
  ) {
    throw invalidRequest(422, `'expires_after[seconds]' must be from ${LEAST_SECONDS} to ${MOST_SECONDS}`, {
      param: "expires_after[seconds]",
    });
  }
  const stored = await files.insert(
    {
      id: fileId(),
      owner: caller.tenant_id,
      purpose,
      filename: file.filename || "file",
      expires_at: lifetime === undefined ? null : new Date(Date.now() + lifetime * 1000).toISOString(),
    },
    await file.read(),
    { size: file.size, most },
  );
  if (stored) return stored;
  throw invalidRequest(
    413,
    `With this file the files of this key would exceed ${Math.floor(most / 2 ** 20)} MB: delete some first`,
    { param: "file", code: "file_storage_full" },
  );
}

export function fileId(): string {
  return `file-${uuidv7().replaceAll("-", "")}`;
}
