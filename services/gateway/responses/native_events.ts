/** The events of a provider's own responses, held to their protocol: what breaks it never reaches a client. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { objectOf, textOf } from "../wires/http.ts";

export interface NativeOptions {
  provider: string;
  /** A response as the client gets it. */
  shown(response: JsonObject): JsonObject;
  /** An item as the client gets it. */
  item(item: JsonObject): JsonObject;
}

/** @throws UpstreamError for a failure that is told, a stream that ends early, and events that cannot be in that order. */
export async function* nativeEvents(
  events: AsyncIterable<JsonObject>,
  { provider, shown, item }: NativeOptions,
): AsyncGenerator<JsonObject> {
  const items = new Map<string, number>();
  const done: JsonObject[] = [];
  let started = false;
  for await (const event of events) {
    const type = textOf(event.type);
    if (type === "error") throw failureOf(isObject(event.error) ? event.error : event, provider);
    if (type === "response.failed") throw failureOf(objectOf(objectOf(event.response).error), provider);
    if (type === "response.created" && started || type === "keepalive" || !type.startsWith("response.")) {
      continue;
    }
    if (!started && type !== "response.created") throw outOfOrder(provider);
    started = true;
    const index = event.output_index;
    if (type === "response.output_item.added") {
      const id = textOf(objectOf(event.item).id);
      if (id === "" || items.has(id) || index !== items.size) throw outOfOrder(provider);
      items.set(id, items.size);
    } else if (type === "response.output_item.done") {
      const place = items.get(textOf(objectOf(event.item).id));
      if (place === undefined || place !== index || done[place]) throw outOfOrder(provider);
      done[place] = item(objectOf(event.item));
    } else if (index !== undefined) {
      const place = items.get(textOf(event.item_id));
      if (place === undefined ? event.item_id !== undefined : place !== index || done[place]) {
        throw outOfOrder(provider);
      }
    }
    const told = isObject(event.item) ? { ...event, item: item(event.item) } : event;
    if (!isObject(event.response)) {
      yield told;
      continue;
    }
    const response = shown(event.response);
    const isEnd = type === "response.completed" || type === "response.incomplete";
    if (isEnd && done.filter(Boolean).length !== items.size) throw outOfOrder(provider);
    // Some backends leave out at the end what they have told before.
    yield { ...told, response: isEnd ? { ...response, output: done } : response };
    if (isEnd) return;
  }
  throw new UpstreamError(`Provider ${provider} cut its answer`, {
    code: "stream_cut",
    beforeFirstByte: false,
  });
}

function failureOf({ message, code, type, param }: JsonObject, provider: string): UpstreamError {
  return new UpstreamError(textOf(message) || `Provider ${provider} failed in mid-answer`, {
    status: 500,
    code: textOf(code) || null,
    type: textOf(type) || null,
    param: textOf(param) || null,
    beforeFirstByte: false,
  });
}

function outOfOrder(provider: string): UpstreamError {
  return new UpstreamError(`Provider ${provider} sent its events in an order that cannot be`, {
    code: "bad_stream",
    beforeFirstByte: false,
  });
}
