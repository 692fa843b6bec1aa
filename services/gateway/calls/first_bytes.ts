/** Waits for the start of a provider's event stream, while a fallback to another provider is still possible. */
import { Buffer } from "node:buffer";
import { after } from "lib/deadlines.ts";
import type { AnswerBody, Bytes } from "lib/http/http_client.ts";
import { reportsFailure } from "lib/providers/reported_failure.ts";
import { reportedFailure } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { FAILURE_MARK, mayFail, parseEvent } from "../streams/stream_event.ts";
import { failureSourceOf, type WireContext } from "../wires/wire.ts";

const MOST_BYTES = 64 * 1024;

/**
 * Waits for the first bytes of a body.
 * @throws {UpstreamError} when the first event reports a failure, or the body ends, breaks or times out before it.
 */
export async function withFirstBytes(body: AnswerBody, context: WireContext): Promise<AnswerBody> {
  const { target: { provider, idleTimeoutMs }, signal } = context;
  let silent = false;
  const withdraw = after(idleTimeoutMs, () => {
    silent = true;
    body.cancel();
  });
  signal.addEventListener("abort", body.cancel, { once: true });
  try {
    const bytes = await beginning(body, context);
    if (bytes && !silent && !signal.aborted) return resumed(bytes, body);
    throw new UpstreamError(`${provider} ended the stream early`, { code: "stream_cut" });
  } catch (error) {
    body.cancel();
    signal.throwIfAborted();
    if (!silent) throw error;
    throw new UpstreamError(`${provider} sent nothing for ${idleTimeoutMs} ms`, { code: "timeout" });
  } finally {
    withdraw();
    signal.removeEventListener("abort", body.cancel);
  }
}

/** The first bytes; if they may report a failure, up to the end of an event. */
async function beginning(body: AnswerBody, context: WireContext): Promise<Bytes | null> {
  let bytes = await body.read();
  while (bytes && bytes.length < MOST_BYTES) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    // Nearly all streams start without a failure. Searching a latin1 string is 40 times as fast as searching a buffer.
    if (!buffer.toString("latin1").includes(FAILURE_MARK)) return bytes;
    const text = buffer.toString("utf8");
    if (!mayFail(text)) return bytes;
    const [first = "", ...others] = text.split(/(?<=\n\r?\n)/);
    const data = parseEvent(first);
    if (/^event: ?error\s*$/m.test(first) && data !== undefined || reportsFailure(data)) {
      throw reportedFailure(data, failureSourceOf(context), { beforeFirstByte: true });
    }
    if (others.length > 0 || /\n\r?\n$/.test(first)) return bytes;
    const more = await body.read();
    if (!more) return bytes;
    bytes = new Uint8Array(Buffer.concat([bytes, more]));
  }
  return bytes;
}

/** `body` with the already read `bytes` put back. */
function resumed(bytes: Bytes, { read, cancel }: AnswerBody): AnswerBody {
  let first: Bytes | undefined = bytes;
  return {
    read() {
      if (!first) return read();
      const firstRead = Promise.resolve(first);
      first = undefined;
      return firstRead;
    },
    cancel,
  };
}
