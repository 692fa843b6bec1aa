import { argumentsOf, type ChatRequest, type Part, plainText, type Turn } from "./chat_request.ts";
import type { JsonObject } from "./wire.ts";

const THINKING_BUDGET = { none: 0, minimal: 512, low: 1024, medium: 8192, high: 24_576 };

/** The body of `generateContent` (v1beta). */
export function geminiBody(request: ChatRequest): JsonObject {
  return {
    contents: merged(request.turns),
    ...request.system.length > 0 ? { systemInstruction: { parts: request.system.map(partOf) } } : {},
    ...tools(request),
    generationConfig: generationConfig(request),
    ...Array.isArray(request.raw.safety_settings) ? { safetySettings: request.raw.safety_settings } : {},
    ...typeof request.raw.cached_content === "string" ? { cachedContent: request.raw.cached_content } : {},
  };
}

function generationConfig(request: ChatRequest): JsonObject {
  const { json, reasoningEffort } = request;
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
    thinkingConfig: reasoningEffort
      ? { thinkingBudget: THINKING_BUDGET[reasoningEffort], includeThoughts: reasoningEffort !== "none" }
      : undefined,
  };
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
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

/** Turns as Gemini has them: user and model, one after the other, tool results in the user's. */
function merged(turns: Turn[]): JsonObject[] {
  const contents: { role: string; parts: JsonObject[] }[] = [];
  for (const turn of turns) {
    const role = turn.role === "assistant" ? "model" : "user";
    const parts = partsOf(turn);
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) contents.push({ role, parts });
  }
  return contents;
}

function partsOf(turn: Turn): JsonObject[] {
  if (turn.role === "tool") {
    const response = answerOf(plainText(turn.parts));
    return [{ functionResponse: { name: turn.callName ?? turn.callId ?? "", response } }];
  }
  const calls = turn.calls.map((call) => ({
    functionCall: { name: call.name, args: argumentsOf(call) },
    ...call.signature ? { thoughtSignature: call.signature } : {},
  }));
  return [...turn.parts.map(partOf), ...calls];
}

/** A tool's answer as the object that Gemini wants. */
function answerOf(text: string): JsonObject {
  return { result: text };
}

function partOf(part: Part): JsonObject {
  if (part.type === "text") return { text: part.text };
  if (part.type === "data") return { inlineData: { mimeType: part.mediaType, data: part.data } };
  return { fileData: { fileUri: part.url } };
}
