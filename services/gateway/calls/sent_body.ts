/** The body of a request to an OpenAI-compatible provider. */
import type { JsonObject } from "lib/json_object.ts";
import type { Bytes } from "lib/http/http_client.ts";
import type { Target } from "../providers/target.ts";
import type { UploadBody } from "../providers/upstream.ts";
import type { Sent } from "./request_body.ts";
import { topValue } from "./top_value.ts";

/** May hold a number that a parser would round, such as an id of 64 bits. */
const INEXACT = /\d{16}|\d[eE][+-]?\d{3}/;

const USAGE = '{"stream_options":{"include_usage":true},';

/** The client's original bytes if no change is needed. */
export function bodyFor(
  target: Target,
  { text, data, addUsage }: { text: Sent; data: JsonObject; addUsage: boolean },
): string | UploadBody {
  const renamed = data.model !== target.model && !target.azure;
  const addsOptions = addUsage && data.stream_options === undefined;
  if (!renamed && !addUsage) return typeof text === "string" ? text : uploadOf([text]);
  const bytes = typeof text !== "string"
    ? text
    : INEXACT.test(text)
    ? new TextEncoder().encode(text)
    : undefined;
  if (bytes && addsOptions === addUsage) {
    const pieces = changed(bytes, { model: renamed ? target.model : undefined, addUsage });
    if (pieces) return uploadOf(pieces);
  }
  if (typeof text === "string" && !renamed && addsOptions) return USAGE + text.slice(text.indexOf("{") + 1);
  const stream_options = addUsage
    ? { ...options(data.stream_options), include_usage: true }
    : data.stream_options;
  return JSON.stringify({ ...data, model: target.model, stream_options });
}

/** Replaces the model or requests usage in a long body, without copying it. */
function changed(
  bytes: Bytes,
  { model, addUsage }: { model: string | undefined; addUsage: boolean },
): Uint8Array[] | undefined {
  const encoder = new TextEncoder();
  const from = addUsage ? bytes.indexOf(OPENING_BRACE) + 1 : 0;
  const head = addUsage ? [encoder.encode(USAGE)] : [];
  if (model === undefined) return [...head, bytes.subarray(from)];
  const range = topValue(bytes, "model");
  if (!range) return undefined;
  const named = encoder.encode(JSON.stringify(model));
  return [...head, bytes.subarray(from, range.start), named, bytes.subarray(range.end)];
}

const OPENING_BRACE = 123;

function uploadOf(parts: Uint8Array[]): UploadBody {
  return {
    contentType: "application/json",
    length: parts.reduce((sum, { length }) => sum + length, 0),
    async *pieces() {
      yield* parts;
    },
  };
}

function options(given: unknown): JsonObject {
  return typeof given === "object" && given !== null ? { ...given } : {};
}
