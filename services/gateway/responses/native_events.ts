/**
 * Validates the events of a provider's own Responses API against the protocol: a violation never reaches a client.
 */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { type FailureSource, reportedFailure } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { objectOf, textOf } from "../wires/http.ts";
import { nativeItems } from "./native_items.ts";

export interface NativeOptions extends FailureSource {
  /** Rewrites a response for the client. */
  clientResponse(response: JsonObject): JsonObject;
  /** Rewrites an item for the client. */
  clientItem(item: JsonObject): JsonObject;
}

/** @throws UpstreamError for a reported failure, a truncated stream, and events out of order. */
export async function* nativeEvents(
  events: AsyncIterable<JsonObject>,
  { provider, secrets, clientResponse, clientItem }: NativeOptions,
): AsyncGenerator<JsonObject> {
  const items = nativeItems();
  const done: JsonObject[] = [];
  let started = false;
  for await (const event of events) {
    const type = textOf(event.type);
    if (type === "error") throw reportedFailure(event, { provider, secrets });
    if (type === "response.failed") throw reportedFailure(event.response, { provider, secrets });
    if (type === "response.created" && started || type === "keepalive" || !type.startsWith("response.")) {
      continue;
    }
    if (!started && type !== "response.created") throw outOfOrder(provider);
    started = true;
    // Clients would replace all items so far by the empty response in this event.
    if ((type === "response.in_progress" || type === "response.queued") && items.count > 0) continue;
    const { output_index: index } = event;
    if (type === "response.output_item.added") {
      if (!items.added(objectOf(event.item), index)) throw outOfOrder(provider);
    } else if (type === "response.output_item.done") {
      if (!items.done(objectOf(event.item), index)) throw outOfOrder(provider);
      done[Number(index)] = clientItem(objectOf(event.item));
    } else if (index !== undefined) {
      const missing = items.missing(event);
      if (missing && items.advance(missing)) yield missing;
      if (!items.advance(event)) throw outOfOrder(provider);
    }
    const forwarded = isObject(event.item) ? { ...event, item: clientItem(event.item) } : event;
    if (!isObject(event.response)) {
      yield forwarded;
      continue;
    }
    const response = clientResponse(event.response);
    const isEnd = type === "response.completed" || type === "response.incomplete";
    if (isEnd && !items.isWhole()) throw outOfOrder(provider);
    // Some backends omit earlier items from the final response.
    yield { ...forwarded, response: isEnd ? { ...response, output: done } : response };
    if (isEnd) return;
  }
  throw new UpstreamError(`Provider ${provider} broke off its answer`, {
    code: "stream_cut",
    beforeFirstByte: false,
  });
}

function outOfOrder(provider: string): UpstreamError {
  return new UpstreamError(`Provider ${provider} sent its events in an invalid order`, {
    code: "bad_stream",
    beforeFirstByte: false,
  });
}
