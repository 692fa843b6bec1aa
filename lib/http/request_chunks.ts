/**
 * Parses a chunked request body (RFC 9112, section 7.1), strictly, since a proxy in front may parse it
 * differently.
 */
import { RefusedHead } from "lib/http/request_head.ts";

/** Where a chunked body is being read. */
export interface RequestChunks {
  /** The part that the next byte belongs to. */
  phase: "size" | "extension" | "sizeEnd" | "data" | "dataEnd" | "trailer" | "trailerEnd" | "end";
  /** Bytes left of the chunk's data; while its size is being read, the value so far. */
  left: number;
  /** Characters of the current line; in data's end, of its line break. */
  line: number;
  /** Bytes of all extensions and trailers so far. */
  extra: number;
}

const LF = 10;
const CR = 13;
const SEMICOLON = 59;
const TAB = 9;
const SPACE = 32;
const DELETE = 127;
// Up to 2^32 bytes.
const SIZE_DIGITS = 8;
const MAX_EXTRA = 8 * 1024;

/** The beginning of a chunked body. */
export function requestChunks(): RequestChunks {
  return { phase: "size", left: 0, line: 0, extra: 0 };
}

/**
 * Reads from `start` to the next data or to `end`; returns where it stopped, with `phase` "data" before data.
 * @throws {RefusedHead} for a body that is malformed.
 */
export function skipToData(chunks: RequestChunks, bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && chunks.phase !== "data" && chunks.phase !== "end") step(chunks, bytes[at++] ?? 0);
  return at;
}

/** Counts `count` bytes of data as read. */
export function dataRead(chunks: RequestChunks, count: number): void {
  chunks.left -= count;
  if (chunks.left > 0) return;
  chunks.phase = "dataEnd";
  chunks.line = 0;
}

function step(chunks: RequestChunks, byte: number): void {
  switch (chunks.phase) {
    case "size":
      return stepSize(chunks, byte);
    case "extension":
      return byte === CR ? void (chunks.phase = "sizeEnd") : countExtra(chunks, byte);
    case "sizeEnd":
      need(byte === LF);
      chunks.phase = chunks.left === 0 ? "trailer" : "data";
      chunks.line = 0;
      return;
    case "dataEnd":
      need(byte === (chunks.line === 0 ? CR : LF));
      if (chunks.line++ > 0) Object.assign(chunks, { phase: "size", left: 0, line: 0 });
      return;
    case "trailer":
      if (byte === CR) return void (chunks.phase = "trailerEnd");
      chunks.line++;
      return countExtra(chunks, byte);
    case "trailerEnd":
      need(byte === LF);
      chunks.phase = chunks.line === 0 ? "end" : "trailer";
      chunks.line = 0;
  }
}

function stepSize(chunks: RequestChunks, byte: number): void {
  const digit = hexDigit(byte);
  if (digit >= 0) {
    need(++chunks.line <= SIZE_DIGITS);
    chunks.left = chunks.left * 16 + digit;
    return;
  }
  need(chunks.line > 0 && (byte === CR || byte === SEMICOLON));
  chunks.phase = byte === CR ? "sizeEnd" : "extension";
}

/** Extensions and trailers are not read, only bounded. */
function countExtra(chunks: RequestChunks, byte: number): void {
  need(byte === TAB || byte >= SPACE && byte !== DELETE);
  if (++chunks.extra > MAX_EXTRA) throw new RefusedHead(431, "The body has too many extensions or trailers");
}

function need(holds: boolean): void {
  if (!holds) throw new RefusedHead(400, "The chunks of the body are malformed");
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
