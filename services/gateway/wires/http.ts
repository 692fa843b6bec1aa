import { UpstreamError } from "../upstream_error.ts";
import type { JsonObject, WireContext } from "./wire.ts";

const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

/** How a wire sends a request. */
export interface WireRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends a request and gives the answer's body as a stream. @throws {UpstreamError} unless it is a success. */
export async function send(
  { url, headers, body }: WireRequest,
  { target, signal }: WireContext,
): Promise<ReadableStream<Uint8Array>> {
  let response: Response;
  const started = AbortSignal.timeout(target.timeoutMs);
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...target.headers, ...headers },
      body,
      signal: AbortSignal.any([signal, started]),
      redirect: "manual",
    });
  } catch (cause) {
    signal.throwIfAborted();
    const reason = started.aborted ? "did not answer in time" : "cannot be reached";
    throw new UpstreamError(`Provider ${target.provider} ${reason}`, { cause });
  }
  if (response.ok && response.body) return response.body;
  throw refusal(target.provider, response, await firstText(response.body));
}

/** Sends a request and gives the answer as a JSON object. */
export async function sendForJson(request: WireRequest, context: WireContext): Promise<JsonObject> {
  const text = await wholeText(await send(request, context), context);
  const answer = parsed(text);
  if (answer) return answer;
  throw new UpstreamError(`Provider ${context.target.provider} answered something that is not JSON`);
}

/** A JSON object, or undefined for anything else. */
export function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `value` when it is an object, else an empty one: answers are read without trust in their shape. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a list; nothing for anything else. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** A provider's refusal: the message under `error.message`, `message` or `error`, as providers have it. */
function refusal(provider: string, response: Response, text: string): UpstreamError {
  const body = parsed(text) ?? {};
  const error = objectOf(body.error);
  const message = textOf(error.message) || textOf(body.message) || textOf(body.Message) || textOf(body.error);
  return new UpstreamError(message || `Provider ${provider} answered ${response.status}`, {
    status: response.status,
    type: textOf(error.type) || textOf(error.status) || null,
    code: textOf(error.code) || null,
    retryAfterMs: retryAfterMs(response.headers.get("retry-after")) ?? retryDelayMs(error.details),
  });
}

function retryAfterMs(value: string | null): number | null {
  if (!value) return null;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Google's RetryInfo among the details of an error: `{"retryDelay": "7s"}`. */
function retryDelayMs(details: unknown): number | null {
  for (const { retryDelay } of objectsOf(details)) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textOf(retryDelay))?.[1];
    if (seconds) return Number(seconds) * 1000;
  }
  return null;
}

async function firstText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  if (!body) return text;
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_ERROR_BYTES) break;
    }
  } catch {
    // What was read of an error is enough.
  }
  return text;
}

async function wholeText(body: ReadableStream<Uint8Array>, { target, signal }: WireContext): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_ANSWER_BYTES) {
        throw new UpstreamError(`Provider ${target.provider} answered too much`);
      }
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof UpstreamError) throw cause;
    throw new UpstreamError(`Provider ${target.provider} cut its answer`, { cause });
  }
  return text + decoder.decode();
}
