import { Readable } from "node:stream";
import { createHash, type Hash } from "node:crypto";
import { Busboy } from "@fastify/busboy";
import { isDiskFull } from "lib/outages.ts";
import { badRequest, invalid, ServiceError, tooLarge, unsupportedMediaType } from "lib/errors.ts";
import { headOf, type Spool, type SpooledFile } from "lib/files/spool.ts";

/** An uploaded file. */
export interface Spooled extends SpooledFile {
  filename: string;
  sha256: string;
  head: Uint8Array;
}

const HEAD = 8192;

/** Spools the part `file` of a multipart body to disk, counting and hashing it. */
export async function spoolFile(
  request: Request,
  { spool, maxBytes }: { spool: Spool; maxBytes: number },
): Promise<Spooled> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) throw unsupportedMediaType("multipart/form-data");
  if (!/boundary=/i.test(type) || !request.body) {
    throw badRequest("The multipart body has no boundary or is empty");
  }
  return await received(request.body, { type, spool, maxBytes });
}

interface Target {
  type: string;
  spool: Spool;
  maxBytes: number;
}

async function received(
  body: ReadableStream<Uint8Array>,
  { type, spool, maxBytes }: Target,
): Promise<Spooled> {
  const parser = new Busboy({
    headers: { "content-type": type },
    limits: { fileSize: maxBytes, files: 4, fields: 20, parts: 24 },
  });
  let file: Promise<Spooled | undefined> | undefined;
  try {
    await parsed(parser, body, (stream, filename) => file ??= spooled(stream, { filename, spool }));
  } catch (error) {
    // The file may be complete although the body was truncated after it.
    await file?.then((whole) => whole?.remove(), () => {});
    throw error;
  }
  if (!file) throw invalid(["body", "file"], "Field required: a file", "missing");
  const result = await file;
  if (!result) throw tooLarge(maxBytes);
  return result;
}

type FileStream = Readable & { truncated: boolean };

/** Parses `body`, passing its first part `file` to `take`. */
function parsed(
  parser: Busboy,
  body: ReadableStream<Uint8Array>,
  take: (stream: FileStream, filename: string) => Promise<unknown>,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let open: Readable | undefined;
    const unreadable = (error: unknown) => {
      reject(receivingFailure(error));
      // A stopped parser never ends the stream of a file that it has begun.
      open?.destroy(error instanceof Error ? error : undefined);
    };
    parser.on("file", (name, stream, filename) => {
      // A truncated body raises 'error' on its current part; an unhandled 'error' event would crash the process.
      stream.on("error", unreadable);
      if (name !== "file" || open) return void stream.resume();
      open = stream;
      take(stream, filename ?? "").catch(unreadable);
    });
    parser.on("finish", resolve);
    parser.on("error", unreadable);
    const source = Readable.from(body);
    source.on("error", (error) => {
      reject(error);
      open?.destroy(error);
    });
    source.pipe(parser);
  });
}

/** Spools a stream to disk, counting and hashing it; throws 413 above `maxBytes`. */
export async function spoolStream(
  stream: AsyncIterable<Uint8Array>,
  { spool, filename, maxBytes }: { spool: Spool; filename: string; maxBytes: number },
): Promise<Spooled> {
  async function* bounded(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  }
  const result = await spooled(Object.assign(bounded(), { truncated: false }), { filename, spool });
  if (!result) throw tooLarge(maxBytes);
  return result;
}

/** Resolves to undefined for a file over the limit. */
async function spooled(
  stream: AsyncIterable<Uint8Array> & { truncated: boolean },
  { filename, spool }: { filename: string; spool: Spool },
): Promise<Spooled | undefined> {
  const hash = createHash("sha256");
  const start = headOf(HEAD);
  const file = await spool.take(hashed(start.through(stream), hash));
  if (!stream.truncated) return { ...file, filename, sha256: hash.digest("hex"), head: start.bytes() };
  await file.remove();
  return undefined;
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** A 400 for a malformed body; the error of a full disk stays as it is. */
export function receivingFailure(error: unknown): unknown {
  if (error instanceof ServiceError || isDiskFull(error)) return error;
  return badRequest(`The multipart body cannot be read: ${reasonOf(error)}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
