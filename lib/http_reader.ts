/** Reads HTTP/1.1 answers from a connection, as RFC 9112 frames them. */
import { Buffer } from "node:buffer";

/** Where bytes come from: null at the end. */
export interface ByteSource {
  /** The number of bytes read. */
  read(into: Uint8Array): Promise<number | null>;
}

/** The head of an answer. */
export interface AnswerHead {
  /** The status. */
  status: number;
  /** A header's value by its lower-case name. */
  header(name: string): string | undefined;
}

/** Reads one answer after the other. Everything throws HttpError when the bytes make no sense or end too soon. */
export interface HttpReader {
  /** Whether any byte of the answer has come. */
  readonly begun: boolean;
  /** The head of the next answer. */
  head(): Promise<AnswerHead>;
  /** The next bytes of the body, null at its end. */
  body(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Whether another request may follow on the connection. */
  readonly reusable: boolean;
}

/** Why a call without an answer failed. */
export type HttpErrorCode = "unreachable" | "closed" | "cut" | "too_large" | "malformed";

/** The far side cannot be reached, did not speak HTTP, or broke off. */
export class HttpError extends Error {
  /** Its name. */
  override name = "HttpError";
  /** Why. */
  readonly code: HttpErrorCode;

  /** A failure with a sentence for people. */
  constructor(
    message: string,
    { code = "malformed", cause }: { code?: HttpErrorCode; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
  }
}

const BUFFER_BYTES = 64 * 1024;
const LF = 10;
const CR = 13;

type Framing = "length" | "chunked" | "close";
type ChunkPhase = "size" | "extension" | "data" | "after" | "trailer" | "end";

/** A reader of what `source` gives. */
export function createHttpReader(source: ByteSource): HttpReader {
  const buffer = Buffer.alloc(BUFFER_BYTES);
  let start = 0;
  let end = 0;
  let begun = false;
  let framing: Framing = "length";
  let keptAlive = false;
  // Bytes left of the body, or of a chunk.
  let left = 0;
  let phase: ChunkPhase = "size";
  let lineBytes = 0;

  /** False at the end of the source. */
  async function fill(): Promise<boolean> {
    if (start === end) start = end = 0;
    if (end === buffer.length && start > 0) {
      buffer.copyWithin(0, start, end);
      end -= start;
      start = 0;
    }
    if (end === buffer.length) throw new HttpError("the head of the answer is too large");
    const count = await source.read(end === 0 ? buffer : buffer.subarray(end));
    if (count === null) return false;
    begun = true;
    end += count;
    return true;
  }

  function ended(): HttpError {
    return new HttpError("the connection was closed");
  }

  /** Where the head ends, its last line break included; -1 when that is not here yet. `from` has been looked at. */
  function headEnd(from: number): number {
    for (let at = from; at < end; at++) {
      if (buffer[at] !== LF) continue;
      const blank = at > start && buffer[at - 1] === LF;
      if (blank || at > start + 2 && buffer[at - 1] === CR && buffer[at - 2] === LF) return at + 1;
    }
    return -1;
  }

  async function head(): Promise<AnswerHead> {
    begun = false;
    // Counted from `start`, which moves when the buffer is filled.
    let seen = 0;
    for (;;) {
      const to = headEnd(start + seen);
      if (to < 0) {
        seen = end - start;
        if (!await fill()) throw ended();
        continue;
      }
      const text = buffer.toString("latin1", start, to - 1);
      start = to;
      seen = 0;
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
      if (status === undefined) throw new HttpError("the answer is not HTTP");
      // Interim answers (1xx) are skipped.
      if (status.startsWith("1")) continue;
      const values = lookup(text);
      const found: AnswerHead = { status: Number(status), header: (name) => values(name)[0] };
      frame(found, values, text.startsWith("HTTP/1.1"));
      return found;
    }
  }

  function frame({ status }: AnswerHead, values: Lookup, modern: boolean): void {
    const connection = values("connection").join().toLowerCase();
    keptAlive = modern ? !connection.includes("close") : connection.includes("keep-alive");
    const length = oneLength(values("content-length"));
    const coding = values("transfer-encoding").join();
    phase = "size";
    left = 0;
    if (status === 204 || status === 304) framing = "length";
    else if (coding) {
      framing = /\bchunked\s*$/i.test(coding) ? "chunked" : "close";
      // Somebody on the way may have gone by the length: nothing may follow on this connection.
      if (length !== undefined) keptAlive = false;
    } else if (length === undefined) framing = "close";
    else {
      framing = "length";
      left = length;
    }
  }

  function take(count: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(count);
    bytes.set(buffer.subarray(start, start + count));
    start += count;
    return bytes;
  }

  function body(): Promise<Uint8Array<ArrayBuffer> | null> {
    return framing === "chunked" ? chunked() : plain();
  }

  async function plain(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (framing === "length" && left === 0) return null;
    if (start === end && !await fill()) {
      if (framing === "close") return null;
      throw ended();
    }
    const bytes = take(framing === "length" ? Math.min(left, end - start) : end - start);
    if (framing === "length") left -= bytes.length;
    return bytes;
  }

  /** All data of the chunks at hand, in one piece. */
  async function chunked(): Promise<Uint8Array<ArrayBuffer> | null> {
    while (phase !== "end") {
      if (start === end && !await fill()) throw ended();
      const from = start;
      let size = 0;
      // The data moves down over the sizes between it: it is shorter than what it stands in.
      while (start < end && phaseOf() !== "end") {
        if (phase === "data") {
          const count = Math.min(left, end - start);
          buffer.copyWithin(from + size, start, start + count);
          start += count;
          size += count;
          left -= count;
          if (left === 0) phase = "after";
        } else step(buffer[start++] ?? 0);
      }
      if (size > 0) {
        const bytes = new Uint8Array(size);
        bytes.set(buffer.subarray(from, from + size));
        return bytes;
      }
    }
    return null;
  }

  function phaseOf(): ChunkPhase {
    return phase;
  }

  /** One byte between the data of chunks. */
  function step(byte: number): void {
    if (phase === "size" && byte !== LF && byte !== CR) {
      const digit = hexDigit(byte);
      if (digit < 0 && lineBytes > 0) phase = "extension";
      else if (digit < 0 || ++lineBytes > 12) throw new HttpError("a chunk has no sensible size");
      else left = left * 16 + digit;
    } else if (byte === LF) lineEnd();
    else if (phase === "trailer" && byte !== CR) lineBytes++;
  }

  function lineEnd(): void {
    if (phase === "after") phase = "size";
    else if (phase === "trailer") phase = lineBytes === 0 ? "end" : "trailer";
    else if (lineBytes === 0) throw new HttpError("a chunk has no size");
    else phase = left === 0 ? "trailer" : "data";
    lineBytes = 0;
  }

  return {
    get begun() {
      return begun;
    },
    head,
    body,
    get reusable() {
      const whole = framing === "chunked" ? phase === "end" : framing === "length" && left === 0;
      return whole && keptAlive && start === end;
    },
  };
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** The length that the headers agree on, undefined without one. Different lengths are two answers to one question. */
function oneLength(values: string[]): number | undefined {
  const given = new Set(values.flatMap((value) => value.split(",")).map((value) => value.trim()));
  const [length, another] = given;
  if (length === undefined) return undefined;
  if (another !== undefined) throw new HttpError("the answer has conflicting lengths");
  if (!/^\d{1,15}$/.test(length)) throw new HttpError("the answer has no sensible length");
  return Number(length);
}

/** All values of a header by its lower-case name, in their order. */
type Lookup = (name: string) => string[];

/** Headers are looked for when they are asked for: few are. */
function lookup(text: string): Lookup {
  const names = text.toLowerCase();
  return (name) => {
    const found: string[] = [];
    const line = `\n${name}:`;
    for (let at = names.indexOf(line); at >= 0; at = names.indexOf(line, at + 1)) {
      const from = at + line.length;
      const to = text.indexOf("\n", from);
      found.push(text.slice(from, to < 0 ? undefined : to).trim());
    }
    return found;
  };
}
