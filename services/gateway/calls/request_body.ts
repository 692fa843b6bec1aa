import { growingBytes } from "lib/bytes.ts";
import type { Incoming } from "lib/http/incoming.ts";
import { isObject } from "lib/json_object.ts";
import { badTexts } from "lib/text_check.ts";
import { inTime, SMALL_BYTES, textInTime } from "lib/http/slow_body.ts";
import { nameFault } from "./field_names.ts";
import { invalidRequest } from "../errors.ts";

/** A JSON object as it was sent, and what it holds. */
export interface RequestBody {
  text: string;
  data: Record<string, unknown>;
}

/**
 * Reads a JSON object of at most `maxBytes`, counted while reading; without a promise where all of it has come. Throws
 * invalid_request_error.
 */
export function readBody(request: Incoming, maxBytes: number): RequestBody | Promise<RequestBody> {
  const type = request.headers.get("content-type") ?? "";
  if (type !== "application/json" && !/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    throw invalidRequest(415, "Content-Type must be application/json");
  }
  const text = readText(request, maxBytes);
  return typeof text === "string" ? bodyOf(text) : text.then(bodyOf);
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

/** NUL and lone surrogates can only be written as escapes, which few bodies hold. */
function refuseBadText(text: string, data: Record<string, unknown>): void {
  if (!text.includes("\\u") || !/\\u(?:0000|d[89a-f])/i.test(text)) return;
  const [fault] = badTexts(data, []);
  if (!fault) return;
  const param = fault.loc.join(".");
  throw invalidRequest(422, `'${param}' ${fault.msg}`, { param });
}

function readText(request: Incoming, maxBytes: number): string | Promise<string> {
  const declared = request.headers.get("content-length");
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
  if (declared === null || Number(declared) > SMALL_BYTES) {
    return readCounting(request, { maxBytes, declared });
  }
  return request.textNow?.() ?? textInTime(request, Number(declared));
}

async function readCounting(
  request: Incoming,
  { maxBytes, declared }: { maxBytes: number; declared: string | null },
): Promise<string> {
  const received = growingBytes(declared === null ? undefined : Number(declared));
  for await (const chunk of request.body ? inTime(request.body) : []) {
    if (received.length + chunk.length > maxBytes) throw tooLarge(maxBytes);
    received.add(chunk);
  }
  return new TextDecoder().decode(received.all());
}

function tooLarge(maxBytes: number) {
  const megabytes = Number((maxBytes / 2 ** 20).toFixed(2));
  return invalidRequest(413, `Request body exceeds the maximum of ${megabytes} MB`, {
    code: "request_too_large",
  });
}

/** A field that must be a string with something in it. */
export function requiredText(data: Record<string, unknown>, name: string): string {
  const value = data[name];
  if (typeof value === "string" && value !== "") return value;
  throw invalidRequest(422, `'${name}' must be a string that is not empty`, { param: name });
}

/** A field that may be left out, but not be anything else than `kind`. */
export function optionalNumber(data: Record<string, unknown>, name: string): number | undefined {
  const value = data[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number") return value;
  throw invalidRequest(422, `'${name}' must be a number`, { param: name });
}

/** A field that may be left out, but not be anything else than text. */
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
