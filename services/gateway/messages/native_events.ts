/**
 * Validates the events of Anthropic's own streams against their protocol: a violation never reaches a client.
 */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { type Origin, sealed } from "../calls/origin.ts";
import { type FailureSource, reportedFailure } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { objectOf, textOf } from "../wires/http.ts";

export interface NativeAnswer {
  /** The model as the client named it. */
  model: string;
  origin: Origin;
}

/** @throws UpstreamError for an error event, a stream that ends early, and events in an order that cannot be. */
export async function* nativeEvents(
  events: AsyncIterable<JsonObject>,
  { model, origin, secrets }: NativeAnswer & Pick<FailureSource, "secrets">,
): AsyncGenerator<JsonObject> {
  let started = false;
  let told = false;
  let open: { given: unknown; kind: string } | undefined;
  let index = -1;
  const stop = () => {
    const events = open ? [{ type: "content_block_stop", index }] : [];
    open = undefined;
    return events;
  };
  for await (const event of events) {
    const { type } = event;
    if (type === "error") throw reportedFailure(event, { provider: origin.provider, secrets });
    if (type === "message_start") {
      if (!started) yield { ...event, message: { ...objectOf(event.message), model, content: [] } };
      started = true;
    } else if (!started) {
      continue;
    } else if (type === "ping") {
      yield event;
    } else if (type === "content_block_start") {
      // The reason for the end has been told: a client counts on all blocks being there.
      if (told) throw outOfOrder(origin);
      yield* stop();
      const block = objectOf(event.content_block);
      open = { given: event.index, kind: textOf(block.type) };
      index += 1;
      yield { ...event, index, content_block: sealedBlock(block, origin) };
    } else if (type === "content_block_delta") {
      const delta = objectOf(event.delta);
      if (!open || open.given !== event.index || !fits(open.kind, textOf(delta.type))) {
        throw outOfOrder(origin);
      }
      yield { ...event, index, delta: sealedBlock(delta, origin) };
    } else if (type === "content_block_stop") {
      yield* stop();
    } else if (type === "message_delta") {
      yield* stop();
      told = true;
      yield event;
    } else if (type === "message_stop") {
      if (!told) throw outOfOrder(origin);
      return yield { type };
    }
  }
  throw new UpstreamError(`Provider ${origin.provider} cut its answer`, {
    code: "stream_cut",
    beforeFirstByte: false,
  });
}

const KINDS: Record<string, RegExp> = {
  text_delta: /^text$/,
  citations_delta: /^text$/,
  input_json_delta: /tool_use$/,
  thinking_delta: /^thinking$/,
  signature_delta: /^thinking$/,
};

/** Whether a delta can be one of such a block; kinds that are newer than this are let through. */
function fits(kind: string, delta: string): boolean {
  return KINDS[delta]?.test(kind) ?? true;
}

function outOfOrder({ provider }: Origin): UpstreamError {
  return new UpstreamError(`Provider ${provider} sent its events in an order that cannot be`, {
    code: "bad_stream",
    beforeFirstByte: false,
  });
}

/** A block or delta whose signature names its origin, so that it goes back there. */
export function sealedBlock(block: JsonObject, origin: Origin): JsonObject {
  const { signature, data, type } = block;
  if (typeof signature === "string" && signature !== "") {
    return { ...block, signature: sealed(signature, origin) };
  }
  if (type === "redacted_thinking" && typeof data === "string") {
    return { ...block, data: sealed(data, origin) };
  }
  return block;
}

/** A whole message, its signatures with their origin. */
export function nativeMessage(answer: JsonObject, { model, origin }: NativeAnswer): JsonObject {
  const content = Array.isArray(answer.content)
    ? answer.content.map((block) => isObject(block) ? sealedBlock(block, origin) : block)
    : answer.content;
  return { ...answer, model, content };
}
