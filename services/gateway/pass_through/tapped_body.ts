/** Reads the usage in bodies that are streamed through: AWS's binary event streams, and JSON lines. */
import { Buffer } from "node:buffer";
import type { AnswerBody } from "lib/http/http_client.ts";
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { textsOf } from "lib/streams/message_texts.ts";
import { streamedTokens } from "../streams/estimate.ts";
import type { StreamCount } from "../streams/sse.ts";
import { awsEvents } from "../wires/event_stream.ts";
import { textOf } from "../wires/http.ts";
import type { WireContext } from "../wires/wire.ts";
import { usageReader } from "./passed_usage.ts";

/** Parser from a body to its objects. */
type Reading = (body: ReadableStream<Uint8Array>, context: WireContext) => AsyncIterable<JsonObject>;

export interface TappedBody {
  body: AnswerBody;
  /** Usage so far. */
  count(): StreamCount;
}

/** The parser for a content type; undefined for types that cannot be parsed. */
export function readingOf(contentType: string): Reading | undefined {
  if (/^application\/vnd\.amazon\.eventstream\b/i.test(contentType)) return awsObjects;
  return isLines(contentType) ? lineObjects : undefined;
}

export function isLines(contentType: string): boolean {
  return /^application\/(?:x-)?(?:jsonl|ndjson|jsonlines)\b/i.test(contentType);
}

export function tapped(body: AnswerBody, reading: Reading, context: WireContext): TappedBody {
  const usage = usageReader(context.target.wire);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let textBytes = 0;
  let pieces = 0;

  async function read(): Promise<void> {
    for await (const data of reading(readable, context)) {
      usage.take(data);
      const said = textsOf([data.delta, data.message, data.response]).join("");
      textBytes += Buffer.byteLength(said);
      pieces += said === "" ? 0 : 1;
    }
  }
  // An unparsable body has no usage and is forwarded anyway.
  const reads = read().catch(() => {});
  const quietly = (step: Promise<void>) => step.catch(() => {});
  return {
    count: () => ({ usage: usage.usage, tokens: () => streamedTokens(textBytes, pieces) }),
    body: {
      async read() {
        const bytes = await body.read();
        if (bytes) {
          await quietly(writer.write(bytes));
          return bytes;
        }
        await quietly(writer.close());
        await reads;
        return null;
      },
      cancel() {
        void quietly(writer.abort());
        body.cancel();
      },
    },
  };
}

/** The objects of an AWS event stream; events of InvokeModel contain the model's own as base64. */
async function* awsObjects(
  body: ReadableStream<Uint8Array>,
  context: WireContext,
): AsyncGenerator<JsonObject> {
  for await (const { payload } of awsEvents(body, context)) {
    const packed = textOf(payload.bytes);
    const data = packed === "" ? payload : parsedObject(Buffer.from(packed, "base64").toString());
    if (data) yield data;
  }
}

const MAX_LINE_CHARACTERS = 8 * 2 ** 20;

async function* lineObjects(body: ReadableStream<Uint8Array>): AsyncGenerator<JsonObject> {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_CHARACTERS) return;
    for (const line of lines) {
      const data = parsedObject(line);
      if (data) yield data;
    }
  }
  const last = parsedObject(rest);
  if (last) yield last;
}
