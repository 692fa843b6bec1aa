/** Reads the body of a request from its connection. */
import { Buffer } from "node:buffer";
import { growingBytes } from "lib/bytes.ts";
import { HttpError } from "lib/http/http_error.ts";
import type { BodyFraming } from "lib/http/request_head.ts";
import { dataRead, type RequestChunks, requestChunks, skipToData } from "lib/http/request_chunks.ts";
import { expectMuch, fill, fillInto, type RequestInput, unread } from "lib/http/request_input.ts";

/** A body that is being received. */
export interface ReceivedBody {
  /** The bytes of its connection. */
  readonly input: RequestInput;
  /** Bytes left where it has a length. */
  left: number;
  /** Where it is chunked. */
  readonly chunks: RequestChunks | undefined;
  /** Called before the first read that waits. */
  ask: (() => Promise<void>) | undefined;
}

const BYTE_ORDER_MARK = 0xfeff;
// Longer bodies are read in pieces, because the declared length is only a client's claim.
const ONE_BUFFER_BYTES = 2 ** 20;

/** A body framed by `framing`; `ask` is called before the first read that waits. */
export function receivedBody(
  input: RequestInput,
  framing: BodyFraming,
  ask?: () => Promise<void>,
): ReceivedBody {
  return framing.by === "length"
    ? { input, left: framing.length, chunks: undefined, ask }
    : { input, left: 0, chunks: requestChunks(), ask };
}

/** Whether it was read to its end. */
export function isRead({ left, chunks }: ReceivedBody): boolean {
  return chunks ? chunks.phase === "end" : left === 0;
}

/**
 * Its next bytes; null at its end.
 * @throws {HttpError} when its client breaks off, {RefusedHead} when its chunks are malformed.
 */
export async function readBody(body: ReceivedBody): Promise<Uint8Array<ArrayBuffer> | null> {
  const { input, chunks } = body;
  for (;;) {
    if (chunks) input.start = skipToData(chunks, input.bytes, input.start, input.end);
    if (isRead(body)) return null;
    const count = Math.min(chunks ? chunks.left : body.left, unread(input));
    if (count > 0 && (!chunks || chunks.phase === "data")) {
      const bytes = new Uint8Array(count);
      bytes.set(input.bytes.subarray(input.start, input.start + count));
      input.start += count;
      if (chunks) dataRead(chunks, count);
      else body.left -= count;
      return bytes;
    }
    await moreOf(body);
  }
}

/** Whether a body with a declared length has arrived completely and is unread. */
export function hasCome({ input, left, chunks }: ReceivedBody): boolean {
  return !chunks && left > 0 && left <= unread(input);
}

/** The text of a completely received body. */
export function takeText(body: ReceivedBody): string {
  const { input, left } = body;
  const text = input.bytes.toString("utf8", input.start, input.start += left);
  body.left = 0;
  return withoutMark(text);
}

/** All of it as text, as a Request's `text` gives it. @throws as `readBody` does. */
export async function readText(body: ReceivedBody): Promise<string> {
  const { input, left } = body;
  if (body.chunks || left > ONE_BUFFER_BYTES) return withoutMark(await gathered(body));
  if (left <= unread(input)) return takeText(body);
  await askForBody(body);
  const whole = Buffer.allocUnsafe(left);
  if (!await fillInto(input, whole)) throw broken();
  body.left = 0;
  return withoutMark(whole.toString("utf8"));
}

async function gathered(body: ReceivedBody): Promise<string> {
  const received = growingBytes();
  for (let bytes = await readBody(body); bytes; bytes = await readBody(body)) received.add(bytes);
  const all = received.all();
  return Buffer.from(all.buffer, all.byteOffset, all.length).toString("utf8");
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

async function moreOf(body: ReceivedBody): Promise<void> {
  await askForBody(body);
  if (body.left > ONE_BUFFER_BYTES) expectMuch(body.input);
  if (!await fill(body.input)) throw broken();
}

async function askForBody(body: ReceivedBody): Promise<void> {
  const { ask } = body;
  body.ask = undefined;
  if (ask) await ask();
}

function broken(): HttpError {
  return new HttpError("the request body was truncated", { code: "cut" });
}
