/** The received bytes of a connection that were not read yet. */
import { Buffer } from "node:buffer";
import { HttpError } from "lib/http/http_error.ts";

/** Reads more bytes; null at the end. */
export interface ByteSource {
  /** The number of bytes read. */
  read(into: Uint8Array): Promise<number | null>;
}

/** Bytes from `start` to `end` are unread. */
export interface HttpBuffer {
  /** The source of more bytes. */
  readonly source: ByteSource;
  /** The memory, reused for each read. */
  readonly bytes: Buffer;
  /** Where the unread bytes begin. */
  start: number;
  /** Where they end. */
  end: number;
  /** Whether any byte has arrived since this was set to false. */
  begun: boolean;
}

const BUFFER_BYTES = 16 * 1024;
const LF = 10;
const CR = 13;

/** An empty buffer over `source`. */
export function httpBuffer(source: ByteSource): HttpBuffer {
  return { source, bytes: Buffer.alloc(BUFFER_BYTES), start: 0, end: 0, begun: false };
}

/** Reads more bytes; false at the end of the source. */
export async function fill(buffer: HttpBuffer): Promise<boolean> {
  const { source, bytes } = buffer;
  if (buffer.start === buffer.end) buffer.start = buffer.end = 0;
  if (buffer.end === bytes.length && buffer.start > 0) {
    bytes.copyWithin(0, buffer.start, buffer.end);
    buffer.end -= buffer.start;
    buffer.start = 0;
  }
  if (buffer.end === bytes.length) throw new HttpError("the head of the answer is too large");
  const count = await source.read(buffer.end === 0 ? bytes : bytes.subarray(buffer.end));
  if (count === null) return false;
  buffer.begun = true;
  buffer.end += count;
  return true;
}

/** Reads more bytes. @throws at the end of the source. */
export async function fillOrThrow(buffer: HttpBuffer): Promise<void> {
  if (!await fill(buffer)) throw new HttpError("the connection was closed");
}

/** A copy of the next `count` bytes, which are read with it. */
export function take(buffer: HttpBuffer, count: number): Uint8Array<ArrayBuffer> {
  const taken = new Uint8Array(count);
  taken.set(buffer.bytes.subarray(buffer.start, buffer.start + count));
  buffer.start += count;
  return taken;
}

/** Reads to the blank line that ends a head; the text is without it. */
export async function headText(buffer: HttpBuffer): Promise<string> {
  // Counted from `start`, which moves when the buffer is filled.
  let seen = 0;
  for (;;) {
    const to = headEnd(buffer, buffer.start + seen);
    if (to >= 0) {
      const text = buffer.bytes.toString("latin1", buffer.start, to - 1);
      buffer.start = to;
      return text;
    }
    seen = buffer.end - buffer.start;
    await fillOrThrow(buffer);
  }
}

/**
 * Where the head ends, its last line break included; -1 when it has not arrived yet. Bytes before `from` were
 * searched already.
 */
function headEnd({ bytes, start, end }: HttpBuffer, from: number): number {
  for (let at = from; at < end; at++) {
    if (bytes[at] !== LF) continue;
    const blank = at > start && bytes[at - 1] === LF;
    if (blank || at > start + 2 && bytes[at - 1] === CR && bytes[at - 2] === LF) return at + 1;
  }
  return -1;
}
