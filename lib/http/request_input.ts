/** The input of a connection: heads, bodies, and the client's disconnect. */
import { Buffer } from "node:buffer";
import { RefusedHead } from "lib/http/request_head.ts";

/** The received bytes of a connection, unread from `start` to `end`. */
export interface RequestInput {
  /** The connection. */
  readonly conn: Pick<Deno.Conn, "read">;
  /** The memory, reused for each read. */
  bytes: Buffer;
  /** Where the unread bytes begin. */
  start: number;
  /** Where they end. */
  end: number;
  /** The pending read, which writes behind `end`. */
  reading: Promise<boolean> | undefined;
  /** Whether the input has ended. */
  ended: boolean;
}

const USUAL_BYTES = 8 * 1024;
const MAX_HEAD_BYTES = 32 * 1024;
const LARGE_BYTES = 64 * 1024;
// Some old clients send an extra line break after a body.
const MAX_EMPTY_LINES = 4;
const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const DELETE = 127;

/** An empty input of `conn`. */
export function requestInput(conn: RequestInput["conn"]): RequestInput {
  return { conn, bytes: Buffer.alloc(USUAL_BYTES), start: 0, end: 0, reading: undefined, ended: false };
}

/** The number of unread bytes. */
export function unread({ start, end }: RequestInput): number {
  return end - start;
}

/** Waits for more bytes, including those of a pending read; false at the end. */
export function fill(input: RequestInput): Promise<boolean> {
  return input.reading ??= readMore(input);
}

async function readMore(input: RequestInput): Promise<boolean> {
  if (input.start === input.end) input.start = input.end = 0;
  const { conn, bytes, end } = input;
  try {
    // There is always room: reading a head makes room, and a body is read only when earlier bytes were taken.
    const count = await conn.read(end === 0 ? bytes : bytes.subarray(end));
    input.ended = count === null;
    input.end += count ?? 0;
  } catch {
    input.ended = true;
  } finally {
    input.reading = undefined;
  }
  return !input.ended;
}

/** Reads from the connection until `target` is full; false if the input ends first. */
export async function fillInto(input: RequestInput, target: Uint8Array): Promise<boolean> {
  let filled = Math.min(unread(input), target.length);
  target.set(input.bytes.subarray(input.start, input.start + filled));
  input.start += filled;
  while (filled < target.length) {
    const count = await input.conn.read(target.subarray(filled)).catch(() => null);
    if (count === null) return !(input.ended = true);
    filled += count;
  }
  return true;
}

/** Grows the buffer for a large body. */
export function expectMuch(input: RequestInput): void {
  if (unread(input) === 0 && input.bytes.length < LARGE_BYTES) input.bytes = Buffer.alloc(LARGE_BYTES);
}

/** Shrinks the buffer after a large request. */
export function expectLittle(input: RequestInput): void {
  if (input.reading || unread(input) > 0 || input.bytes.length === USUAL_BYTES) return;
  input.bytes = Buffer.alloc(USUAL_BYTES);
  input.start = input.end = 0;
}

/**
 * The next head, without its final blank line; undefined when the client has disconnected.
 * @throws {RefusedHead} for one that is too long or holds other control characters than TAB and the CR LF of its lines.
 */
export async function headText(input: RequestInput): Promise<string | undefined> {
  let [seen, empty] = [0, 0];
  for (;;) {
    while (unread(input) > 1 && input.bytes[input.start] === CR && input.bytes[input.start + 1] === LF) {
      if (++empty > MAX_EMPTY_LINES) throw new RefusedHead(400, "The request begins with empty lines");
      input.start += 2;
      seen = 0;
    }
    const last = lineEndOfHead(input, input.start + Math.max(0, seen - 1));
    if (last >= 0) {
      const text = input.bytes.toString("latin1", input.start, last - 2);
      input.start = last + 2;
      return text;
    }
    seen = unread(input);
    if (seen > MAX_HEAD_BYTES) throw new RefusedHead(431, "The head of the request is too large");
    makeRoom(input);
    if (!await fill(input)) return undefined;
  }
}

/**
 * The start of the blank line that ends the head; -1 if it has not arrived. Bytes before `from` were
 * searched.
 */
function lineEndOfHead({ bytes, start, end }: RequestInput, from: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= SPACE && byte !== DELETE || byte === TAB) continue;
    // The LF that completes a CR LF whose CR was searched before.
    if (byte === LF && at === from && at > start && bytes[at - 1] === CR) continue;
    if (byte !== CR) throw new RefusedHead(400, "The head of the request holds control characters");
    if (at + 1 === end) return -1;
    if (bytes[at + 1] !== LF) throw new RefusedHead(400, "A line of the head does not end with CR LF");
    if (at >= start + 2 && bytes[at - 1] === LF) return at;
    at++;
  }
  return -1;
}

function makeRoom(input: RequestInput): void {
  const { bytes, start, end } = input;
  if (input.reading || end < bytes.length) return;
  if (start > 0) {
    bytes.copyWithin(0, start, end);
  } else {
    input.bytes = Buffer.alloc(bytes.length * 2);
    bytes.copy(input.bytes, 0, start, end);
  }
  input.start = 0;
  input.end = end - start;
}
