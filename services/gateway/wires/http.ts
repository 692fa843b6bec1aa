import { type DeadlineSignal, deadlineSignal } from "lib/deadlines.ts";
import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import { strangersFetchTraceHeaders } from "lib/telemetry/tracing.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { refusalOf } from "../providers/refusal.ts";
import { isOnlyFailure } from "lib/providers/reported_failure.ts";
import { reportedFailure } from "../providers/reported_failure.ts";
import { failureSourceOf, type WireContext } from "./wire.ts";

const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

/** A request of a wire. */
export interface WireRequest {
  url: string;
  headers: Record<string, string>;
  /** JSON or a multipart form. */
  body: string | FormData;
}

/** Sends a request and returns the body as a stream; the target's timeout applies to the headers. */
export async function send(request: WireRequest, context: WireContext): Promise<ReadableStream<Uint8Array>> {
  const limit = deadline(context);
  try {
    return await answerBody(request, context, limit.signal);
  } finally {
    limit.stop();
  }
}

/** Sends a request and returns the JSON object of the answer; the target's timeout applies to all of it. */
export async function sendForJson(request: WireRequest, context: WireContext): Promise<JsonObject> {
  const limit = deadline(context);
  try {
    const answer = parsedObject(await wholeText(await answerBody(request, context, limit.signal), context));
    if (!answer) {
      throw new UpstreamError(`Provider ${context.target.provider} answered something that is not JSON`);
    }
    if (isOnlyFailure(answer)) {
      throw reportedFailure(answer, failureSourceOf(context), { beforeFirstByte: true });
    }
    return answer;
  } catch (error) {
    // A failure after the deadline is reported as a timeout.
    limit.signal.throwIfAborted();
    throw error;
  } finally {
    limit.stop();
  }
}

/** The caller's signal combined with the target's timeout. */
function deadline({ target, signal }: WireContext): DeadlineSignal {
  const message = `Provider ${target.provider} did not answer within ${target.timeoutMs} ms`;
  return deadlineSignal(target.timeoutMs, () => new UpstreamError(message, { code: "timeout" }), signal);
}

/** The body of a successful answer. @throws {UpstreamError} for any other, or the reason of `signal`. */
async function answerBody(
  { url, headers, body }: WireRequest,
  { target, key }: WireContext,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: {
        ...typeof body === "string" ? { "content-type": "application/json" } : {},
        ...target.headers,
        ...headers,
        ...strangersFetchTraceHeaders(),
      },
      body,
      signal,
      ...target.client ? { client: target.client } : {},
      // Following a redirect would send the key to another host.
      redirect: "manual",
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new UpstreamError(`Provider ${target.provider} cannot be reached`, { cause });
  }
  if (response.ok && response.body) return response.body;
  const { status } = response;
  const text = await firstText(response.body);
  throw refusalOf({
    provider: target.provider,
    status,
    header: (name) => response.headers.get(name),
    text,
    secret: key.secret,
  });
}

/** `value` if it is an object, else `{}`: the format of answers is not trusted. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a list; empty for any other value. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
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
    // A truncated error message is enough.
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
        throw new UpstreamError(`Provider ${target.provider} sent an answer that is too large`);
      }
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof UpstreamError) throw cause;
    throw new UpstreamError(`Provider ${target.provider} broke off its answer`, { cause });
  }
  return text + decoder.decode();
}
