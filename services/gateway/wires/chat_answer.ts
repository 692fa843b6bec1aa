import type { JsonObject } from "lib/json_object.ts";
import type { ToolCall } from "./chat_request.ts";

export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter";

/** Reported tokens; cached ones are included in the prompt, reasoning in the completion. */
export interface Tokens {
  prompt: number;
  completion: number;
  cached?: number;
  cacheWrite?: number;
  reasoning?: number;
  audio?: number;
}

/** The usage object of a chat completion. */
export function usage(
  { prompt, completion, cached = 0, cacheWrite = 0, reasoning = 0, audio = 0 }: Tokens,
): JsonObject {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached, cache_creation_tokens: cacheWrite, audio_tokens: audio },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

/** A whole chat completion. */
export function completion({ id, model, text, reasoning, calls, thinking, fields, finish, tokens }: {
  id: string;
  model: string;
  text: string;
  reasoning: string;
  calls: ToolCall[];
  /** Signed thinking blocks, which the client sends back with the next turn. */
  thinking?: JsonObject[];
  /** Fields of the message beyond the standard format. */
  fields?: JsonObject;
  finish: FinishReason;
  /** undefined when the provider reported none. */
  tokens: Tokens | undefined;
}): JsonObject {
  const message = {
    role: "assistant",
    content: text || (calls.length > 0 ? null : ""),
    ...reasoning ? { reasoning_content: reasoning } : {},
    ...thinking?.length ? { thinking_blocks: thinking } : {},
    ...calls.length > 0 ? { tool_calls: calls.map(toolCall) } : {},
    ...fields,
  };
  return {
    id,
    object: "chat.completion",
    created: unixSeconds(),
    model,
    choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
    ...tokens ? { usage: usage(tokens) } : {},
  };
}

function toolCall({ id, name, arguments: text, signature }: ToolCall): JsonObject {
  return { id, type: "function", function: { name, arguments: text }, ...extra(signature) };
}

function extra(signature: string | undefined): JsonObject {
  return signature ? { extra_content: { google: { thought_signature: signature } } } : {};
}

function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Makes the chunks of one streamed answer. */
export interface Chunks {
  role(): JsonObject;
  text(piece: string): JsonObject;
  reasoning(piece: string): JsonObject;
  /** A finished thinking block with its signature. */
  thinking(block: JsonObject): JsonObject;
  /** Fields of the delta beyond the standard format. */
  fields(delta: JsonObject): JsonObject;
  call(index: number, call: ToolCall): JsonObject;
  arguments(index: number, piece: string): JsonObject;
  finish(reason: FinishReason): JsonObject;
  usage(tokens: Tokens): JsonObject;
}

export function chunks(id: string, model: string): Chunks {
  const created = unixSeconds();
  const chunk = (choices: JsonObject[]) => ({ id, object: "chat.completion.chunk", created, model, choices });
  const delta = (delta: JsonObject, finish_reason: FinishReason | null = null) =>
    chunk([{ index: 0, delta, finish_reason }]);
  return {
    role: () => delta({ role: "assistant", content: "" }),
    text: (content) => delta({ content }),
    reasoning: (reasoning_content) => delta({ reasoning_content }),
    fields: (more) => delta(more),
    thinking: (block) => delta({ thinking_blocks: [block] }),
    call: (index, call) => delta({ tool_calls: [{ index, ...toolCall(call) }] }),
    arguments: (index, text) => delta({ tool_calls: [{ index, function: { arguments: text } }] }),
    finish: (reason) => delta({}, reason),
    usage: (tokens) => ({ ...chunk([]), usage: usage(tokens) }),
  };
}
