/** Chunks of scripted chat completions, for tests. */
import type { JsonObject } from "lib/json_object.ts";

/** A chunk with one choice. */
export function chatChunk(delta: JsonObject, finish: string | null = null): JsonObject {
  return { id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** A delta of a tool call. */
export function callChunk(index: number, call: { id?: string; name?: string; json?: string }): JsonObject {
  const { id, name, json } = call;
  const called = { ...name === undefined ? {} : { name }, ...json === undefined ? {} : { arguments: json } };
  return chatChunk({
    tool_calls: [{ index, ...id === undefined ? {} : { id, type: "function" }, function: called }],
  });
}

export const USAGE_CHUNK: JsonObject = {
  id: "c",
  object: "chat.completion.chunk",
  choices: [],
  usage: {
    prompt_tokens: 30,
    completion_tokens: 7,
    total_tokens: 37,
    prompt_tokens_details: { cached_tokens: 10 },
  },
};

/** The chunks as a streamed response. */
export function chatStream(chunks: JsonObject[]): Response {
  const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + "data: [DONE]\n\n";
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

/** A completion as a response. */
export function chatAnswer(message: JsonObject, finish_reason = "stop"): Response {
  return Response.json({
    id: "c",
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
    usage: USAGE_CHUNK.usage,
  });
}
