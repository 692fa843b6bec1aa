/** Translates a streamed response to chat completion chunks. */
import type { JsonObject } from "lib/json_object.ts";
import { objectOf, textOf } from "../wires/http.ts";
import { chatUsage, finishOf, newCompletionId, sealedThought } from "./chat_of_response.ts";

/** Expects validated `events`: each item is reported once, and the last event ends the response. */
export async function* chunksOfResponse(
  events: AsyncIterable<JsonObject>,
  { model }: { model: unknown },
): AsyncGenerator<JsonObject> {
  const head = { id: newCompletionId(), object: "chat.completion.chunk", created: seconds(), model };
  const delta = (fields: JsonObject, finish_reason: string | null = null): JsonObject => ({
    ...head,
    choices: [{ index: 0, delta: fields, finish_reason, logprobs: null }],
  });
  const calls = new Map<unknown, Call>();
  const deltas = deltaReader(calls);
  for await (const event of events) {
    for (const fields of deltas(event)) yield delta(fields);
    if (event.type !== "response.completed" && event.type !== "response.incomplete") continue;
    const response = objectOf(event.response);
    yield delta({}, finishOf(response, calls.size > 0));
    const usage = chatUsage(response.usage);
    if (usage) yield { ...head, choices: [], usage };
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

interface Call {
  index: number;
  isCustom: boolean;
  /** The arguments sent so far. */
  sent: string;
}

/** Returns a function from an event to its deltas. */
function deltaReader(calls: Map<unknown, Call>): (event: JsonObject) => JsonObject[] {
  let thoughts = 0;
  return function deltasOf(event) {
    const { type, delta, item_id } = event;
    const item = objectOf(event.item);
    switch (type) {
      case "response.created":
        return [{ role: "assistant", content: "" }];
      case "response.output_text.delta":
        return [{ content: delta }];
      case "response.refusal.delta":
        return [{ refusal: delta }];
      case "response.reasoning_summary_part.added":
        thoughts += 1;
        return thoughts > 1 ? [{ reasoning_content: "\n\n" }] : [];
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        return [{ reasoning_content: delta }];
      case "response.output_item.added":
        return begunCall(item, calls);
      case "response.function_call_arguments.delta":
      case "response.custom_tool_call_input.delta":
        return pieceOfCall(calls.get(item_id), textOf(delta));
      case "response.output_item.done": {
        const seals = sealedThought(item);
        return seals.length > 0 ? [{ thinking_blocks: seals }] : restOfCall(item, calls);
      }
      default:
        return [];
    }
  };
}

function begunCall(item: JsonObject, calls: Map<unknown, Call>): JsonObject[] {
  const { type, id, call_id, name } = item;
  const isCustom = type === "custom_tool_call";
  if (type !== "function_call" && !isCustom) return [];
  const index = calls.size;
  calls.set(id, { index, isCustom, sent: "" });
  const called = isCustom
    ? { type: "custom", custom: { name, input: "" } }
    : { type: "function", function: { name, arguments: "" } };
  return [{ tool_calls: [{ index, id: call_id, ...called }] }];
}

function pieceOfCall(call: Call | undefined, piece: string): JsonObject[] {
  if (!call || piece === "") return [];
  call.sent += piece;
  const { index, isCustom } = call;
  return [{
    tool_calls: [{ index, ...isCustom ? { custom: { input: piece } } : { function: { arguments: piece } } }],
  }];
}

/** The unsent rest of a call: some backends send no deltas, only complete calls. */
function restOfCall({ id, arguments: json, input }: JsonObject, calls: Map<unknown, Call>): JsonObject[] {
  const call = calls.get(id);
  const whole = textOf(json) || textOf(input);
  return call?.sent === "" ? pieceOfCall(call, whole) : [];
}
