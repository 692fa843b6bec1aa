/** The response object: fields of the request, and the answer so far. */
import type { JsonObject } from "lib/json_object.ts";
import type { Usage } from "../usage.ts";
import { objectOf, objectsOf } from "../wires/http.ts";

export function newId(prefix: string): string {
  return `${prefix}_${crypto.randomUUID().replaceAll("-", "")}`;
}

/** A response in progress. */
export function begunResponse(data: JsonObject, id: string): JsonObject {
  const { effort = null, summary = null } = objectOf(data.reasoning);
  return {
    id,
    object: "response",
    created_at: seconds(),
    completed_at: null,
    status: "in_progress",
    background: data.background === true,
    error: null,
    incomplete_details: null,
    instructions: data.instructions ?? null,
    max_output_tokens: data.max_output_tokens ?? null,
    max_tool_calls: data.max_tool_calls ?? null,
    metadata: data.metadata ?? {},
    model: data.model,
    output: [],
    parallel_tool_calls: data.parallel_tool_calls ?? true,
    previous_response_id: data.previous_response_id ?? null,
    prompt_cache_key: data.prompt_cache_key ?? null,
    reasoning: { effort, summary },
    safety_identifier: data.safety_identifier ?? null,
    service_tier: data.service_tier ?? null,
    store: data.store !== false,
    temperature: data.temperature ?? null,
    text: { format: { type: "text" }, ...objectOf(data.text) },
    tool_choice: data.tool_choice ?? "auto",
    tools: objectsOf(data.tools).map(withDefaults),
    top_logprobs: data.top_logprobs ?? 0,
    top_p: data.top_p ?? null,
    truncation: data.truncation ?? "disabled",
    usage: null,
    user: data.user ?? null,
  };
}

/** A tool with the fields that OpenAI always returns, which clients expect. */
function withDefaults(tool: JsonObject): JsonObject {
  if (tool.type !== "function") return tool;
  return { description: null, ...tool, parameters: tool.parameters ?? null, strict: tool.strict ?? false };
}

const REASONS: Record<string, string> = { length: "max_output_tokens", content_filter: "content_filter" };

/** The final response for a chat completion's finish reason. */
export function endedResponse(
  begun: JsonObject,
  { output, finish, usage }: { output: JsonObject[]; finish: string; usage: Usage },
): JsonObject {
  const reason = REASONS[finish];
  return {
    ...begun,
    completed_at: reason ? null : seconds(),
    status: reason ? "incomplete" : "completed",
    incomplete_details: reason ? { reason } : null,
    output,
    usage: shownUsage(usage),
  };
}

export function failedResponse(begun: JsonObject, code: string | null, message: string): JsonObject {
  return { ...begun, status: "failed", error: { code: code ?? "server_error", message } };
}

function shownUsage(usage: Usage): JsonObject {
  const { prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, reasoning_tokens } = usage;
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens, cache_write_tokens },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens },
    total_tokens: usage.total_tokens,
    ...usage.estimated ? { estimated: true } : {},
  };
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
