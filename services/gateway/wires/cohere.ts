import { isObject, type JsonObject } from "lib/json_object.ts";
import { chunks, completion, type FinishReason, type Tokens } from "./chat_answer.ts";
import { type ChatRequest, type Part, readChat, type ToolCall, type Turn } from "./chat_request.ts";
import { reportsFailure } from "lib/providers/reported_failure.ts";
import { reportedFailure } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { allVectors, embeddingList, piecesOf, readEmbedding } from "./embedding.ts";
import { cut, fromContent, sseObjects } from "./events.ts";
import { countOf, objectOf, objectsOf, send, sendForJson, textOf, type WireRequest } from "./http.ts";
import { documentText } from "./document_text.ts";
import { transcribe } from "./cohere_media.ts";
import { failureSourceOf, type Wire, type WireContext } from "./wire.ts";

const MOST_TEXTS = 96;
const THINKING_BUDGET = {
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};

/** Cohere's API version 2. */
export const cohere: Wire = {
  transcribe,

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
      fields: Array.isArray(message.citations) ? { citations: message.citations } : {},
      finish: finishReason(answer.finish_reason, context.target.provider),
      tokens: billedTokens(answer.usage),
    });
  },

  async *stream(raw, context) {
    const body = await send(apiRequest("chat", chatBody(readChat(raw), context, true), context), context);
    yield* fromContent(translated(sseObjects(body, context), context));
  },

  async rerank({ query, documents, top_n, max_tokens_per_doc, priority }, context) {
    const texts = Array.isArray(documents) ? documents.map(documentText) : [];
    const body = {
      model: context.target.model,
      query,
      documents: texts,
      top_n,
      max_tokens_per_doc,
      priority,
    };
    return {
      ...await sendForJson(apiRequest("rerank", body, context), context),
      model: context.target.model,
    };
  },

  async embed(raw, context) {
    const { texts, dimensions } = readEmbedding(raw);
    const vectors: unknown[] = [];
    let tokens = 0;
    for (const piece of piecesOf(texts, MOST_TEXTS)) {
      const body = {
        model: context.target.model,
        texts: piece,
        input_type: textOf(raw.input_type) || "search_document",
        embedding_types: ["float"],
        ...dimensions ? { output_dimension: dimensions } : {},
      };
      const answer = await sendForJson(apiRequest("embed", body, context), context);
      vectors.push(...allVectors(objectOf(answer.embeddings).float, piece, context.target.provider));
      tokens += countOf(objectOf(objectOf(answer.meta).billed_units).input_tokens);
    }
    return embeddingList(vectors, { model: context.target.model, tokens: tokens || undefined });
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
  const { toolChoice, json, raw } = request;
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
    // Cohere cannot force one of several tools, so only that one is offered and a call is required.
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
    thinking: raw.thinking ?? thinkingOf(request),
    // Parameter of Cohere's API only.
    documents: raw.documents,
    citation_options: raw.citation_options,
    safety_mode: raw.safety_mode,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

function thinkingOf({ reasoningEffort: effort }: ChatRequest): JsonObject | undefined {
  if (!effort) return undefined;
  if (effort === "none") return { type: "disabled" };
  return { type: "enabled", token_budget: THINKING_BUDGET[effort] };
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
  if (part.type === "data" && !part.mediaType.startsWith("image/")) {
    throw new UpstreamError(`Cohere does not accept ${part.mediaType}`, { status: 400, param: "messages" });
  }
  const url = part.type === "data" ? `data:${part.mediaType};base64,${part.data}` : part.url;
  return { type: "image_url", image_url: { url } };
}

function callOf(call: JsonObject): ToolCall {
  const { name, arguments: text } = objectOf(call.function);
  return { id: textOf(call.id), name: textOf(name), arguments: argumentsText(text) };
}

/** Arguments as JSON text: Cohere sends `null` for a function without parameters, clients expect an object. */
function argumentsText(text: unknown): string {
  return text === "null" || text === null ? "{}" : textOf(text);
}

const FINISH: Record<string, FinishReason> = {
  COMPLETE: "stop",
  STOP_SEQUENCE: "stop",
  MAX_TOKENS: "length",
  TOOL_CALL: "tool_calls",
  ERROR_LIMIT: "length",
  ERROR_TOXIC: "content_filter",
};

/** @throws {UpstreamError} for ERROR, TIMEOUT and unknown reasons. */
function finishReason(reason: unknown, provider: string): FinishReason {
  const finish = FINISH[textOf(reason)];
  if (finish) return finish;
  throw new UpstreamError(`Provider ${provider} failed: ${textOf(reason) || "no reason given"}`, {
    status: 502,
    code: "generation_failed",
    beforeFirstByte: false,
  });
}

/** The billed tokens, to which prices apply; else the counted ones. */
function billedTokens(usage: unknown): Tokens | undefined {
  if (!isObject(usage)) return undefined;
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
  { target, key }: WireContext,
): AsyncGenerator<JsonObject> {
  let make = chunks("", target.model);
  let unstarted: number | undefined;
  for await (const event of events) {
    const delta = objectOf(event.delta);
    const message = objectOf(delta.message);
    const content = objectOf(message.content);
    if (event.type === "message-start") {
      make = chunks(textOf(event.id), target.model);
      yield make.role();
    } else if (event.type === "content-start" || event.type === "content-delta") {
      if (textOf(content.thinking)) yield make.reasoning(textOf(content.thinking));
      if (textOf(content.text)) yield make.text(textOf(content.text));
    } else if (event.type === "tool-plan-delta") yield make.reasoning(textOf(message.tool_plan));
    else if (event.type === "tool-call-start") {
      const call = callOf(objectOf(message.tool_calls));
      unstarted = call.arguments === "" ? countOf(event.index) : undefined;
      yield make.call(countOf(event.index), call);
    } else if (event.type === "tool-call-delta") {
      const piece = objectOf(objectOf(message.tool_calls).function).arguments;
      if (!piece) continue;
      yield make.arguments(
        countOf(event.index),
        unstarted === undefined ? textOf(piece) : argumentsText(piece),
      );
      unstarted = undefined;
    } else if (event.type === "tool-call-end") {
      if (unstarted !== undefined) yield make.arguments(unstarted, "{}");
      unstarted = undefined;
    } else if (event.type === "citation-start") {
      yield make.fields({ citations: [message.citations] });
    } else if (event.type === "message-end") {
      if (reportsFailure(delta)) throw reportedFailure(delta, failureSourceOf({ target, key }));
      yield make.finish(finishReason(delta.finish_reason, target.provider));
      const tokens = billedTokens(delta.usage);
      if (tokens) yield make.usage(tokens);
      return;
    } else if (reportsFailure(event) || typeof event.message === "string") {
      throw reportedFailure(event, failureSourceOf({ target, key }));
    }
  }
  throw cut(target.provider);
}
