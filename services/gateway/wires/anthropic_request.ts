import { UpstreamError } from "../upstream_error.ts";
import { argumentsOf, type ChatRequest, type Part, type Turn } from "./chat_request.ts";
import type { JsonObject } from "./wire.ts";

/** Anthropic wants a bound; this one every current model of theirs allows. */
const DEFAULT_MAX_TOKENS = 4096;
const THINKING_BUDGET = { minimal: 1024, low: 1024, medium: 4096, high: 16_384 };

/** The tool that stands for a JSON answer: its input is the answer. */
export const JSON_TOOL = "json_answer";

/** Whether a JSON answer is asked for through a tool of its own, because no other tool is in the way. */
export function answersThroughTool(request: ChatRequest): boolean {
  return request.json !== undefined && request.tools.length === 0;
}

/** The body of `POST /v1/messages` (API version 2023-06-01). */
export function anthropicBody(
  request: ChatRequest,
  { model, stream }: { model: string; stream: boolean },
): JsonObject {
  const { raw } = request;
  const thinking = thinkingOf(request);
  const budget = typeof thinking?.budget_tokens === "number" ? thinking.budget_tokens : 0;
  const asked = request.maxTokens ?? DEFAULT_MAX_TOKENS;
  return {
    model,
    max_tokens: budget >= asked ? budget + asked : asked,
    ...request.system.length > 0 ? { system: request.system.map(block) } : {},
    messages: merged(request.turns),
    ...stream ? { stream: true } : {},
    ...thinking ? { thinking } : sampling(request),
    ...request.stop.length > 0 ? { stop_sequences: request.stop } : {},
    ...tools(request),
    ...request.user ? { metadata: { user_id: request.user } } : {},
    ...raw.service_tier === "auto" || raw.service_tier === "standard_only"
      ? { service_tier: raw.service_tier }
      : {},
  };
}

function sampling({ temperature, topP, topK }: ChatRequest): JsonObject {
  return {
    // OpenAI's temperatures go to 2, Anthropic's to 1.
    ...temperature !== undefined ? { temperature: Math.min(1, temperature) } : {},
    ...topP !== undefined && temperature === undefined ? { top_p: topP } : {},
    ...topK !== undefined ? { top_k: topK } : {},
  };
}

function thinkingOf({ raw, reasoningEffort }: ChatRequest): JsonObject | undefined {
  if (typeof raw.thinking === "object" && raw.thinking !== null) return { ...raw.thinking };
  if (!reasoningEffort || reasoningEffort === "none") return undefined;
  return { type: "enabled", budget_tokens: THINKING_BUDGET[reasoningEffort] };
}

function tools(request: ChatRequest): JsonObject {
  if (answersThroughTool(request)) {
    const input_schema = request.json?.schema ?? { type: "object" };
    return {
      tools: [{ name: JSON_TOOL, description: "Gives the answer as JSON", input_schema }],
      tool_choice: { type: "tool", name: JSON_TOOL },
    };
  }
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

/** Turns as Anthropic has them: user and assistant only, one after the other, tool results in the user's. */
function merged(turns: Turn[]): JsonObject[] {
  const messages: { role: string; content: JsonObject[] }[] = [];
  for (const turn of turns) {
    const role = turn.role === "assistant" ? "assistant" : "user";
    const content = contentOf(turn);
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) messages.push({ role, content });
  }
  return messages;
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
    throw new UpstreamError("Anthropic takes no audio", { status: 400, param: "messages" });
  }
  const document = part.type === "data" && !part.mediaType.startsWith("image/");
  return {
    type: document ? "document" : "image",
    source,
    ...(document && part.name ? { title: part.name } : {}),
    ...cache,
  };
}
