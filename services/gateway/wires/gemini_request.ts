import type { JsonObject } from "lib/json_object.ts";
import { alternating } from "./alternating.ts";
import { argumentsOf, type ChatRequest, type Part, plainText, type Turn } from "./chat_request.ts";
import { objectOf } from "./http.ts";

const THINKING_BUDGET = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};
const THINKING_LEVEL = {
  none: "low",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};
// Google's documented placeholder for a missing signature, without which Gemini 3 refuses the conversation.
const NO_SIGNATURE = "skip_thought_signature_validator";

/** The body of `generateContent` (v1beta). Fields in `extra_body.google` are accepted as by Google's own endpoint. */
export function geminiBody(request: ChatRequest, model: string): JsonObject {
  const { raw } = request;
  const own = { ...raw, ...objectOf(objectOf(raw.extra_body).google) };
  return {
    contents: alternating(request.turns, (turn) => partsOf(turn, model), "model")
      .map(({ role, content: parts }) => ({ role, parts })),
    ...request.system.length > 0 ? { systemInstruction: { parts: request.system.map(partOf) } } : {},
    ...tools(request),
    generationConfig: generationConfig(request, { model, own }),
    ...Array.isArray(own.safety_settings) ? { safetySettings: own.safety_settings } : {},
    ...typeof own.cached_content === "string" ? { cachedContent: own.cached_content } : {},
  };
}

function generationConfig(
  request: ChatRequest,
  { model, own }: { model: string; own: JsonObject },
): JsonObject {
  const { json, raw } = request;
  const config = {
    temperature: request.temperature,
    topP: request.topP,
    topK: request.topK,
    maxOutputTokens: request.maxTokens,
    stopSequences: request.stop.length > 0 ? request.stop : undefined,
    seed: request.seed,
    frequencyPenalty: request.frequencyPenalty,
    presencePenalty: request.presencePenalty,
    responseMimeType: json ? "application/json" : undefined,
    responseJsonSchema: json?.schema,
    responseModalities: Array.isArray(raw.modalities)
      ? raw.modalities.map((name) => String(name).toUpperCase())
      : undefined,
    thinkingConfig: own.thinking_config ?? thinkingOf(request, model),
  };
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}

/** Thinking: a token budget before Gemini 3, a level after it, which cannot be off. */
function thinkingOf({ reasoningEffort: effort }: ChatRequest, model: string): JsonObject | undefined {
  if (!effort) return undefined;
  const includeThoughts = effort !== "none";
  return isElder(model)
    ? { thinkingBudget: THINKING_BUDGET[effort], includeThoughts }
    : { thinkingLevel: THINKING_LEVEL[effort], includeThoughts };
}

function isElder(model: string): boolean {
  return !/gemini-([3-9]|\d\d)/.test(model);
}

function tools({ tools, toolChoice }: ChatRequest): JsonObject {
  if (tools.length === 0) return {};
  const functionDeclarations = tools.map(({ name, description, parameters }) => ({
    name,
    ...description ? { description } : {},
    parametersJsonSchema: parameters,
  }));
  const mode = typeof toolChoice === "object" || toolChoice === "required"
    ? "ANY"
    : toolChoice === "none"
    ? "NONE"
    : "AUTO";
  const allowed = typeof toolChoice === "object" ? { allowedFunctionNames: [toolChoice.name] } : {};
  return {
    tools: [{ functionDeclarations }],
    ...toolChoice ? { toolConfig: { functionCallingConfig: { mode, ...allowed } } } : {},
  };
}

function partsOf(turn: Turn, model: string): JsonObject[] {
  if (turn.role === "tool") return [toolAnswer(turn)];
  const signed = isElder(model) || turn.calls.some(({ signature }) => signature);
  const calls = turn.calls.map((call, i) => {
    // Of parallel calls only the first has a signature.
    const thoughtSignature = call.signature ?? (!signed && i === 0 ? NO_SIGNATURE : undefined);
    return {
      functionCall: { id: call.id, name: call.name, args: argumentsOf(call) },
      ...thoughtSignature ? { thoughtSignature } : {},
    };
  });
  return [...turn.parts.map(partOf), ...calls];
}

function toolAnswer({ callId, callName, parts }: Turn): JsonObject {
  const media = parts.filter(({ type }) => type !== "text").map(partOf);
  return {
    functionResponse: {
      id: callId,
      name: callName ?? callId ?? "",
      response: { result: plainText(parts) },
      ...media.length > 0 ? { parts: media } : {},
    },
  };
}

function partOf(part: Part): JsonObject {
  if (part.type === "text") return { text: part.text };
  if (part.type === "data") return { inlineData: { mimeType: part.mediaType, data: part.data } };
  return { fileData: { fileUri: part.url } };
}
