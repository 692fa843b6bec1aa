import type { JsonObject } from "lib/json_object.ts";
import { z } from "zod";
import { UpstreamError } from "../providers/upstream_error.ts";

/** A content part of a message. Images and files are base64 with a type, or a URL. */
export type Part =
  | { type: "text"; text: string; cache_control?: unknown }
  | { type: "data"; mediaType: string; data: string; name?: string; cache_control?: unknown }
  | { type: "address"; url: string; name?: string; cache_control?: unknown };

export interface ToolCall {
  id: string;
  name: string;
  /** JSON text as the model wrote it. */
  arguments: string;
  /** Google's thought signature, which Gemini requires back with the call. */
  signature?: string;
}

/** A message, with roles reduced to the three that every provider has. */
export interface Turn {
  role: "user" | "assistant" | "tool";
  parts: Part[];
  calls: ToolCall[];
  /** Id of the call that a tool message answers. */
  callId?: string;
  /** Name of the tool that answers. */
  callName?: string;
  thinking: JsonObject[];
}

export interface Tool {
  name: string;
  description?: string;
  parameters: JsonObject;
  cache_control?: unknown;
}

/** A parsed chat request, shared by all translations. */
export interface ChatRequest {
  system: Part[];
  turns: Turn[];
  tools: Tool[];
  toolChoice: "auto" | "none" | "required" | { name: string } | undefined;
  parallelToolCalls: boolean | undefined;
  maxTokens: number | undefined;
  temperature: number | undefined;
  topP: number | undefined;
  topK: number | undefined;
  seed: number | undefined;
  frequencyPenalty: number | undefined;
  presencePenalty: number | undefined;
  stop: string[];
  /** Requested JSON output, with its schema if any. */
  json: { name: string; schema?: JsonObject } | undefined;
  reasoningEffort: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | undefined;
  user: string | undefined;
  /** The original request, for fields of a single provider. */
  raw: JsonObject;
}

const Anything = z.record(z.string(), z.unknown());
const Text = z.looseObject({
  type: z.enum(["text", "input_text", "refusal"]),
  text: z.string().optional(),
  refusal: z.string().optional(),
});
const Image = z.looseObject({
  type: z.literal("image_url"),
  image_url: z.union([z.string(), z.looseObject({ url: z.string() })]),
});
const Audio = z.looseObject({
  type: z.literal("input_audio"),
  input_audio: z.object({ data: z.string(), format: z.string() }),
});
const FilePart = z.looseObject({
  type: z.literal("file"),
  file: z.looseObject({ file_data: z.string(), filename: z.string().optional() }),
});
const Content = z.union([z.string(), z.array(z.union([Text, Image, Audio, FilePart]))]).nullish();
const Call = z.looseObject({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
  extra_content: z.looseObject({
    google: z.looseObject({ thought_signature: z.string().optional() }).optional(),
  }).optional(),
});
const Message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: Content,
  tool_calls: z.array(Call).nullish(),
  tool_call_id: z.string().nullish(),
  thinking_blocks: z.array(Anything).nullish(),
});
const Request = z.looseObject({
  messages: z.array(Message).min(1),
  tools: z.array(z.looseObject({
    function: z.looseObject({
      name: z.string(),
      description: z.string().optional(),
      parameters: Anything.optional(),
    }),
    cache_control: z.unknown().optional(),
  })).nullish(),
  tool_choice: z.union([
    z.enum(["auto", "none", "required"]),
    z.looseObject({ function: z.looseObject({ name: z.string() }) }),
  ]).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.int().nullish(),
  seed: z.int().nullish(),
  frequency_penalty: z.number().nullish(),
  presence_penalty: z.number().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  n: z.literal(1, "this provider supports only one choice").nullish(),
  logprobs: z.literal(false, "this provider does not support logprobs").nullish(),
  response_format: z.looseObject({
    type: z.enum(["text", "json_object", "json_schema"]),
    json_schema: z.looseObject({ name: z.string().optional(), schema: Anything.optional() }).optional(),
  }).nullish(),
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"]).nullish(),
  user: z.string().nullish(),
});

/**
 * Parses a chat request for a provider with another protocol. Unsupported parameters that change the format of the
 * answer (`n`, `logprobs`) are refused; hints (`user`, `seed`) may be dropped.
 * @throws {UpstreamError} status 400 with `param`, before anything is sent.
 */
export function readChat(raw: JsonObject): ChatRequest {
  const parsed = Request.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const param = issue?.path.join(".") ?? null;
    throw new UpstreamError(`${param}: ${issue?.message}`, {
      status: 400,
      type: "invalid_request_error",
      param,
    });
  }
  const { data } = parsed;
  const names = new Map(
    data.messages.flatMap(({ tool_calls }) => tool_calls ?? []).map((call) => [call.id, call.function.name]),
  );
  const isSystem = ({ role }: { role: string }) => role === "system" || role === "developer";
  return {
    raw,
    system: data.messages.filter(isSystem).flatMap(({ content }) => partsOf(content)),
    turns: data.messages.filter((message) => !isSystem(message)).map((message) => turnOf(message, names)),
    tools: (data.tools ?? []).map(({ function: { name, description, parameters }, cache_control }) => ({
      name,
      description,
      parameters: parameters ?? { type: "object", properties: {} },
      cache_control,
    })),
    toolChoice: typeof data.tool_choice === "object" && data.tool_choice
      ? { name: data.tool_choice.function.name }
      : data.tool_choice ?? undefined,
    parallelToolCalls: data.parallel_tool_calls ?? undefined,
    maxTokens: data.max_completion_tokens ?? data.max_tokens ?? undefined,
    temperature: data.temperature ?? undefined,
    topP: data.top_p ?? undefined,
    topK: data.top_k ?? undefined,
    seed: data.seed ?? undefined,
    frequencyPenalty: data.frequency_penalty ?? undefined,
    presencePenalty: data.presence_penalty ?? undefined,
    stop: typeof data.stop === "string" ? [data.stop] : data.stop ?? [],
    json: data.response_format && data.response_format.type !== "text"
      ? {
        name: data.response_format.json_schema?.name ?? "answer",
        schema: data.response_format.json_schema?.schema,
      }
      : undefined,
    reasoningEffort: data.reasoning_effort ?? undefined,
    user: data.user ?? undefined,
  };
}

function turnOf(message: z.output<typeof Message>, names: Map<string, string>): Turn {
  const { role, content, tool_calls, tool_call_id, thinking_blocks } = message;
  return {
    role: role === "assistant" || role === "tool" ? role : "user",
    parts: partsOf(content),
    calls: (tool_calls ?? []).map((call) => ({
      id: call.id,
      name: call.function.name,
      arguments: call.function.arguments,
      signature: call.extra_content?.google?.thought_signature,
    })),
    callId: tool_call_id ?? undefined,
    callName: names.get(tool_call_id ?? ""),
    thinking: thinking_blocks ?? [],
  };
}

function partsOf(content: z.output<typeof Content>): Part[] {
  if (typeof content === "string") return content ? [{ type: "text", text: content }] : [];
  return (content ?? []).map((part): Part => {
    const { cache_control } = part;
    if (part.type === "image_url") {
      const url = typeof part.image_url === "string" ? part.image_url : part.image_url.url;
      return { ...located(url), cache_control };
    }
    if (part.type === "input_audio") {
      const { data, format } = part.input_audio;
      return { type: "data", mediaType: `audio/${format === "mp3" ? "mpeg" : format}`, data, cache_control };
    }
    if (part.type === "file") {
      return { ...located(part.file.file_data), name: part.file.filename, cache_control };
    }
    return { type: "text", text: part.text ?? part.refusal ?? "", cache_control };
    // Providers refuse empty texts.
  }).filter((part) => part.type !== "text" || part.text !== "");
}

function located(
  url: string,
): { type: "data"; mediaType: string; data: string } | { type: "address"; url: string } {
  const inline = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.-]+)*;base64,/.exec(url);
  if (!inline) return { type: "address", url };
  return { type: "data", mediaType: inline[1] ?? "", data: url.slice(inline[0].length) };
}

/** A call's arguments as an object; `{}` if malformed, so that one bad call does not block a conversation. */
export function argumentsOf(call: ToolCall): JsonObject {
  try {
    return Anything.parse(JSON.parse(call.arguments || "{}"));
  } catch {
    return {};
  }
}

/** The text of all parts. */
export function plainText(parts: Part[]): string {
  return parts.flatMap((part) => part.type === "text" ? [part.text] : []).join("\n");
}
