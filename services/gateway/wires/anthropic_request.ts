import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { alternating } from "./alternating.ts";
import { argumentsOf, type ChatRequest, type Part, type Turn } from "./chat_request.ts";
import { type ClaudeTraits, claudeTraits, thinkingOf, thinks } from "./claude.ts";

/** A forced tool whose input is the JSON answer, for models without structured output. */
export const JSON_TOOL = "json_answer";

/** Whether JSON is requested through `JSON_TOOL`: the model must accept a forced tool, and no other tools or thinking. */
export function answersThroughTool(request: ChatRequest, model: string): boolean {
  const traits = claudeTraits(model);
  return request.json !== undefined && request.tools.length === 0 && traits.forcedTools &&
    !thinks(thinkingOf(request, traits));
}

/** The body of `POST /v1/messages` (API version 2023-06-01). */
export function anthropicBody(
  request: ChatRequest,
  { model, stream }: { model: string; stream: boolean },
): JsonObject {
  const { raw } = request;
  const traits = claudeTraits(model);
  const asked = thinkingOf(request, traits);
  const throughTool = answersThroughTool(request, model);
  const system = request.system.map(block);
  // Without a schema or a forced tool, only an instruction can request JSON.
  if (request.json && !throughTool && !(request.json.schema && traits.schemas)) {
    system.push({ type: "text", text: jsonInstruction(request.json.schema) });
  }
  return {
    model,
    max_tokens: maxTokens(request, traits, asked.thinking),
    ...system.length > 0 ? { system } : {},
    messages: alternating(request.turns, contentOf),
    ...stream ? { stream: true } : {},
    ...asked.thinking ? { thinking: asked.thinking } : {},
    ...traits.sampling && !thinks(asked) ? sampling(request) : {},
    ...outputConfig(request, { effort: asked.effort, native: traits.schemas && !throughTool }),
    ...request.stop.length > 0 ? { stop_sequences: request.stop } : {},
    ...throughTool ? jsonTool(request) : tools(request),
    ...request.user ? { metadata: { user_id: request.user } } : {},
    ...raw.service_tier === "auto" || raw.service_tier === "standard_only"
      ? { service_tier: raw.service_tier }
      : {},
  };
}

/** `max_tokens`, which Anthropic requires and which must include the thinking budget. */
function maxTokens(request: ChatRequest, traits: ClaudeTraits, thinking: JsonObject | undefined): number {
  const asked = request.maxTokens ?? traits.maxTokens;
  const budget = typeof thinking?.budget_tokens === "number" ? thinking.budget_tokens : 0;
  return budget >= asked ? budget + asked : asked;
}

export function jsonInstruction(schema: JsonObject | undefined): string {
  const form = schema ? ` that follows this JSON schema: ${JSON.stringify(schema)}` : "";
  return `Answer with one JSON object and nothing else${form}`;
}

function outputConfig(
  { json }: ChatRequest,
  { effort, native }: { effort: string | undefined; native: boolean },
): JsonObject {
  const config = {
    ...effort ? { effort } : {},
    ...native && json?.schema ? { format: { type: "json_schema", schema: json.schema } } : {},
  };
  return Object.keys(config).length > 0 ? { output_config: config } : {};
}

function sampling({ temperature, topP, topK }: ChatRequest): JsonObject {
  return {
    // OpenAI's temperature is at most 2, Anthropic's at most 1.
    ...temperature !== undefined ? { temperature: Math.min(1, temperature) } : {},
    ...topP !== undefined && temperature === undefined ? { top_p: topP } : {},
    ...topK !== undefined ? { top_k: topK } : {},
  };
}

function jsonTool({ json }: ChatRequest): JsonObject {
  const input_schema = json?.schema ?? { type: "object" };
  return {
    tools: [{ name: JSON_TOOL, description: "The answer as JSON", input_schema }],
    tool_choice: { type: "tool", name: JSON_TOOL },
  };
}

function tools(request: ChatRequest): JsonObject {
  if (request.tools.length === 0) return {};
  const choice = choiceOf(request);
  return {
    tools: request.tools.map(({ name, description, parameters, cache_control }) => ({
      name,
      ...description ? { description } : {},
      input_schema: parameters,
      ...cache_control ? { cache_control } : {},
    })),
    ...choice ? { tool_choice: choice } : {},
  };
}

function choiceOf({ toolChoice, parallelToolCalls }: ChatRequest): JsonObject | undefined {
  const single = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  if (typeof toolChoice === "object") return { type: "tool", name: toolChoice.name, ...single };
  if (toolChoice === "none") return { type: "none" };
  if (toolChoice === "required") return { type: "any", ...single };
  return toolChoice === "auto" || parallelToolCalls === false ? { type: "auto", ...single } : undefined;
}

function contentOf(turn: Turn): JsonObject[] {
  if (turn.role === "tool") {
    return [{ type: "tool_result", tool_use_id: turn.callId ?? "", content: turn.parts.map(block) }];
  }
  const calls = turn.calls.map((call) => ({
    type: "tool_use",
    id: call.id,
    name: call.name,
    input: argumentsOf(call),
  }));
  return [...turn.thinking, ...turn.parts.map(block), ...calls];
}

function block(part: Part): JsonObject {
  const cache = part.cache_control ? { cache_control: part.cache_control } : {};
  if (part.type === "text") return { type: "text", text: part.text, ...cache };
  const source = part.type === "data"
    ? { type: "base64", media_type: part.mediaType, data: part.data }
    : { type: "url", url: part.url };
  if (part.type === "data" && part.mediaType.startsWith("audio/")) {
    throw new UpstreamError("Anthropic does not accept audio", { status: 400, param: "messages" });
  }
  const document = part.type === "data" && !part.mediaType.startsWith("image/");
  return {
    type: document ? "document" : "image",
    source,
    ...(document && part.name ? { title: part.name } : {}),
    ...cache,
  };
}
