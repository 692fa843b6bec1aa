/** Estimates of token counts: a token is about four bytes of UTF-8, in English and Arabic alike. */
import { type Usage, usageOf } from "../usage.ts";

const IMAGE_TOKENS = 1_000;
const MESSAGE_TOKENS = 4;
const encoder = new TextEncoder();
const scratch = new Uint8Array(4096);

export function textTokens(text: string): number {
  return Math.ceil(byteLength(text) / 4);
}

/** Tokens of a streamed text, at least one per chunk: no provider bills less. */
export function streamedTokens(textBytes: number, chunks: number): number {
  return Math.max(Math.ceil(textBytes / 4), chunks);
}

/** Tokens of a request's messages or input in any format: strings by length, each media file a fixed number. */
export function promptTokens(value: unknown): number {
  if (typeof value === "string") return textTokens(value);
  if (typeof value === "number") return 1;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + promptTokens(item), 0);
  if (typeof value !== "object" || value === null) return 0;
  if (isMedia(value)) return IMAGE_TOKENS;
  let tokens = "role" in value ? MESSAGE_TOKENS : 0;
  for (const [name, part] of Object.entries(value)) {
    if (name !== "role" && name !== "type") tokens += promptTokens(part);
  }
  return tokens;
}

/** Whether an object is an image, audio or a document in any of the protocols. */
function isMedia(value: object): boolean {
  return "image_url" in value || "input_audio" in value || "file" in value || "file_data" in value ||
    "source" in value && typeof value.source === "object" && value.source !== null && "data" in value.source;
}

/** Usage for a provider that reported none. */
export function estimatedUsage(prompt: number, completion: number): Usage {
  const counted = usageOf({ prompt_tokens: Math.ceil(prompt), completion_tokens: Math.ceil(completion) });
  if (!counted) throw new TypeError("token counts are numbers");
  return { ...counted, estimated: true };
}

function byteLength(text: string): number {
  if (text.length * 3 <= scratch.length) return encoder.encodeInto(text, scratch).written;
  // Only the start of a long text is measured: exact enough for an estimate.
  const sample = text.slice(0, 1024);
  return (encoder.encodeInto(sample, scratch).written / sample.length) * text.length;
}
