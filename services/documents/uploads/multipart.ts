import { Readable } from "node:stream";
import { createHash } from "node:crypto";
import { Busboy } from "@fastify/busboy";
import { isDiskFull } from "lib/outages.ts";
import { badRequest, invalid, tooLarge, unsupportedMediaType } from "lib/errors.ts";

/** A file that was sent, spooled to `path` while it was read. */
export interface Spooled {
  filename: string;
  path: string;
  size: number;
  sha256: string;
  head: Uint8Array;
}

const HEAD = 8192;

/** Streams the part `file` of a multipart body to a temporary file, counted and hashed on the way. */
export async function spoolFile(
  request: Request,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): Promise<Spooled> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) throw unsupportedMediaType("multipart/form-data");
  if (!/boundary=/i.test(type) || !request.body) {
    throw badRequest("The multipart body has no boundary or is empty");
  }
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await Deno.makeTempFile({ dir: folder });
  try {
    return await received(request.body, { type, path, maxBytes });
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    throw error;
  }
}

interface Target {
  type: string;
  path: string;
  maxBytes: number;
}

async function received(
  body: ReadableStream<Uint8Array>,
  { type, path, maxBytes }: Target,
): Promise<Spooled> {
  const parser = new Busboy({
    headers: { "content-type": type },
    limits: { fileSize: maxBytes, files: 4, fields: 20, parts: 24 },
  });
  let file: Promise<Spooled | undefined> | undefined;
  let open: Readable | undefined;
  await new Promise<void>((resolve, reject) => {
    const unreadable = (error: unknown) => reject(receivingFailure(error));
    parser.on("file", (name, stream, filename) => {
      // A truncated body raises 'error' on its current part; an unhandled 'error' event would crash the process.
      stream.on("error", unreadable);
      if (name !== "file" || file) return void stream.resume();
      open = stream;
      file = spooled(stream, { filename: filename ?? "", path });
      file.catch(unreadable);
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
  if (!file) throw invalid(["body", "file"], "Field required: a file", "missing");
  const result = await file;
  if (!result) throw tooLarge(maxBytes);
  return result;
}

/** Copies a stream to a temporary file in `folder`, counted and hashed on the way; 413 above `maxBytes`. */
export async function spoolStream(
  stream: ReadableStream<Uint8Array>,
  { folder, filename, maxBytes }: { folder: string; filename: string; maxBytes: number },
): Promise<Spooled> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await Deno.makeTempFile({ dir: folder });
  async function* bounded(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  }
  try {
    const result = await spooled(Object.assign(bounded(), { truncated: false }), { filename, path });
    if (!result) throw tooLarge(maxBytes);
    return result;
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    throw error;
  }
}

/** Resolves to undefined when the file was longer than allowed. */
async function spooled(
  stream: AsyncIterable<Uint8Array> & { truncated: boolean },
  { filename, path }: { filename: string; path: string },
): Promise<Spooled | undefined> {
  const hash = createHash("sha256");
  const head = new Uint8Array(HEAD);
  let size = 0;
  using out = await Deno.open(path, { write: true, truncate: true });
  const writer = out.writable.getWriter();
  for await (const chunk of stream) {
    if (size < HEAD) head.set(chunk.subarray(0, HEAD - size), size);
    hash.update(chunk);
    size += chunk.length;
    await writer.write(new Uint8Array(chunk));
  }
  await writer.close();
  if (stream.truncated) return undefined;
  return { filename, path, size, sha256: hash.digest("hex"), head: head.subarray(0, Math.min(size, HEAD)) };
}

/** The body's fault, but for a full disk, which the caller is told of as such. */
export function receivingFailure(error: unknown): unknown {
  return isDiskFull(error) ? error : badRequest(`The multipart body cannot be read: ${reasonOf(error)}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
