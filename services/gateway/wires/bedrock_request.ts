import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { alternating } from "./alternating.ts";
import { jsonInstruction } from "./anthropic_request.ts";
import { argumentsOf, type ChatRequest, type Part, type Tool, type Turn } from "./chat_request.ts";
import { claudeTraits, thinkingOf, thinks } from "./claude.ts";

/** The body of a Converse request. */
export function bedrockBody(request: ChatRequest, model: string): JsonObject {
  const { raw, json, topK } = request;
  const traits = claudeTraits(model);
  const isClaude = model.includes("anthropic.");
  const asked = isClaude ? thinkingOf(request, traits) : {};
  const samples = !isClaude || traits.sampling && !thinks(asked);
  const system = request.system.flatMap(blocksOf);
  // Converse has only JSON schemas; JSON without a schema is requested by an instruction.
  if (json && !json.schema) system.push({ text: jsonInstruction(undefined) });
  return nonEmpty({
    messages: alternating(request.turns, contentOf),
    system: system.length > 0 ? system : undefined,
    inferenceConfig: nonEmpty({
      maxTokens: maxTokens(request, asked.thinking),
      temperature: samples && request.temperature !== undefined
        ? Math.min(1, request.temperature)
        : undefined,
      topP: samples ? request.topP : undefined,
      stopSequences: request.stop.length > 0 ? request.stop : undefined,
    }),
    toolConfig: toolConfig(request),
    outputConfig: outputConfig(request),
    additionalModelRequestFields: nonEmpty({
      top_k: samples ? topK : undefined,
      thinking: asked.thinking ?? (isClaude ? undefined : raw.thinking),
      output_config: asked.effort ? { effort: asked.effort } : undefined,
      ...othersThinking(request, model),
    }),
    guardrailConfig: raw.guardrailConfig,
    performanceConfig: raw.performanceConfig,
    requestMetadata: raw.requestMetadata,
    serviceTier: raw.service_tier === "priority" || raw.service_tier === "flex"
      ? { type: raw.service_tier }
      : undefined,
  });
}

/** Removes fields that are undefined or an empty object. */
function nonEmpty(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) =>
      value !== undefined && !(typeof value === "object" && value !== null && Object.keys(value).length === 0)
    ),
  );
}

/** `maxTokens`, which includes the thinking budget and must be larger. */
function maxTokens({ maxTokens }: ChatRequest, thinking: JsonObject | undefined): number | undefined {
  const budget = typeof thinking?.budget_tokens === "number" ? thinking.budget_tokens : 0;
  return maxTokens !== undefined && budget >= maxTokens ? budget + maxTokens : maxTokens;
}

/** Reasoning fields of other model families, which differ. */
function othersThinking({ reasoningEffort: effort }: ChatRequest, model: string): JsonObject {
  if (!effort || effort === "none") return {};
  const level = effort === "minimal" ? "low" : effort === "xhigh" || effort === "max" ? "high" : effort;
  if (model.includes("openai.")) return { reasoning_effort: level };
  if (model.includes("amazon.nova")) {
    return { reasoningConfig: { type: "enabled", maxReasoningEffort: level } };
  }
  return {};
}

function outputConfig({ json }: ChatRequest): JsonObject | undefined {
  if (!json?.schema) return undefined;
  const jsonSchema = { name: json.name, schema: JSON.stringify(json.schema) };
  return { textFormat: { type: "json_schema", structure: { jsonSchema } } };
}

/** Tools and choice. Converse has no "none", and requires the tools of all calls in the conversation. */
function toolConfig({ tools, toolChoice, turns }: ChatRequest): JsonObject | undefined {
  const called = new Set(turns.flatMap(({ calls }) => calls.map(({ name }) => name)));
  const isOff = tools.length === 0 || toolChoice === "none";
  if (isOff && called.size === 0) return undefined;
  const named: Tool[] = tools.length > 0
    ? tools
    : [...called].map((name) => ({ name, parameters: { type: "object", properties: {} } }));
  return nonEmpty({
    tools: named.flatMap((tool) => [
      {
        toolSpec: nonEmpty({
          name: tool.name,
          description: tool.description || undefined,
          inputSchema: { json: tool.parameters },
        }),
      },
      ...cachePoint(tool.cache_control),
    ]),
    toolChoice: isOff
      ? undefined
      : typeof toolChoice === "object"
      ? { tool: { name: toolChoice.name } }
      : toolChoice === "required"
      ? { any: {} }
      : undefined,
  });
}

function contentOf(turn: Turn): JsonObject[] {
  if (turn.role === "tool") {
    return [{ toolResult: { toolUseId: turn.callId ?? "", content: turn.parts.flatMap(blocksOf) } }];
  }
  const calls = turn.calls.map((call) => ({
    toolUse: { toolUseId: call.id, name: call.name, input: argumentsOf(call) },
  }));
  return [...turn.thinking.flatMap(thoughtOf), ...turn.parts.flatMap(blocksOf), ...calls];
}

/** Thinking, which Claude requires back together with its calls. */
function thoughtOf({ type, thinking, signature, data }: JsonObject): JsonObject[] {
  if (type === "redacted_thinking") return [{ reasoningContent: { redactedContent: data } }];
  return [{ reasoningContent: { reasoningText: nonEmpty({ text: thinking, signature }) } }];
}

/** A part, followed by a cache point if it is marked. */
function blocksOf(part: Part): JsonObject[] {
  return [blockOf(part), ...cachePoint(part.cache_control)];
}

function cachePoint(cacheControl: unknown): JsonObject[] {
  if (typeof cacheControl !== "object" || cacheControl === null) return [];
  return [{
    cachePoint: nonEmpty({ type: "default", ttl: "ttl" in cacheControl ? cacheControl.ttl : undefined }),
  }];
}

const DOCUMENTS: Record<string, string> = {
  "application/pdf": "pdf",
  "text/csv": "csv",
  "text/html": "html",
  "text/plain": "txt",
  "text/markdown": "md",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
};

function blockOf(part: Part): JsonObject {
  if (part.type === "text") return { text: part.text };
  if (part.type === "address") {
    const extension = /\.(\w+)$/.exec(part.url)?.[1]?.toLowerCase() ?? "";
    return { image: { format: imageFormat(extension), source: { s3Location: { uri: part.url } } } };
  }
  const [, kind, format = ""] = /^(image|video)\/([\w-]+)/.exec(part.mediaType) ?? [];
  if (kind) return { [kind]: { format: imageFormat(format), source: { bytes: part.data } } };
  const document = DOCUMENTS[part.mediaType];
  if (!document) {
    throw new UpstreamError(`Bedrock does not accept ${part.mediaType}`, { status: 400, param: "messages" });
  }
  return { document: { name: documentName(part.name), format: document, source: { bytes: part.data } } };
}

function imageFormat(name: string): string {
  return name === "jpg" ? "jpeg" : name;
}

/** A document name as Bedrock accepts it: letters, digits, single spaces, hyphens and brackets. */
function documentName(name = "document"): string {
  const allowed = name.replace(/\.\w+$/, "").replace(/[^a-zA-Z0-9 ()[\]-]/g, " ").replace(/\s+/g, " ").trim();
  return allowed.slice(0, 200) || "document";
}
