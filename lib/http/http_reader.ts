/** Reads HTTP/1.1 answers from a connection as framed by RFC 9112. */
import {
  type ByteSource,
  fill,
  fillOrThrow,
  headText,
  type HttpBuffer,
  httpBuffer,
  take,
} from "lib/http/http_buffer.ts";
import { type HttpChunks, httpChunks, readChunks } from "lib/http/http_chunks.ts";
import { HttpError } from "lib/http/http_error.ts";

/** The head of an answer. */
export interface AnswerHead {
  /** The status. */
  status: number;
  /** A header's value by its lower-case name. */
  header(name: string): string | undefined;
  /** All headers, those left out that no name or value can be made of. */
  fields(): Headers;
}

/**
 * Reads one answer after the other. All methods throw HttpError when the bytes are malformed or end too soon.
 */
export interface HttpReader {
  /** Whether any byte of the answer has arrived. */
  readonly begun: boolean;
  /** The head of the next answer. */
  head(): Promise<AnswerHead>;
  /** The next bytes of the body, null at its end. */
  body(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** All that is left of a body with a length of `maxBytes` at most, where that has come; else undefined. */
  bodyNow(maxBytes: number): Uint8Array<ArrayBuffer> | undefined;
  /** Whether another request may follow on the connection. */
  readonly reusable: boolean;
}

/** How a body ends: at its length, with its last chunk, or with its connection. */
type Framing =
  | { by: "length"; left: number }
  | { by: "chunked"; chunks: HttpChunks }
  | { by: "close" };

/** A reader over `source`. */
export function createHttpReader(source: ByteSource): HttpReader {
  const buffer = httpBuffer(source);
  let framing: Framing = { by: "length", left: 0 };
  let keptAlive = false;

  return {
    get begun() {
      return buffer.begun;
    },
    async head() {
      buffer.begun = false;
      for (;;) {
        const text = await headText(buffer);
        const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
        if (status === undefined) throw new HttpError("the answer is not HTTP");
        // Interim answers (1xx) are skipped.
        if (status.startsWith("1")) continue;
        const values = lookup(text);
        framing = framingOf(Number(status), values);
        keptAlive = staysOpen(values, text.startsWith("HTTP/1.1"));
        return { status: Number(status), header: (name) => values(name)[0], fields: () => fieldsOf(text) };
      }
    },
    body: () => framing.by === "chunked" ? readChunks(buffer, framing.chunks) : readPlain(buffer, framing),
    bodyNow(maxBytes) {
      if (framing.by !== "length" || framing.left === 0 || framing.left > maxBytes) return undefined;
      if (framing.left > buffer.end - buffer.start) return undefined;
      const bytes = take(buffer, framing.left);
      framing.left = 0;
      return bytes;
    },
    get reusable() {
      return keptAlive && isWhole(framing) && buffer.start === buffer.end;
    },
  };
}

function framingOf(status: number, values: Lookup): Framing {
  const length = oneLength(values("content-length"));
  const coding = values("transfer-encoding").join();
  if (status === 204 || status === 304) return { by: "length", left: 0 };
  if (/\bchunked\s*$/i.test(coding)) return { by: "chunked", chunks: httpChunks() };
  return coding || length === undefined ? { by: "close" } : { by: "length", left: length };
}

function staysOpen(values: Lookup, modern: boolean): boolean {
  // A proxy may have used the length beside a transfer coding: this connection must not be reused.
  if (values("transfer-encoding").length > 0 && values("content-length").length > 0) return false;
  const connection = values("connection").join().toLowerCase();
  return modern ? !connection.includes("close") : connection.includes("keep-alive");
}

function isWhole(framing: Framing): boolean {
  if (framing.by === "chunked") return framing.chunks.phase === "end";
  return framing.by === "length" && framing.left === 0;
}

async function readPlain(
  buffer: HttpBuffer,
  framing: Exclude<Framing, { by: "chunked" }>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (framing.by === "close") {
    return buffer.start < buffer.end || await fill(buffer) ? take(buffer, buffer.end - buffer.start) : null;
  }
  if (framing.left === 0) return null;
  if (buffer.start === buffer.end) await fillOrThrow(buffer);
  const bytes = take(buffer, Math.min(framing.left, buffer.end - buffer.start));
  framing.left -= bytes.length;
  return bytes;
}

/**
 * The length that the headers agree on, undefined without one. Conflicting lengths are refused, as they allow
 * request smuggling.
 */
function oneLength(values: string[]): number | undefined {
  const [only = ""] = values;
  // Nearly every answer; the rest is looked at thoroughly.
  if (values.length === 1 && /^\d{1,15}$/.test(only)) return Number(only);
  const given = new Set(values.flatMap((value) => value.split(",")).map((value) => value.trim()));
  const [length, another] = given;
  if (length === undefined) return undefined;
  if (another !== undefined) throw new HttpError("the answer has conflicting lengths");
  if (!/^\d{1,15}$/.test(length)) throw new HttpError("the answer has an invalid length");
  return Number(length);
}

function fieldsOf(text: string): Headers {
  const fields = new Headers();
  for (const line of text.split("\n").slice(1)) {
    const colon = line.indexOf(":");
    try {
      fields.append(line.slice(0, colon), line.slice(colon + 1).trim());
    } catch {
      // No client could read it.
    }
  }
  return fields;
}

/** All values of a header by its lower-case name, in their order. */
type Lookup = (name: string) => string[];

/** Headers are parsed on demand, since few are read. */
function lookup(text: string): Lookup {
  const names = text.toLowerCase();
  return (name) => {
    const values: string[] = [];
    const line = `\n${name}:`;
    for (let at = names.indexOf(line); at >= 0; at = names.indexOf(line, at + 1)) {
      const from = at + line.length;
      const to = text.indexOf("\n", from);
      values.push(text.slice(from, to < 0 ? undefined : to).trim());
    }
    return values;
  };
}
