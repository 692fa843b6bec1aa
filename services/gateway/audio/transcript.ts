/** Transcripts in the formats that a client may request. */
import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import type { Bytes } from "lib/http/http_client.ts";
import { estimatedUsage } from "../streams/estimate.ts";
import { decoded } from "../streams/message_texts.ts";
import { type Usage, usageOf } from "../usage.ts";
import type { Length } from "./seconds.ts";

const JSON_FORMATS = new Set(["json", "verbose_json", "diarized_json"]);
export const FORMATS = [...JSON_FORMATS, "text", "srt", "vtt"];

export function transcriptType({ response_format: format }: JsonObject): string {
  return JSON_FORMATS.has(String(format ?? "json")) ? "application/json" : "text/plain; charset=utf-8";
}

/** A transcript in the requested format: for text formats, only the text of a JSON answer. */
export function transcriptAs(answer: Bytes, { response_format: format }: JsonObject): Bytes {
  if (format !== "text" || answer[0] !== OPENING_BRACE) return answer;
  const text = parsedObject(decoded(answer, "utf8"))?.text;
  return typeof text === "string" ? new TextEncoder().encode(`${text}\n`) : answer;
}

const OPENING_BRACE = 123;

/** The text of a transcript in any format. */
export function transcriptText(answer: Bytes): string {
  const text = decoded(answer, "utf8");
  const whole = text.trimStart().startsWith("{") ? parsedObject(text) : undefined;
  return typeof whole?.text === "string" ? whole.text : text;
}

/**
 * The usage of a transcript: seconds as reported by the provider, else the length of the file, and tokens if
 * reported.
 */
export function transcriptUsage(answer: Bytes, length: Length): Usage {
  const text = decoded(answer, "utf8");
  const whole = text.trimStart().startsWith("{") ? parsedObject(text) : undefined;
  const usage = isObject(whole?.usage) ? whole.usage : {};
  return heardUsage(usageOf(usage), {
    length,
    reported: numberOf(usage.seconds) ?? numberOf(whole?.duration),
  });
}

/** Usage in seconds, with tokens if reported. */
export function heardUsage(
  tokens: Usage | undefined,
  { length, reported }: { length: Length; reported?: number | undefined },
): Usage {
  const seconds = reported ?? Math.round(length.seconds * 1000) / 1000;
  const isExact = tokens !== undefined || reported !== undefined || length.isExact;
  return { ...tokens ?? estimatedUsage(0, 0), estimated: !isExact, units: { seconds } };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}
