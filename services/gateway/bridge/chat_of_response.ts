/** Translates a whole response to a chat completion. */
import type { JsonObject } from "lib/json_object.ts";
import { definedFields } from "../translation/chat_fields.ts";
import { countOf, objectOf, objectsOf, textOf } from "../wires/http.ts";

export function newCompletionId(): string {
  return `chatcmpl-${crypto.randomUUID().replaceAll("-", "")}`;
}

export function chatOfResponse(response: JsonObject): JsonObject {
  const { output } = response;
  const items = objectsOf(output);
  const parts = items.flatMap((item) => item.type === "message" ? objectsOf(item.content) : []);
  const text = parts.map((part) => textOf(part.text)).join("");
  const refusal = parts.map((part) => textOf(part.refusal)).join("");
  const calls = items.flatMap(callOf);
  const annotations = parts.flatMap((part) => objectsOf(part.annotations)).map(chatAnnotation);
  const message = definedFields({
    role: "assistant",
    refusal: refusal || undefined,
    reasoning_content: items.map(reasoningOf).filter((reasoning) => reasoning !== "").join("\n\n") ||
      undefined,
    thinking_blocks: listOf(items.flatMap(sealedThought)),
    annotations: listOf(annotations),
    tool_calls: listOf(calls),
  });
  return definedFields({
    id: newCompletionId(),
    object: "chat.completion",
    created: typeof response.created_at === "number" ? Math.floor(response.created_at) : 0,
    model: response.model,
    choices: [{
      index: 0,
      message: { ...message, content: text || (calls.length > 0 || refusal ? null : "") },
      finish_reason: finishOf(response, calls.length > 0),
      logprobs: null,
    }],
    service_tier: response.service_tier,
    usage: chatUsage(response.usage),
  });
}

function listOf(items: JsonObject[]): JsonObject[] | undefined {
  return items.length > 0 ? items : undefined;
}

/** The finish reason. Never throws: a truncated answer is still an answer. */
export function finishOf({ status, incomplete_details }: JsonObject, called: boolean): string {
  if (status === "incomplete") {
    return objectOf(incomplete_details).reason === "content_filter" ? "content_filter" : "length";
  }
  return called ? "tool_calls" : "stop";
}

/** An item as a tool call; empty for other items. */
export function callOf({ type, call_id, name, arguments: json, input }: JsonObject): JsonObject[] {
  if (type === "function_call") {
    return [{ id: call_id, type: "function", function: { name, arguments: textOf(json) } }];
  }
  return type === "custom_tool_call"
    ? [{ id: call_id, type: "custom", custom: { name, input: textOf(input) } }]
    : [];
}

function reasoningOf({ type, summary, content }: JsonObject): string {
  if (type !== "reasoning") return "";
  return [...objectsOf(summary), ...objectsOf(content)].map(({ text }) => textOf(text)).join("\n\n");
}

/** Encrypted reasoning as a thinking block, as chats of other providers carry theirs. */
export function sealedThought({ type, encrypted_content }: JsonObject): JsonObject[] {
  const data = textOf(encrypted_content);
  return type === "reasoning" && data !== "" ? [{ type: "redacted_thinking", data }] : [];
}

function chatAnnotation(annotation: JsonObject): JsonObject {
  const { type, ...fields } = annotation;
  return type === "url_citation" ? { type, url_citation: fields } : annotation;
}

export function chatUsage(usage: unknown): JsonObject | undefined {
  const { input_tokens, output_tokens, input_tokens_details, output_tokens_details } = objectOf(usage);
  if (typeof input_tokens !== "number" || typeof output_tokens !== "number") return undefined;
  const { cached_tokens, cache_write_tokens } = objectOf(input_tokens_details);
  return {
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    total_tokens: input_tokens + output_tokens,
    prompt_tokens_details: {
      cached_tokens: countOf(cached_tokens),
      ...countOf(cache_write_tokens) > 0 ? { cache_write_tokens } : {},
    },
    completion_tokens_details: {
      reasoning_tokens: countOf(objectOf(output_tokens_details).reasoning_tokens),
    },
  };
}
