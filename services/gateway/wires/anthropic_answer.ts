import { isObject, type JsonObject } from "lib/json_object.ts";
import { answersThroughTool } from "./anthropic_request.ts";
import { completion, type FinishReason, type Tokens } from "./chat_answer.ts";
import type { ChatRequest, ToolCall } from "./chat_request.ts";
import { countOf, objectsOf, textOf } from "./http.ts";

/** Translates a whole message to a chat completion. */
export function wholeAnswer(answer: JsonObject, request: ChatRequest, model: string): JsonObject {
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
    tokens: isObject(answer.usage) ? anthropicTokens(answer.usage) : undefined,
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

export function finishReason(reason: unknown, asText: boolean): FinishReason {
  const finish = FINISH[textOf(reason)] ?? "stop";
  return asText && finish === "tool_calls" ? "stop" : finish;
}

/** Converts usage: Anthropic's input tokens exclude cached ones, the prompt tokens of chat completions include them. */
export function anthropicTokens(usage: JsonObject): Tokens {
  const cached = countOf(usage.cache_read_input_tokens);
  const cacheWrite = countOf(usage.cache_creation_input_tokens);
  const prompt = countOf(usage.input_tokens) + cached + cacheWrite;
  return { prompt, completion: countOf(usage.output_tokens), cached, cacheWrite };
}
