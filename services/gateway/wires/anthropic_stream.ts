import type { JsonObject } from "lib/json_object.ts";
import { reportedFailure } from "../providers/reported_failure.ts";
import { anthropicTokens, finishReason } from "./anthropic_answer.ts";
import { type Chunks, chunks, type FinishReason } from "./chat_answer.ts";
import { cut } from "./events.ts";
import { objectOf, textOf } from "./http.ts";
import { failureSourceOf, type WireContext } from "./wire.ts";

/** Translates a streamed message to chat chunks; with `asText` the input of `JSON_TOOL` becomes the text. */
export async function* messageChunks(
  events: AsyncIterable<JsonObject>,
  { target, key }: WireContext,
  asText: boolean,
): AsyncGenerator<JsonObject> {
  const message = streamedMessage(target.model, asText);
  for await (const event of events) {
    if (event.type === "error") throw reportedFailure(event, failureSourceOf({ target, key }));
    // Not `yield*`, which costs an async generator several promises per chunk.
    for (const chunk of message.chunks(event)) yield chunk;
    if (event.type === "message_stop") return;
  }
  throw cut(target.provider);
}

/** An open content block; only calls and thinking need their end. */
interface Block {
  /** Index among the calls; a block's own index counts blocks of all types. */
  call?: number;
  hasArguments?: boolean;
  thinking?: JsonObject;
}

const NONE: JsonObject[] = [];

/** State of a streamed message: converts one event at a time to chunks. */
function streamedMessage(model: string, asText: boolean): { chunks(event: JsonObject): JsonObject[] } {
  const blocks = new Map<unknown, Block>();
  let make = chunks("", model);
  let calls = 0;
  let usage: JsonObject = {};
  let finish: FinishReason = "stop";

  function begin(message: JsonObject): JsonObject[] {
    make = chunks(textOf(message.id), textOf(message.model) || model);
    usage = objectOf(message.usage);
    return [make.role()];
  }

  function open(index: unknown, block: JsonObject): JsonObject[] {
    if (block.type === "tool_use") {
      const call = calls++;
      blocks.set(index, { call });
      if (asText) return NONE;
      return [make.call(call, { id: textOf(block.id), name: textOf(block.name), arguments: "" })];
    }
    if (block.type === "thinking" || block.type === "redacted_thinking") {
      blocks.set(index, { thinking: { ...block } });
    }
    return block.type === "text" && textOf(block.text) ? [make.text(textOf(block.text))] : NONE;
  }

  function close(index: unknown): JsonObject[] {
    const { call, hasArguments, thinking } = blocks.get(index) ?? {};
    blocks.delete(index);
    if (thinking) return [make.thinking(thinking)];
    // A call without arguments has no deltas, but clients parse the arguments as JSON.
    if (call === undefined || hasArguments) return NONE;
    return [asText ? make.text("{}") : make.arguments(call, "{}")];
  }

  return {
    chunks(event) {
      switch (event.type) {
        case "message_start":
          return begin(objectOf(event.message));
        case "content_block_start":
          return open(event.index, objectOf(event.content_block));
        case "content_block_delta":
          return deltaChunks(objectOf(event.delta), blocks.get(event.index) ?? {}, { make, asText });
        case "content_block_stop":
          return close(event.index);
        case "message_delta":
          finish = finishReason(objectOf(event.delta).stop_reason, asText);
          usage = { ...usage, ...objectOf(event.usage) };
          return NONE;
        case "message_stop":
          return [make.finish(finish), make.usage(anthropicTokens(usage))];
        default:
          return NONE;
      }
    },
  };
}

/** Adds a delta to its block and returns its chunks. */
function deltaChunks(
  delta: JsonObject,
  block: Block,
  { make, asText }: { make: Chunks; asText: boolean },
): JsonObject[] {
  switch (delta.type) {
    case "text_delta":
      return [make.text(textOf(delta.text))];
    case "input_json_delta": {
      const json = textOf(delta.partial_json);
      if (json === "") return NONE;
      block.hasArguments = true;
      return [asText ? make.text(json) : make.arguments(block.call ?? 0, json)];
    }
    case "thinking_delta": {
      const text = textOf(delta.thinking);
      if (block.thinking) block.thinking.thinking = textOf(block.thinking.thinking) + text;
      return [make.reasoning(text)];
    }
    case "signature_delta":
      if (block.thinking) block.thinking.signature = textOf(delta.signature);
      return NONE;
    default:
      return NONE;
  }
}
