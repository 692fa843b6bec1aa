/** Reads a chunked body as framed by RFC 9112, section 7.1. */
import { fillOrThrow, type HttpBuffer } from "lib/http/http_buffer.ts";
import { HttpError } from "lib/http/http_error.ts";

/** The parser's state within a chunked body. */
export interface HttpChunks {
  /** The part of the body that the next byte belongs to. */
  phase: "size" | "extension" | "data" | "after" | "trailer" | "end";
  /** Bytes left of the chunk's data; while the size is being read, its value so far. */
  left: number;
  /** Bytes read of the current line. */
  lineBytes: number;
}

const LF = 10;
const CR = 13;

/** The beginning of a chunked body. */
export function httpChunks(): HttpChunks {
  return { phase: "size", left: 0, lineBytes: 0 };
}

/** All data of the buffered chunks, in one piece; null at the end of the body. */
export async function readChunks(
  buffer: HttpBuffer,
  chunks: HttpChunks,
): Promise<Uint8Array<ArrayBuffer> | null> {
  while (chunks.phase !== "end") {
    if (buffer.start === buffer.end) await fillOrThrow(buffer);
    const from = buffer.start;
    const size = gather(buffer, chunks);
    if (size > 0) {
      const data = new Uint8Array(size);
      data.set(buffer.bytes.subarray(from, from + size));
      return data;
    }
  }
  return null;
}

/** Moves the data down over the chunk sizes in between; returns its number of bytes. */
function gather(buffer: HttpBuffer, chunks: HttpChunks): number {
  const { bytes, start: from, end } = buffer;
  let size = 0;
  while (buffer.start < end && chunks.phase !== "end") {
    if (chunks.phase !== "data") {
      step(chunks, bytes[buffer.start++] ?? 0);
      continue;
    }
    const count = Math.min(chunks.left, end - buffer.start);
    bytes.copyWithin(from + size, buffer.start, buffer.start + count);
    buffer.start += count;
    size += count;
    chunks.left -= count;
    if (chunks.left === 0) chunks.phase = "after";
  }
  return size;
}

/** Parses one byte between the data of chunks. */
function step(chunks: HttpChunks, byte: number): void {
  const { phase } = chunks;
  if (phase === "size" && byte !== LF && byte !== CR) {
    const digit = hexDigit(byte);
    if (digit < 0 && chunks.lineBytes > 0) chunks.phase = "extension";
    else if (digit < 0 || ++chunks.lineBytes > 12) throw new HttpError("a chunk has an invalid size");
    else chunks.left = chunks.left * 16 + digit;
  } else if (byte === LF) lineEnd(chunks);
  else if (phase === "trailer" && byte !== CR) chunks.lineBytes++;
}

function lineEnd(chunks: HttpChunks): void {
  const { phase, lineBytes } = chunks;
  if (phase === "after") chunks.phase = "size";
  else if (phase === "trailer") chunks.phase = lineBytes === 0 ? "end" : "trailer";
  else if (lineBytes === 0) throw new HttpError("a chunk has no size");
  else chunks.phase = chunks.left === 0 ? "trailer" : "data";
  chunks.lineBytes = 0;
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
