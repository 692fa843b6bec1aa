import { isObject, type JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { answersThroughTool, anthropicBody } from "./anthropic_request.ts";
import { chunks, completion, type FinishReason, type Tokens } from "./chat_answer.ts";
import { type ChatRequest, readChat, type ToolCall } from "./chat_request.ts";
import { cut, fromContent, sseObjects } from "./events.ts";
import { countOf, objectOf, objectsOf, send, sendForJson, textOf, type WireRequest } from "./http.ts";
import type { Wire, WireContext } from "./wire.ts";

/** Anthropic's Messages API. */
export const anthropic: Wire = {
  async chat(raw, context) {
    const request = readChat(raw);
    const answer = await sendForJson(messagesRequest(request, context, false), context);
    return wholeAnswer(answer, request, context.target.model);
  },

  async *stream(raw, context) {
    const request = readChat(raw);
    const body = await send(messagesRequest(request, context, true), context);
    yield* fromContent(translated(sseObjects(body, context), request, context));
  },
};

function messagesRequest(request: ChatRequest, { target, key }: WireContext, stream: boolean): WireRequest {
  return {
    url: `${target.baseUrl.href.replace(/\/$/, "")}/v1/messages`,
    headers: { "x-api-key": key.secret, "anthropic-version": "2023-06-01" },
    body: JSON.stringify(anthropicBody(request, { model: target.model, stream })),
  };
}

function wholeAnswer(answer: JsonObject, request: ChatRequest, model: string): JsonObject {
  const blocks = objectsOf(answer.content);
  const ofType = (type: string) => blocks.filter((block) => block.type === type);
  const uses = ofType("tool_use");
  const asText = answersThroughTool(request, model);
  const calls: ToolCall[] = uses.map(({ id, name, input }) => ({
    id: textOf(id),
    name: textOf(name),
    arguments: JSON.stringify(input ?? {}),
  }));
  const text = ofType("text").map((block) => textOf(block.text)).join("");
  return completion({
    id: textOf(answer.id),
    model: textOf(answer.model) || model,
    text: asText && calls[0] ? calls[0].arguments : text,
    reasoning: ofType("thinking").map((block) => textOf(block.thinking)).join(""),
    thinking: blocks.filter(({ type }) => type === "thinking" || type === "redacted_thinking"),
    calls: asText ? [] : calls,
    finish: finishReason(answer.stop_reason, asText),
    tokens: isObject(answer.usage) ? tokensOf(answer.usage) : undefined,
  });
}

const FINISH: Record<string, FinishReason> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool_calls",
  refusal: "content_filter",
};

function finishReason(reason: unknown, asText: boolean): FinishReason {
  const finish = FINISH[textOf(reason)] ?? "stop";
  return asText && finish === "tool_calls" ? "stop" : finish;
}

/** Anthropic counts cached tokens beside the input; the chat-completion format counts them in the prompt. */
function tokensOf(usage: JsonObject): Tokens {
  const cached = countOf(usage.cache_read_input_tokens);
  const cacheWrite = countOf(usage.cache_creation_input_tokens);
  const prompt = countOf(usage.input_tokens) + cached + cacheWrite;
  return { prompt, completion: countOf(usage.output_tokens), cached, cacheWrite };
}

async function* translated(
  events: AsyncIterable<JsonObject>,
  request: ChatRequest,
  { target }: WireContext,
): AsyncGenerator<JsonObject> {
  const asText = answersThroughTool(request, target.model);
  let make = chunks("", target.model);
  let usage: JsonObject = {};
  let finish: FinishReason = "stop";
  // Blocks are numbered through all types, tool calls among themselves.
  const callIndex = new Map<unknown, number>();
  const thinking = new Map<unknown, JsonObject>();
  const empty = new Set<unknown>();
  for await (const event of events) {
    if (event.type === "error") throw streamError(objectOf(event.error), target.provider);
    if (event.type === "message_start") {
      const message = objectOf(event.message);
      make = chunks(textOf(message.id), textOf(message.model) || target.model);
      usage = objectOf(message.usage);
      yield make.role();
    } else if (event.type === "content_block_start") {
      const block = objectOf(event.content_block);
      if (block.type === "tool_use") {
        callIndex.set(event.index, callIndex.size);
        empty.add(event.index);
        if (!asText) {
          yield make.call(callIndex.size - 1, {
            id: textOf(block.id),
            name: textOf(block.name),
            arguments: "",
          });
        }
      } else if (block.type === "text" && textOf(block.text)) yield make.text(textOf(block.text));
      else if (block.type === "thinking" || block.type === "redacted_thinking") {
        thinking.set(event.index, { ...block });
      }
    } else if (event.type === "content_block_delta") {
      const piece = deltaChunk(objectOf(event.delta), event.index);
      if (piece) yield piece;
    } else if (event.type === "content_block_stop") {
      const block = thinking.get(event.index);
      if (block) yield make.thinking(block);
      // A call without arguments has no pieces, and clients parse what there is.
      if (empty.delete(event.index)) yield argumentsChunk(event.index, "{}");
    } else if (event.type === "message_delta") {
      finish = finishReason(objectOf(event.delta).stop_reason, asText);
      usage = { ...usage, ...objectOf(event.usage) };
    } else if (event.type === "message_stop") {
      yield make.finish(finish);
      yield make.usage(tokensOf(usage));
      return;
    }
  }
  throw cut(target.provider);

  function argumentsChunk(index: unknown, json: string): JsonObject {
    return asText ? make.text(json) : make.arguments(callIndex.get(index) ?? 0, json);
  }

  function deltaChunk(delta: JsonObject, index: unknown): JsonObject | undefined {
    if (delta.type === "text_delta") return make.text(textOf(delta.text));
    if (delta.type === "input_json_delta") {
      const json = textOf(delta.partial_json);
      if (json === "") return undefined;
      empty.delete(index);
      return argumentsChunk(index, json);
    }
    const block = thinking.get(index);
    if (delta.type === "thinking_delta") {
      if (block) block.thinking = textOf(block.thinking) + textOf(delta.thinking);
      return make.reasoning(textOf(delta.thinking));
    }
    if (delta.type === "signature_delta" && isObject(block)) block.signature = textOf(delta.signature);
    return undefined;
  }
}

const ERROR_STATUS: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
};

/** An error in a stream, where there is no status any more. */
export function streamError(error: JsonObject, provider: string): UpstreamError {
  const type = textOf(error.type);
  return new UpstreamError(textOf(error.message) || `Provider ${provider} failed in mid-answer`, {
    status: ERROR_STATUS[type] ?? 500,
    type,
    beforeFirstByte: false,
  });
}
