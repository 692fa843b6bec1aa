/**
 * Validates the events of Anthropic's own streams against their protocol: a violation never reaches a client.
 */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { type Origin, sealed } from "../calls/origin.ts";
import { type FailureSource, reportedFailure } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { objectOf, textOf } from "../wires/http.ts";

export interface NativeAnswer {
  /** The model name from the request. */
  model: string;
  origin: Origin;
}

/** @throws UpstreamError for an error event, a truncated stream, and events out of order. */
export async function* nativeEvents(
  events: AsyncIterable<JsonObject>,
  { model, origin, secrets }: NativeAnswer & Pick<FailureSource, "secrets">,
): AsyncGenerator<JsonObject> {
  let started = false;
  let stopped = false;
  let open: { index: unknown; kind: string } | undefined;
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
      // The stop reason was sent, so clients rely on all blocks being complete.
      if (stopped) throw outOfOrder(origin);
      yield* stop();
      const block = objectOf(event.content_block);
      open = { index: event.index, kind: textOf(block.type) };
      index += 1;
      yield { ...event, index, content_block: sealedBlock(block, origin) };
    } else if (type === "content_block_delta") {
      const delta = objectOf(event.delta);
      if (!open || open.index !== event.index || !fits(open.kind, textOf(delta.type))) {
        throw outOfOrder(origin);
      }
      yield { ...event, index, delta: sealedBlock(delta, origin) };
    } else if (type === "content_block_stop") {
      yield* stop();
    } else if (type === "message_delta") {
      yield* stop();
      stopped = true;
      yield event;
    } else if (type === "message_stop") {
      if (!stopped) throw outOfOrder(origin);
      return yield { type };
    }
  }
  throw new UpstreamError(`Provider ${origin.provider} broke off its answer`, {
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

/** Whether a delta is valid for a block; unknown, newer kinds are allowed. */
function fits(kind: string, delta: string): boolean {
  return KINDS[delta]?.test(kind) ?? true;
}

function outOfOrder({ provider }: Origin): UpstreamError {
  return new UpstreamError(`Provider ${provider} sent its events in an invalid order`, {
    code: "bad_stream",
    beforeFirstByte: false,
  });
}

/** Adds the origin to the signature of a block or delta, so that the next turn goes back there. */
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

/** A whole message with the origin added to its signatures. */
export function nativeMessage(answer: JsonObject, { model, origin }: NativeAnswer): JsonObject {
  const content = Array.isArray(answer.content)
    ? answer.content.map((block) => isObject(block) ? sealedBlock(block, origin) : block)
    : answer.content;
  return { ...answer, model, content };
}
