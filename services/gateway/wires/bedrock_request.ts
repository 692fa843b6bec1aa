import { UpstreamError } from "../upstream_error.ts";
import { argumentsOf, type ChatRequest, type Part, type Turn } from "./chat_request.ts";
import type { JsonObject } from "./wire.ts";

/** The body of Bedrock's Converse. */
export function bedrockBody(request: ChatRequest): JsonObject {
  const { maxTokens, temperature, topP, stop, topK, raw } = request;
  const inferenceConfig = Object.fromEntries(
    Object.entries({
      maxTokens,
      temperature: temperature === undefined ? undefined : Math.min(1, temperature),
      topP,
      stopSequences: stop.length > 0 ? stop : undefined,
    }).filter(([, value]) => value !== undefined),
  );
  const additional = {
    ...topK === undefined ? {} : { top_k: topK },
    ...typeof raw.thinking === "object" && raw.thinking !== null ? { thinking: raw.thinking } : {},
  };
  return {
    messages: merged(request.turns),
    ...request.system.length > 0 ? { system: request.system.map(blockOf) } : {},
    ...Object.keys(inferenceConfig).length > 0 ? { inferenceConfig } : {},
    ...toolConfig(request),
    ...Object.keys(additional).length > 0 ? { additionalModelRequestFields: additional } : {},
  };
}

function toolConfig({ tools, toolChoice }: ChatRequest): JsonObject {
  // Converse has no "none": without the tools the model cannot call them.
  if (tools.length === 0 || toolChoice === "none") return {};
  const choice = typeof toolChoice === "object"
    ? { tool: { name: toolChoice.name } }
    : toolChoice === "required"
    ? { any: {} }
    : undefined;
  return {
    toolConfig: {
      tools: tools.map(({ name, description, parameters }) => ({
        toolSpec: { name, ...description ? { description } : {}, inputSchema: { json: parameters } },
      })),
      ...choice ? { toolChoice: choice } : {},
    },
  };
}

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
    return [{ toolResult: { toolUseId: turn.callId ?? "", content: turn.parts.map(blockOf) } }];
  }
  const calls = turn.calls.map((call) => ({
    toolUse: { toolUseId: call.id, name: call.name, input: argumentsOf(call) },
  }));
  const thinking = turn.thinking.map(({ thinking, signature }) => ({
    reasoningContent: { reasoningText: { text: thinking, signature } },
  }));
  return [...thinking, ...turn.parts.map(blockOf), ...calls];
}

function blockOf(part: Part): JsonObject {
  if (part.type === "text") return { text: part.text };
  if (part.type === "address") {
    throw new UpstreamError("Bedrock takes images as data, not as addresses", {
      status: 400,
      param: "messages",
    });
  }
  const [kind, format = ""] = part.mediaType.split("/");
  if (kind === "image") {
    return { image: { format: format === "jpg" ? "jpeg" : format, source: { bytes: part.data } } };
  }
  if (kind === "audio") {
    throw new UpstreamError("Bedrock takes no audio here", { status: 400, param: "messages" });
  }
  // Names of documents may hold letters, digits, blanks, hyphens and brackets only.
  const name = (part.name ?? "document").replace(/\.\w+$/, "").replace(/[^\w\s()[\]-]/g, " ").slice(0, 200);
  return { document: { name, format: format === "plain" ? "txt" : format, source: { bytes: part.data } } };
}
