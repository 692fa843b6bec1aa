/**
 * Orders the chunks of a translated stream. Whatever the order of a provider's events, a client gets the role
 * first, then the content, then one finish reason, then the usage:
 *
 *     start --chunk--> answering --finish reason (buffered)--> answering
 *     answering --end--> sends finish reason, usage            end without a finish reason --> failure
 */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { isUsageOnly } from "./stream_event.ts";

/** Yields `chunks` in the order that clients expect. @throws {UpstreamError} when the stream is incomplete. */
export async function* inOrder(chunks: AsyncIterable<JsonObject>): AsyncGenerator<JsonObject> {
  const calls = new Set<unknown>();
  let answering = false;
  let finish: JsonObject | undefined;
  let usage: JsonObject | undefined;
  for await (const chunk of chunks) {
    if (isUsageOnly(chunk)) {
      usage = chunk;
      continue;
    }
    const parts = partsOf(chunk);
    if (!parts) continue;
    finish = parts.finish ?? finish;
    const said = parts.said ?? (answering ? undefined : withDelta(chunk, {}));
    if (!said) continue;
    for (const call of callsIn(said)) begin(calls, call);
    yield answering ? said : withRole(said);
    answering = true;
  }
  if (!finish) throw broken("ended the stream early");
  yield finish;
  if (usage) yield usage;
}

/** Splits a chunk into content and finish reason; undefined for a chunk without a choice. */
function partsOf(chunk: JsonObject): { said?: JsonObject; finish?: JsonObject } | undefined {
  const choice = choiceOf(chunk);
  if (!choice) return undefined;
  if (!choice.finish_reason) return { said: chunk };
  const delta = isObject(choice.delta) ? choice.delta : {};
  const finish = { ...chunk, choices: [{ ...choice, delta: {} }] };
  return Object.keys(delta).length > 0 ? { finish, said: withDelta(chunk, delta) } : { finish };
}

function choiceOf({ choices }: JsonObject): JsonObject | undefined {
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return isObject(first) ? first : undefined;
}

function withDelta(chunk: JsonObject, delta: JsonObject): JsonObject {
  return { ...chunk, choices: [{ ...choiceOf(chunk), delta, finish_reason: null }] };
}

function withRole(chunk: JsonObject): JsonObject {
  const delta = choiceOf(chunk)?.delta;
  if (isObject(delta) && delta.role !== undefined) return chunk;
  return withDelta(chunk, { role: "assistant", ...isObject(delta) ? delta : {} });
}

function callsIn(chunk: JsonObject): JsonObject[] {
  const delta = choiceOf(chunk)?.delta;
  const calls = isObject(delta) ? delta.tool_calls : undefined;
  return Array.isArray(calls) ? calls.filter(isObject) : [];
}

/** Registers a new tool call. Throws when its first delta lacks an id or a name. */
function begin(begun: Set<unknown>, { index, id, function: named }: JsonObject): void {
  if (begun.has(index)) return;
  if (typeof id !== "string" || id === "" || !isObject(named) || typeof named.name !== "string") {
    throw broken("sent a piece of a tool call that had not begun");
  }
  begun.add(index);
}

function broken(what: string): UpstreamError {
  return new UpstreamError(`The provider ${what}`, { code: "stream_cut", beforeFirstByte: false });
}
