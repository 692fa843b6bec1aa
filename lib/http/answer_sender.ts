/** Sends answers on a connection; a complete body leaves in the same write as its head. */
import { Buffer } from "node:buffer";
import { type AnswerFraming, answerHead } from "lib/http/answer_head.ts";
import type { PlainAnswer, PlainStream } from "lib/http/incoming.ts";
import { type PieceQueue, pieceQueue } from "lib/http/piece_queue.ts";

/** Where an answer goes. */
export interface AnswerWay {
  /** The connection. */
  readonly conn: Pick<Deno.Conn, "write">;
  /** The buffer of outgoing bytes; each write ends before the next begins. */
  memory: Uint8Array<ArrayBuffer>;
  /** The method of the request. */
  readonly method: string;
  /** False for HTTP/1.0. */
  readonly modern: boolean;
  /** Counts the beginnings and ends of writes, so that it is odd while one is under way. */
  writes: number;
  /** Whether the connection may be kept; asked when the head is made. */
  mayKeep(): boolean;
  /** Whether the client has left. */
  hasLeft(): boolean;
  /** Called when the client leaves. */
  onLeft(leave: () => void): void;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Reader = ReadableStreamDefaultReader<Bytes>;
type Piece = ReadableStreamReadResult<Bytes>;

// A larger body gets a write of its own instead of being copied behind its head.
const COPIED_BYTES = 64 * 1024;
// Fits the head and body of a typical model answer.
const USUAL_BYTES = 4 * 1024;
// Fits one chunk as read from a provider, with its framing.
const STREAM_BYTES = 20 * 1024;
const NO_MEMORY = new Uint8Array(0);
// A body that is already complete resolves within this many microtask turns.
const STEPS = 12;
const CRLF = Buffer.from("\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** Sends an answer with a complete body; resolves with whether the connection is kept. */
export async function sendPlain(way: AnswerWay, { status, headers, bytes }: PlainAnswer): Promise<boolean> {
  const keepsAlive = way.mayKeep() && !saysClose(headers.connection);
  const length = hasNoBody(status) ? "none" : bytes.length;
  const head = answerHead(status, headers, { length, keepsAlive, modern: way.modern });
  const body = length === "none" || way.method === "HEAD" ? undefined : bytes;
  await sendTogether(way, head, body);
  return keepsAlive;
}

/** Sends an answer with a streamed body; resolves with whether the connection is kept. */
export async function sendSource(
  way: AnswerWay,
  { status, headers, source }: PlainStream,
): Promise<boolean> {
  const keepsAlive = way.mayKeep() && !saysClose(headers.connection) && way.modern;
  const length = way.modern ? "chunked" : "close";
  const head = answerHead(status, headers, { length, keepsAlive, modern: way.modern });
  const pieces = pieceQueue(() => source.pull());
  way.onLeft(() => {
    pieces.outlet.close();
    source.cancel();
  });
  source.start(pieces.outlet);
  for (let step = 0; step < STEPS && !pieces.isReady(); step++) await null;
  try {
    await sendPieces(way, head, pieces);
    return keepsAlive && !way.hasLeft();
  } catch (error) {
    source.cancel();
    throw error;
  }
}

/** Sends everything available in one write, the head with the first of them. */
async function sendPieces(way: AnswerWay, head: string, pieces: PieceQueue): Promise<void> {
  let start = head;
  for (let last = false; !last;) {
    if (!pieces.isReady()) {
      if (start !== "") await write(way, Buffer.from(start, "latin1"));
      start = "";
      await pieces.ready();
    }
    if (way.hasLeft()) return;
    last = pieces.isClosed();
    const sent = joinedPieces(way, start, { pieces: pieces.take(), last });
    start = "";
    await write(way, sent);
  }
}

function joinedPieces(
  way: AnswerWay,
  start: string,
  { pieces, last }: { pieces: Uint8Array[]; last: boolean },
): Uint8Array {
  let size = 0;
  for (const { length } of pieces) size += length;
  const frame = way.modern && size > 0 ? `${size.toString(16)}\r\n` : "";
  const end = `${frame === "" ? "" : "\r\n"}${way.modern && last ? "0\r\n\r\n" : ""}`;
  const head = start + frame;
  const whole = memoryFor(way, head.length + size + end.length);
  if (head !== "") writeLatin1(head, whole);
  let at = head.length;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  if (end !== "") encoder.encodeInto(end, whole.subarray(at));
  return whole;
}

/** The buffer of a new connection. */
export function noMemory(): AnswerWay["memory"] {
  return NO_MEMORY;
}

/** Releases the buffer of a stream. */
export function keepLittle(way: AnswerWay): void {
  if (way.memory.length > USUAL_BYTES) way.memory = NO_MEMORY;
}

/**
 * A buffer of `size` bytes; the connection's own is reused up to the size of a typical read from a provider.
 */
function memoryFor(way: AnswerWay, size: number): Uint8Array<ArrayBuffer> {
  if (size > way.memory.length && size <= STREAM_BYTES) {
    way.memory = new Uint8Array(size <= USUAL_BYTES ? USUAL_BYTES : STREAM_BYTES);
  }
  return size <= way.memory.length ? way.memory.subarray(0, size) : new Uint8Array(size);
}

/** Sends a Response; resolves with whether the connection is kept. A failing body cuts the connection. */
export async function sendResponse(way: AnswerWay, response: Response): Promise<boolean> {
  const { status, headers, body } = response;
  const keeps = way.mayKeep() && !saysClose(headers.get("connection"));
  const framing = (length: AnswerFraming["length"]) => ({
    length,
    keepsAlive: keeps && length !== "close",
    modern: way.modern,
  });
  const headFor = (length: AnswerFraming["length"]) => answerHead(status, headers, framing(length));
  if (status < 200) throw new RangeError(`A handler cannot answer ${status} here`);
  if (way.method === "HEAD" || hasNoBody(status)) {
    body?.cancel().catch(() => {});
    const told = hasNoBody(status) ? undefined : headers.get("content-length");
    await sendTogether(way, headFor(told ? Number(told) : "none"), undefined);
    return keeps;
  }
  if (!body) return await sendTogether(way, headFor(0), undefined), keeps;
  const reader = body.getReader();
  way.onLeft(() => void reader.cancel("the client has left").catch(() => {}));
  try {
    return await sendStream(way, reader, { headFor, told: headers.get("content-length"), keeps });
  } catch (error) {
    reader.cancel(error).catch(() => {});
    throw error;
  }
}

async function sendStream(
  way: AnswerWay,
  reader: Reader,
  { headFor, told, keeps }: {
    headFor: (length: AnswerFraming["length"]) => string;
    told: string | null;
    keeps: boolean;
  },
): Promise<boolean> {
  let next = reader.read();
  const first = await soon(next);
  if (first && told === null) {
    if (first.done) return await sendTogether(way, headFor(0), undefined), keeps;
    next = reader.read();
    const second = await soon(next);
    if (second?.done) return await sendTogether(way, headFor(first.value.length), first.value), keeps;
  }
  const length = told !== null ? Number(told) : way.modern ? "chunked" : "close";
  const ready = first && told === null && !first.done ? first.value : undefined;
  const isChunked = length === "chunked";
  await sendTogether(way, headFor(length), ready && (isChunked ? framed(ready) : ready));
  let sent = 0;
  for (let piece = await next; !piece.done; piece = await reader.read()) {
    sent += piece.value.length;
    if (typeof length === "number" && sent > length) {
      throw new RangeError("The body is longer than its Content-Length");
    }
    await sendPiece(way, piece.value, isChunked);
  }
  if (way.hasLeft()) return false;
  if (isChunked) await write(way, LAST_CHUNK);
  return keeps && length !== "close" && (typeof length !== "number" || sent === length);
}

/** The result of `work` if it settles within a few microtask turns, else undefined. */
async function soon(work: Promise<Piece>): Promise<Piece | undefined> {
  let piece: Piece | undefined;
  let failed = false;
  work.then((value) => void (piece = value), () => void (failed = true));
  for (let step = 0; step < STEPS && !piece && !failed; step++) await null;
  return failed ? await work : piece;
}

async function sendPiece(way: AnswerWay, bytes: Bytes, isChunked: boolean): Promise<void> {
  if (bytes.length === 0) return;
  if (!isChunked) return await write(way, bytes);
  if (bytes.length <= COPIED_BYTES) return await write(way, framed(bytes));
  await write(way, Buffer.from(`${bytes.length.toString(16)}\r\n`));
  await write(way, bytes);
  await write(way, CRLF);
}

/** Frames a chunk. */
function framed(bytes: Bytes): Uint8Array {
  if (bytes.length === 0) return bytes;
  const size = `${bytes.length.toString(16)}\r\n`;
  const chunk = Buffer.allocUnsafe(size.length + bytes.length + CRLF.length);
  chunk.write(size, 0, "latin1");
  chunk.set(bytes, size.length);
  chunk.set(CRLF, size.length + bytes.length);
  return chunk;
}

async function sendTogether(way: AnswerWay, head: string, body: Uint8Array | undefined): Promise<void> {
  if (!body || body.length > COPIED_BYTES) {
    await write(way, Buffer.from(head, "latin1"));
    if (body) await write(way, body);
    return;
  }
  const size = head.length + body.length;
  const whole = memoryFor(way, size);
  writeLatin1(head, whole);
  whole.set(body, head.length);
  await write(way, whole);
}

const encoder = new TextEncoder();

/** Writes `text` to the start of `target`, with a fast path for ASCII. */
function writeLatin1(text: string, target: Uint8Array<ArrayBuffer>): void {
  const { read, written } = encoder.encodeInto(text, target);
  if (read === text.length && written === text.length) return;
  Buffer.from(target.buffer, target.byteOffset).write(text, 0, "latin1");
}

async function write(way: AnswerWay, bytes: Uint8Array): Promise<void> {
  way.writes++;
  try {
    for (let sent = 0; sent < bytes.length;) {
      sent += await way.conn.write(sent === 0 ? bytes : bytes.subarray(sent));
      // Counts as a new write: a slow client may take as long as it likes while it makes progress.
      way.writes += 2;
    }
  } finally {
    way.writes++;
  }
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

function saysClose(connection: string | null | undefined): boolean {
  return connection !== undefined && connection !== null && /\bclose\b/i.test(connection);
}
