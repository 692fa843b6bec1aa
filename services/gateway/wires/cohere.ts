import { chunks, completion, type FinishReason, type Tokens } from "./chat_answer.ts";
import { type ChatRequest, type Part, readChat, type ToolCall, type Turn } from "./chat_request.ts";
import { embeddingList, readEmbedding } from "./embedding.ts";
import { cut, sseObjects } from "./events.ts";
import { countOf, objectOf, objectsOf, send, sendForJson, textOf, type WireRequest } from "./http.ts";
import type { JsonObject, Wire, WireContext } from "./wire.ts";

/** Cohere's API version 2. */
export const cohere: Wire = {
  async chat(raw, context) {
    const answer = await sendForJson(
      apiRequest("chat", chatBody(readChat(raw), context, false), context),
      context,
    );
    const message = objectOf(answer.message);
    const content = objectsOf(message.content);
    const calls = objectsOf(message.tool_calls).map(callOf);
    return completion({
      id: textOf(answer.id),
      model: context.target.model,
      text: content.map(({ text }) => textOf(text)).join(""),
      reasoning: content.map(({ thinking }) => textOf(thinking)).join("") || textOf(message.tool_plan),
      calls,
      finish: finishReason(answer.finish_reason),
      tokens: tokensOf(objectOf(answer.usage)),
    });
  },

  async *stream(raw, context) {
    const body = await send(apiRequest("chat", chatBody(readChat(raw), context, true), context), context);
    yield* translated(sseObjects(body, context), context);
  },

  async embed(raw, context) {
    const { texts, dimensions } = readEmbedding(raw);
    const body = {
      model: context.target.model,
      texts,
      input_type: textOf(raw.input_type) || "search_document",
      embedding_types: ["float"],
      ...dimensions ? { output_dimension: dimensions } : {},
    };
    const answer = await sendForJson(apiRequest("embed", body, context), context);
    const vectors = objectOf(answer.embeddings).float;
    const tokens = countOf(objectOf(objectOf(answer.meta).billed_units).input_tokens);
    return embeddingList(Array.isArray(vectors) ? vectors : [], { model: context.target.model, tokens });
  },
};

function apiRequest(path: string, body: JsonObject, { target, key }: WireContext): WireRequest {
  return {
    url: `${target.baseUrl.href.replace(/\/$/, "")}/v2/${path}`,
    headers: { authorization: `Bearer ${key.secret}` },
    body: JSON.stringify(body),
  };
}

function chatBody(request: ChatRequest, { target }: WireContext, stream: boolean): JsonObject {
  const { toolChoice, json } = request;
  const body = {
    model: target.model,
    stream,
    messages: [
      ...request.system.length > 0 ? [{ role: "system", content: request.system.map(partOf) }] : [],
      ...request.turns.map(messageOf),
    ],
    tools: request.tools.length > 0 && !(typeof toolChoice === "object")
      ? request.tools.map(toolOf)
      : typeof toolChoice === "object"
      ? request.tools.filter(({ name }) => name === toolChoice.name).map(toolOf)
      : undefined,
    // Cohere cannot force one of several tools: that one alone is offered, and a call required.
    tool_choice: toolChoice === "required" || typeof toolChoice === "object"
      ? "REQUIRED"
      : toolChoice === "none"
      ? "NONE"
      : undefined,
    max_tokens: request.maxTokens,
    temperature: request.temperature,
    p: request.topP,
    k: request.topK,
    seed: request.seed,
    frequency_penalty: request.frequencyPenalty,
    presence_penalty: request.presencePenalty,
    stop_sequences: request.stop.length > 0 ? request.stop : undefined,
    response_format: json
      ? { type: "json_object", ...json.schema ? { json_schema: json.schema } : {} }
      : undefined,
    thinking: request.reasoningEffort === "none" ? { type: "disabled" } : undefined,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

function toolOf({ name, description, parameters }: ChatRequest["tools"][number]): JsonObject {
  return { type: "function", function: { name, ...description ? { description } : {}, parameters } };
}

function messageOf(turn: Turn): JsonObject {
  if (turn.role === "tool") {
    return { role: "tool", tool_call_id: turn.callId, content: turn.parts.map(partOf) };
  }
  const calls = turn.calls.map(({ id, name, arguments: text }) => ({
    id,
    type: "function",
    function: { name, arguments: text },
  }));
  return {
    role: turn.role,
    ...turn.parts.length > 0 ? { content: turn.parts.map(partOf) } : {},
    ...calls.length > 0 ? { tool_calls: calls } : {},
  };
}

function partOf(part: Part): JsonObject {
  if (part.type === "text") return { type: "text", text: part.text };
  const url = part.type === "data" ? `data:${part.mediaType};base64,${part.data}` : part.url;
  return { type: "image_url", image_url: { url } };
}

function callOf(call: JsonObject): ToolCall {
  const { name, arguments: text } = objectOf(call.function);
  return { id: textOf(call.id), name: textOf(name), arguments: textOf(text) };
}

const FINISH: Record<string, FinishReason> = {
  COMPLETE: "stop",
  STOP_SEQUENCE: "stop",
  MAX_TOKENS: "length",
  TOOL_CALL: "tool_calls",
  ERROR_TOXIC: "content_filter",
};

function finishReason(reason: unknown): FinishReason {
  return FINISH[textOf(reason)] ?? "stop";
}

/** What Cohere bills, which is what its prices are for; the tokens it counted where it bills none. */
function tokensOf(usage: JsonObject): Tokens {
  const billed = objectOf(usage.billed_units);
  const counted = objectOf(usage.tokens);
  return {
    prompt: countOf(billed.input_tokens) || countOf(counted.input_tokens),
    completion: countOf(billed.output_tokens) || countOf(counted.output_tokens),
    cached: Math.min(countOf(usage.cached_tokens), countOf(billed.input_tokens)),
  };
}

async function* translated(
  events: AsyncIterable<JsonObject>,
  { target }: WireContext,
): AsyncGenerator<JsonObject> {
  let make = chunks("", target.model);
  for await (const event of events) {
    const delta = objectOf(event.delta);
    const message = objectOf(delta.message);
    const content = objectOf(message.content);
    if (event.type === "message-start") {
      make = chunks(textOf(event.id), target.model);
      yield make.role();
    } else if (event.type === "content-delta") {
      if (textOf(content.thinking)) yield make.reasoning(textOf(content.thinking));
      if (textOf(content.text)) yield make.text(textOf(content.text));
    } else if (event.type === "tool-plan-delta") yield make.reasoning(textOf(message.tool_plan));
    else if (event.type === "tool-call-start") {
      yield make.call(countOf(event.index), callOf(objectOf(message.tool_calls)));
    } else if (event.type === "tool-call-delta") {
      const piece = textOf(objectOf(objectOf(message.tool_calls).function).arguments);
      yield make.arguments(countOf(event.index), piece);
    } else if (event.type === "message-end") {
      yield make.finish(finishReason(delta.finish_reason));
      yield make.usage(tokensOf(objectOf(delta.usage)));
      return;
    }
  }
  throw cut(target.provider);
}
