import { growingBytes } from "lib/bytes.ts";
import type { Bytes } from "lib/http/http_client.ts";
import type { Incoming } from "lib/http/incoming.ts";
import { isObject } from "lib/json_object.ts";
import { badTexts } from "lib/text_check.ts";
import { inTime, SMALL_BYTES, textInTime } from "lib/http/slow_body.ts";
import type { BodyRoom } from "./body_room.ts";
import { type Call, holdRoom } from "./call.ts";
import { hasMoreParts } from "./body_parts.ts";
import { nameFault } from "./field_names.ts";
import { invalidRequest } from "../errors.ts";

/** A body as sent; a long one as bytes, since decoding it would copy it. */
export type Sent = string | Bytes;

/** A body as text. */
export function textOfSent(sent: Sent): string {
  return typeof sent === "string" ? sent : new TextDecoder().decode(sent);
}

/** A JSON object as sent, and its parsed fields. */
export interface RequestBody {
  text: Sent;
  data: Record<string, unknown>;
}

/** Limits of bodies. */
export interface BodyBounds {
  maxBodyBytes: number;
  bodyRoom: BodyRoom;
}

/**
 * Reads a JSON object of at most `maxBodyBytes`, counted while reading; synchronously if it has arrived
 * completely.
 * A long one uses the memory budget until `call` ends. Throws invalid_request_error, or server_error without memory.
 */
export function readBody(
  request: Incoming,
  bounds: BodyBounds,
  call: Call,
): RequestBody | Promise<RequestBody> {
  const type = request.headers.get("content-type") ?? "";
  if (type !== "application/json" && !/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    throw invalidRequest(415, "Content-Type must be application/json");
  }
  const declared = request.headers.get("content-length");
  if (Number(declared) > bounds.maxBodyBytes) throw tooLarge(bounds.maxBodyBytes);
  if (declared === null || Number(declared) > SMALL_BYTES) {
    return readLong(request, bounds, { call, declared }).then(longBodyOf);
  }
  const text = request.textNow?.() ?? textInTime(request, Number(declared));
  return typeof text === "string" ? bodyOf(text) : text.then(bodyOf);
}

function longBodyOf(bytes: Bytes): RequestBody {
  if (hasMoreParts(bytes, MOST_PARTS)) {
    throw invalidRequest(422, `The body contains more than ${MOST_PARTS} names, objects and arrays`);
  }
  const text = new TextDecoder().decode(bytes);
  const read = bodyOf(text);
  // A provider may decode invalid UTF-8 differently, so the decoded text is forwarded.
  if (bytes.length <= SMALL_BYTES || text.includes("\ufffd")) return read;
  return { text: isMarked(bytes) ? bytes.subarray(3) : bytes, data: read.data };
}

/** Whether the bytes start with a byte order mark. */
function isMarked([first, second, third]: Bytes): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

function bodyOf(text: string): RequestBody {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw invalidRequest(400, "The body is not valid JSON");
  }
  if (!isObject(data)) throw invalidRequest(422, "The body must be a JSON object");
  refuseBadText(text, data);
  const fault = nameFault(text);
  if (fault) throw invalidRequest(422, `'${fault.path}' ${fault.reason}`, { param: fault.path });
  return { text, data };
}

/** Throws for NUL and lone surrogates, which only occur as escapes, so that few bodies need a closer check. */
function refuseBadText(text: string, data: Record<string, unknown>): void {
  if (!text.includes("\\u") || !/\\u(?:0000|d[89a-f])/i.test(text)) return;
  const [fault] = badTexts(data, []);
  if (!fault) return;
  const param = fault.loc.join(".");
  throw invalidRequest(422, `'${param}' ${fault.msg}`, { param });
}

/** Reads a whole body into a buffer of its own. */
export async function readLong(
  request: { body: ReadableStream<Uint8Array> | null },
  { maxBodyBytes, bodyRoom }: BodyBounds,
  { call, declared }: { call: Call; declared: string | null },
): Promise<Bytes> {
  const hold = bodyRoom.open(call.caller?.actor ?? "anonymous");
  holdRoom(call, hold);
  const expected = declared === null ? undefined : Number(declared);
  if (expected !== undefined) hold.upTo(expected);
  const received = growingBytes(expected);
  for await (const chunk of request.body ? inTime(request.body) : []) {
    if (received.length + chunk.length > maxBodyBytes) throw tooLarge(maxBodyBytes);
    hold.upTo(received.length + chunk.length);
    received.add(chunk);
  }
  return received.all();
}

/** 413: the body has more than `maxBytes`. */
export function tooLarge(maxBytes: number) {
  const megabytes = Number((maxBytes / 2 ** 20).toFixed(2));
  return invalidRequest(413, `Request body exceeds the maximum of ${megabytes} MB`, {
    code: "request_too_large",
  });
}

// JSON with many small objects needs twenty times its size in memory; a prompt has only thousands of parts.
const MOST_PARTS = 250_000;

/** A required non-empty string. */
export function requiredText(data: Record<string, unknown>, name: string): string {
  const value = data[name];
  if (typeof value === "string" && value !== "") return value;
  throw invalidRequest(422, `'${name}' must be a string that is not empty`, { param: name });
}

/** An optional field of type `kind`. */
export function optionalNumber(data: Record<string, unknown>, name: string): number | undefined {
  const value = data[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number") return value;
  throw invalidRequest(422, `'${name}' must be a number`, { param: name });
}

/** An optional string. */
export function optionalText(data: Record<string, unknown>, name: string): string | undefined {
  const value = data[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw invalidRequest(422, `'${name}' must be a string`, { param: name });
}

export function optionalFlag(data: Record<string, unknown>, name: string): boolean {
  const value = data[name];
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  throw invalidRequest(422, `'${name}' must be true or false`, { param: name });
}
