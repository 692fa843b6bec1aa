import { isObject, type JsonObject } from "lib/json_object.ts";
import { modelRequest } from "./bedrock_api.ts";
import { generateImages, ranked } from "./bedrock_media.ts";
import { bedrockBody } from "./bedrock_request.ts";
import { markedConverse } from "./cache_marks.ts";
import { type Chunks, chunks, completion, type FinishReason, type Tokens } from "./chat_answer.ts";
import { readChat } from "./chat_request.ts";
import type { Target } from "../providers/target.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { allVectors, embeddingList, piecesOf, readEmbedding } from "./embedding.ts";
import { awsEvents, type StreamEvent } from "./event_stream.ts";
import { cut, fromContent } from "./events.ts";
import { countOf, objectOf, objectsOf, send, sendForJson, textOf } from "./http.ts";
import { type Download, download, withBytes } from "./media.ts";
import type { Wire, WireContext } from "./wire.ts";

/** Amazon Bedrock's Converse API, with Signature Version 4 or a Bedrock API key. Image URLs are downloaded here. */
export function bedrockWire(fetchMedia: Download = download): Wire {
  async function body(raw: JsonObject, { target, signal }: WireContext): Promise<JsonObject> {
    const keep = (url: string) => url.startsWith("s3://");
    const sent = bedrockBody(await withBytes(readChat(raw), { fetchMedia, signal, keep }), target.model);
    // Other model families refuse all or some cache marks.
    return target.model.includes("anthropic.") ? markedConverse(sent, target.cacheMarks) : sent;
  }
  return {
    async chat(raw, context) {
      const sent = await modelRequest("converse", await body(raw, context), context);
      return wholeAnswer(await sendForJson(sent, context), context.target);
    },

    async *stream(raw, context) {
      const sent = await modelRequest("converse-stream", await body(raw, context), context);
      yield* fromContent(translated(awsEvents(await send(sent, context), context), context));
    },

    embed,
    generateImages,
    rerank: ranked,
  };
}

export const bedrock: Wire = bedrockWire();

function wholeAnswer(answer: JsonObject, { model, provider }: Target): JsonObject {
  const blocks = objectsOf(objectOf(objectOf(answer.output).message).content);
  const calls = blocks.flatMap(({ toolUse }) => isObject(toolUse) ? [toolUse] : []).map((use) => ({
    id: textOf(use.toolUseId),
    name: textOf(use.name),
    arguments: JSON.stringify(use.input ?? {}),
  }));
  const thinking = blocks.flatMap(({ reasoningContent }) => thinkingBlock(objectOf(reasoningContent)));
  const cited = ({ citationsContent }: JsonObject) => objectsOf(objectOf(citationsContent).content);
  return completion({
    id: `chatcmpl-${crypto.randomUUID()}`,
    model,
    text: blocks.flatMap((block) => [block, ...cited(block)]).map(({ text }) => textOf(text)).join(""),
    reasoning: thinking.map((block) => textOf(block.thinking)).join(""),
    thinking,
    calls,
    finish: finishReason(answer.stopReason, provider),
    tokens: isObject(answer.usage) ? bedrockTokens(answer.usage) : undefined,
  });
}

/** A thinking block in Anthropic's format, which the client sends back with the next turn. */
function thinkingBlock({ reasoningText, redactedContent }: JsonObject): JsonObject[] {
  if (textOf(redactedContent)) return [{ type: "redacted_thinking", data: redactedContent }];
  const { text, signature } = objectOf(reasoningText);
  if (text === undefined) return [];
  return [{ type: "thinking", thinking: text, ...signature === undefined ? {} : { signature } }];
}

/** Embeds texts. Each model family has its own format, and all but Cohere's take one text per call. */
async function embed(raw: JsonObject, context: WireContext): Promise<JsonObject> {
  const { texts, dimensions } = readEmbedding(raw);
  const { model, provider } = context.target;
  const isCohere = model.includes("cohere.");
  const vectors: unknown[] = [];
  let tokens = 0;
  for (const piece of piecesOf(texts, isCohere ? 96 : 1)) {
    const body = isCohere
      ? {
        texts: piece,
        input_type: textOf(raw.input_type) || "search_document",
        ...dimensions ? { output_dimension: dimensions } : {},
      }
      : singleEmbedding(piece[0] ?? "", dimensions, model);
    const answer = await sendForJson(await modelRequest("invoke", body, context), context);
    vectors.push(...allVectors(vectorsOf(answer), piece, provider));
    tokens += countOf(answer.inputTextTokenCount) + countOf(answer.inputTokenCount);
  }
  return embeddingList(vectors, { model, tokens: tokens || undefined });
}

function singleEmbedding(text: string, dimensions: number | undefined, model: string): JsonObject {
  if (!model.includes("amazon.nova")) return { inputText: text, ...dimensions ? { dimensions } : {} };
  return {
    taskType: "SINGLE_EMBEDDING",
    singleEmbeddingParams: {
      embeddingPurpose: "GENERIC_INDEX",
      embeddingDimension: dimensions ?? 1024,
      text: { truncationMode: "END", value: text },
    },
  };
}

/** Vectors in the format of Titan (one), Nova (list of objects) or Cohere (list, or object with `float`). */
function vectorsOf({ embedding, embeddings }: JsonObject): unknown[] {
  if (Array.isArray(embedding)) return [embedding];
  const list = Array.isArray(embeddings) ? embeddings : objectOf(embeddings).float;
  return Array.isArray(list) ? list.map((item) => isObject(item) ? item.embedding : item) : [];
}

const FINISH: Record<string, FinishReason> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool_calls",
  guardrail_intervened: "content_filter",
  content_filtered: "content_filter",
};

/** @throws {UpstreamError} for malformed output and for a missing reason. */
function finishReason(reason: unknown, provider: string): FinishReason {
  const name = textOf(reason);
  if (name && !name.startsWith("malformed_")) return FINISH[name] ?? "stop";
  throw new UpstreamError(`Provider ${provider} failed: ${name || "no reason given"}`, {
    status: 502,
    code: name || "bad_answer",
    beforeFirstByte: false,
  });
}

/** Converts usage: Bedrock's input tokens exclude cached ones. */
function bedrockTokens(usage: JsonObject): Tokens {
  const cached = countOf(usage.cacheReadInputTokens);
  const cacheWrite = countOf(usage.cacheWriteInputTokens);
  const prompt = countOf(usage.inputTokens) + cached + cacheWrite;
  return { prompt, completion: countOf(usage.outputTokens), cached, cacheWrite };
}

/** An open content block. */
interface Block {
  /** Index among the calls. */
  call?: number;
  hasArguments?: boolean;
  thinking: string;
  signature: string;
  redacted: string;
}

async function* translated(
  events: AsyncIterable<StreamEvent>,
  { target }: WireContext,
): AsyncGenerator<JsonObject> {
  const make = chunks(`chatcmpl-${crypto.randomUUID()}`, target.model);
  const blocks = new Map<unknown, Block>();
  let calls = 0;
  let finished = false;
  for await (const { type, payload } of events) {
    const index = payload.contentBlockIndex;
    const block: Block = blocks.get(index) ?? { thinking: "", signature: "", redacted: "" };
    if (type.startsWith("contentBlock")) blocks.set(index, block);
    if (type === "messageStart") yield make.role();
    else if (type === "contentBlockStart") {
      const { toolUse } = objectOf(payload.start);
      if (!isObject(toolUse)) continue;
      block.call = calls++;
      const { toolUseId, name } = toolUse;
      yield make.call(block.call, { id: textOf(toolUseId), name: textOf(name), arguments: "" });
    } else if (type === "contentBlockDelta") {
      // Not `yield*`, which costs an async generator several promises per chunk.
      for (const chunk of deltaChunks(objectOf(payload.delta), block, make)) yield chunk;
    } else if (type === "contentBlockStop") {
      blocks.delete(index);
      yield* endChunks(block, make);
    } else if (type === "messageStop") {
      finished = true;
      yield make.finish(finishReason(payload.stopReason, target.provider));
    } else if (type === "metadata" && isObject(payload.usage)) yield make.usage(bedrockTokens(payload.usage));
  }
  if (!finished) throw cut(target.provider);
}

function* deltaChunks(delta: JsonObject, block: Block, make: Chunks): Iterable<JsonObject> {
  const { text, toolUse, reasoningContent } = delta;
  if (textOf(text)) yield make.text(textOf(text));
  const input = textOf(objectOf(toolUse).input);
  if (input && block.call !== undefined) {
    block.hasArguments = true;
    yield make.arguments(block.call, input);
  }
  const { text: thought, signature, redactedContent } = objectOf(reasoningContent);
  block.thinking += textOf(thought);
  block.signature += textOf(signature);
  block.redacted += textOf(redactedContent);
  if (textOf(thought)) yield make.reasoning(textOf(thought));
}

function* endChunks(
  { call, hasArguments, thinking, signature, redacted }: Block,
  make: Chunks,
): Iterable<JsonObject> {
  // A call without arguments has no deltas, but clients parse the arguments as JSON.
  if (call !== undefined && !hasArguments) yield make.arguments(call, "{}");
  if (signature) yield make.thinking({ type: "thinking", thinking, signature });
  if (redacted) yield make.thinking({ type: "redacted_thinking", data: redacted });
}
