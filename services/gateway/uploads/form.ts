/** Multipart forms: parsed once with the files spooled to disk, so that a retry can send them again. */
import { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import type { Incoming } from "lib/http/incoming.ts";
import { isDiskFull } from "lib/outages.ts";
import { inTime } from "lib/http/slow_body.ts";
import { headOf, type Spool, type SpooledFile } from "lib/files/spool.ts";
import { GatewayError, invalidRequest } from "../errors.ts";

/** A file of a form, spooled until the form is closed. */
export interface FormFile extends Pick<SpooledFile, "size" | "read"> {
  /** Name of the form field. */
  name: string;
  filename: string;
  type: string;
  /** The first bytes, to detect the type. */
  head: Uint8Array;
}

/** A parsed form. */
export interface Form {
  /** Text fields in order; a name may occur several times. */
  fields: [name: string, value: string][];
  files: FormFile[];
  /** Deletes the spooled files. */
  close(): Promise<void>;
}

const MAX_FIELD_BYTES = 2 ** 20;
const HEAD_BYTES = 4096;

/** Reads a form of at most `maxBytes` and spools its files. Throws invalid_request_error. */
export async function readForm(
  request: Pick<Incoming, "headers" | "body">,
  { spool, maxBytes }: { spool: Spool; maxBytes: number },
): Promise<Form> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw invalidRequest(415, "Content-Type must be multipart/form-data");
  }
  if (!/boundary=/i.test(type) || !request.body) {
    throw invalidRequest(400, "The multipart body has no boundary or is empty");
  }
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
  const spooledFiles: SpooledFile[] = [];
  let closed = false;
  const close = async () => {
    closed = true;
    await Promise.all(spooledFiles.map((file) => file.remove()));
  };
  const take = async (chunks: AsyncIterable<Uint8Array>) => {
    const file = await spool.take(chunks);
    spooledFiles.push(file);
    if (closed) await file.remove();
    return file;
  };
  try {
    return { ...await received(inTime(request.body), { type, take, maxBytes }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function received(
  body: ReadableStream<Uint8Array>,
  { type, take, maxBytes }: { type: string; take: Spool["take"]; maxBytes: number },
): Promise<Pick<Form, "fields" | "files">> {
  const parser = new Busboy({
    headers: { "content-type": type },
    limits: { fileSize: maxBytes, fieldSize: MAX_FIELD_BYTES, files: 17, fields: 200, parts: 217 },
  });
  const fields: [string, string][] = [];
  const files: Promise<FormFile>[] = [];
  await new Promise<void>((resolve, reject) => {
    const open = new Set<Readable>();
    const unreadable = (error: unknown) => {
      reject(receivingFailure(error));
      // A stopped parser never ends the streams of files that it has begun.
      for (const stream of open) stream.destroy(error instanceof Error ? error : undefined);
    };
    parser.on("file", (name, stream, filename, _encoding, mime) => {
      stream.on("error", unreadable);
      open.add(stream);
      const file = spooled(stream, { name, filename: filename ?? "", type: mime }, take);
      file.catch(unreadable);
      files.push(file);
    });
    parser.on("field", (name, value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) unreadable(invalidRequest(422, `'${name}' is too long`, { param: name }));
      else if (value.includes("\0")) {
        unreadable(invalidRequest(422, `'${name}' must not contain NUL`, { param: name }));
      } else fields.push([name, value]);
    });
    parser.on("filesLimit", () => unreadable(invalidRequest(422, "The form has too many files")));
    parser.on("fieldsLimit", () => unreadable(invalidRequest(422, "The form has too many fields")));
    parser.on("finish", resolve);
    parser.on("error", unreadable);
    const source = Readable.from(counted(body, maxBytes));
    source.on("error", unreadable);
    source.pipe(parser);
  });
  return { fields, files: await Promise.all(files) };
}

async function* counted(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

async function spooled(
  stream: AsyncIterable<Uint8Array>,
  named: Pick<FormFile, "name" | "filename" | "type">,
  take: Spool["take"],
): Promise<FormFile> {
  const start = headOf(HEAD_BYTES);
  const { size, read } = await take(start.through(stream));
  return { ...named, size, read, head: start.bytes() };
}

function tooLarge(maxBytes: number): GatewayError {
  const megabytes = Number((maxBytes / 2 ** 20).toFixed(2));
  return invalidRequest(413, `Request body exceeds the maximum of ${megabytes} MB`, {
    code: "request_too_large",
  });
}

/** A 400 for a malformed body; a full disk and errors with a status of their own stay as they are. */
function receivingFailure(error: unknown): unknown {
  if (error instanceof GatewayError || isDiskFull(error)) return error;
  if (error instanceof Error && "status" in error) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return invalidRequest(400, `The multipart body cannot be read: ${reason}`, { cause: error });
}
