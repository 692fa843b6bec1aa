import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { reportedFailure } from "../providers/reported_failure.ts";
import { chunksOf, cut } from "./events.ts";
import { failureSourceOf, type WireContext } from "./wire.ts";

const PRELUDE_BYTES = 12;
const CRC_BYTES = 4;
const MAX_FRAME_BYTES = 24 * 2 ** 20;

/** One message of a stream. */
export interface StreamEvent {
  type: string;
  payload: JsonObject;
}

/**
 * The messages of AWS's binary event stream (application/vnd.amazon.eventstream): 4 bytes total length, 4 bytes
 * headers length, 4 bytes CRC, headers, payload, 4 bytes CRC; numbers are big-endian. Lengths are checked; CRCs are
 * not, since TLS protects the bytes.
 * @throws {UpstreamError} for an exception message, an invalid frame, or a truncated stream.
 */
export async function* awsEvents(
  body: ReadableStream<Uint8Array>,
  context: WireContext,
): AsyncGenerator<StreamEvent> {
  let buffer = new Uint8Array();
  for await (const chunk of chunksOf(body, context)) {
    const grown = new Uint8Array(buffer.length + chunk.length);
    grown.set(buffer);
    grown.set(chunk, buffer.length);
    buffer = grown;
    while (buffer.length >= PRELUDE_BYTES) {
      const view = new DataView(buffer.buffer, buffer.byteOffset);
      const total = view.getUint32(0);
      const headersLength = view.getUint32(4);
      if (total > MAX_FRAME_BYTES || headersLength + PRELUDE_BYTES + CRC_BYTES > total) {
        throw cut(context.target.provider, new Error("malformed frame"));
      }
      if (buffer.length < total) break;
      const headers = headersOf(buffer.subarray(PRELUDE_BYTES, PRELUDE_BYTES + headersLength));
      const payload = new TextDecoder().decode(
        buffer.subarray(PRELUDE_BYTES + headersLength, total - CRC_BYTES),
      );
      buffer = buffer.subarray(total);
      yield eventOf(headers, parsedObject(payload) ?? {}, context);
    }
  }
  if (buffer.length > 0) throw cut(context.target.provider);
}

function eventOf(headers: Map<string, string>, payload: JsonObject, context: WireContext): StreamEvent {
  const exception = headers.get(":exception-type") ?? headers.get(":error-code");
  if (exception === undefined) return { type: headers.get(":event-type") ?? "", payload };
  // A connection error has its message in a header instead of the payload.
  const failure = { message: headers.get(":error-message"), ...payload, type: exception };
  throw reportedFailure(failure, failureSourceOf(context));
}

/** Size of a header value by type; values of types 6 and 7 start with their length. */
const FIXED_SIZES: Record<number, number> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };
const STRING = 7;

function headersOf(bytes: Uint8Array): Map<string, string> {
  const headers = new Map<string, string>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  for (let at = 0; at + 2 <= bytes.length;) {
    const nameEnd = at + 1 + view.getUint8(at);
    const name = decoder.decode(bytes.subarray(at + 1, nameEnd));
    const type = view.getUint8(nameEnd);
    const fixed = FIXED_SIZES[type];
    const start = nameEnd + 1 + (fixed === undefined ? 2 : 0);
    const size = fixed ?? view.getUint16(nameEnd + 1);
    if (type === STRING) headers.set(name, decoder.decode(bytes.subarray(start, start + size)));
    at = start + size;
  }
  return headers;
}
