import { within } from "lib/deadlines.ts";
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { WireContext } from "./wire.ts";

const MAX_EVENT_BYTES = 16 * 2 ** 20;

/**
 * The bytes of a provider's stream, with an idle timeout.
 * @throws {UpstreamError} on timeout and when the connection breaks.
 */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { target, signal }: WireContext,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const idle = () =>
    new UpstreamError(`Provider ${target.provider} sent nothing for ${target.idleTimeoutMs} ms`, {
      beforeFirstByte: false,
    });
  try {
    for (;;) {
      const { done, value } = await within(target.idleTimeoutMs, reader.read(), idle);
      if (done) return;
      yield value;
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof UpstreamError) throw cause;
    throw cut(target.provider, cause);
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Error: the provider's stream is truncated. */
export function cut(provider: string, cause?: unknown): UpstreamError {
  return new UpstreamError(`Provider ${provider} broke off its answer`, { beforeFirstByte: false, cause });
}

/** The JSON objects of server-sent events (`data:` lines); other lines, comments and `[DONE]` are skipped. */
export async function* sseObjects(
  body: ReadableStream<Uint8Array>,
  context: WireContext,
): AsyncGenerator<JsonObject> {
  const decoder = new TextDecoder();
  let rest = "";
  let data = "";
  for await (const chunk of chunksOf(body, context)) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length + data.length > MAX_EVENT_BYTES) {
      throw cut(context.target.provider, new Error("event too large"));
    }
    for (const line of lines) {
      if (line.startsWith("data:")) data += line.slice(line[5] === " " ? 6 : 5);
      if (line !== "" || !data) continue;
      const event = eventOf(data, context);
      data = "";
      if (event) yield event;
    }
  }
  const last = parsedObject(data || rest.replace(/^data: ?/, ""));
  if (last) yield last;
}

/** An event's object; undefined for `[DONE]`. Throws for an invalid event, which would leave a gap in the answer. */
function eventOf(data: string, { target }: WireContext): JsonObject | undefined {
  const event = parsedObject(data);
  if (event || data.trim() === "[DONE]") return event;
  throw cut(target.provider, new Error("unreadable event"));
}

/**
 * Delays the role until the first content, so that a failure before content counts as before the first byte, and the
 * call can be retried elsewhere.
 */
export async function* fromContent(chunks: AsyncIterable<JsonObject>): AsyncGenerator<JsonObject> {
  let role: JsonObject | undefined;
  let started = false;
  try {
    for await (const chunk of chunks) {
      if (!started && !role) {
        role = chunk;
        continue;
      }
      if (role && !started) {
        started = true;
        yield role;
      }
      yield chunk;
    }
  } catch (error) {
    if (started || !(error instanceof UpstreamError) || error.beforeFirstByte) throw error;
    const { status, type, code, param, retryAfterMs } = error;
    throw new UpstreamError(error.message, { status, type, code, param, retryAfterMs, cause: error });
  }
}
