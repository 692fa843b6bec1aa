import { chunks, completion, type FinishReason, type Tokens } from "./chat_answer.ts";
import { readChat, type ToolCall } from "./chat_request.ts";
import { embeddingList, readEmbedding } from "./embedding.ts";
import { cut, sseObjects } from "./events.ts";
import { geminiBody } from "./gemini_request.ts";
import {
  countOf,
  isObject,
  objectOf,
  objectsOf,
  send,
  sendForJson,
  textOf,
  type WireRequest,
} from "./http.ts";
import type { JsonObject, Wire, WireContext } from "./wire.ts";

/** Google's Gemini API. */
export const gemini: Wire = {
  async chat(raw, context) {
    const request = readChat(raw);
    const answer = await sendForJson(modelRequest("generateContent", geminiBody(request), context), context);
    const parts = candidateParts(answer);
    return completion({
      id: answerId(answer),
      model: textOf(answer.modelVersion) || context.target.model,
      text: parts.filter(({ thought }) => !thought).map(({ text }) => textOf(text)).join(""),
      reasoning: parts.filter(({ thought }) => thought).map(({ text }) => textOf(text)).join(""),
      calls: callsOf(parts, 0),
      finish: finishReason(answer, callsOf(parts, 0).length > 0),
      tokens: tokensOf(answer),
    });
  },

  async *stream(raw, context) {
    const request = readChat(raw);
    const sent = modelRequest("streamGenerateContent?alt=sse", geminiBody(request), context);
    const body = await send(sent, context);
    yield* translated(sseObjects(body, context), context);
  },

  async embed(raw, context) {
    const { texts, dimensions } = readEmbedding(raw);
    const model = `models/${context.target.model}`;
    const requests = texts.map((text) => ({
      model,
      content: { parts: [{ text }] },
      ...dimensions ? { outputDimensionality: dimensions } : {},
    }));
    const answer = await sendForJson(modelRequest("batchEmbedContents", { requests }, context), context);
    const vectors = objectsOf(answer.embeddings).map(({ values }) => values);
    // The API counts no tokens of embeddings.
    return embeddingList(vectors, { model: context.target.model, tokens: undefined });
  },
};

function modelRequest(method: string, body: JsonObject, { target, key }: WireContext): WireRequest {
  const model = encodeURIComponent(target.model);
  return {
    url: `${target.baseUrl.href.replace(/\/$/, "")}/models/${model}:${method}`,
    headers: { "x-goog-api-key": key.secret },
    body: JSON.stringify(body),
  };
}

function answerId(answer: JsonObject): string {
  return textOf(answer.responseId) || `chatcmpl-${crypto.randomUUID()}`;
}

function candidateParts(answer: JsonObject): JsonObject[] {
  const [candidate] = objectsOf(answer.candidates);
  return objectsOf(objectOf(candidate?.content).parts);
}

/** Gemini gives its calls no ids of their own: they are named after their place. */
function callsOf(parts: JsonObject[], before: number): ToolCall[] {
  return parts.filter(({ functionCall }) => isObject(functionCall)).map(
    ({ functionCall, thoughtSignature }, i) => {
      const call = objectOf(functionCall);
      return {
        id: textOf(call.id) || `call_${before + i}_${textOf(call.name)}`,
        name: textOf(call.name),
        arguments: JSON.stringify(call.args ?? {}),
        signature: textOf(thoughtSignature) || undefined,
      };
    },
  );
}

const FINISH: Record<string, FinishReason> = {
  STOP: "stop",
  MAX_TOKENS: "length",
  SAFETY: "content_filter",
  RECITATION: "content_filter",
  BLOCKLIST: "content_filter",
  PROHIBITED_CONTENT: "content_filter",
  SPII: "content_filter",
  IMAGE_SAFETY: "content_filter",
};

function finishReason(answer: JsonObject, called: boolean): FinishReason {
  if (textOf(objectOf(answer.promptFeedback).blockReason)) return "content_filter";
  const finish = FINISH[textOf(objectsOf(answer.candidates)[0]?.finishReason)] ?? "stop";
  return finish === "stop" && called ? "tool_calls" : finish;
}

/** Thoughts are counted beside the candidates; the chat-completion format counts them in the completion. */
function tokensOf(answer: JsonObject): Tokens {
  const usage = objectOf(answer.usageMetadata);
  const reasoning = countOf(usage.thoughtsTokenCount);
  const spoken = objectsOf(usage.promptTokensDetails).find(({ modality }) => modality === "AUDIO");
  return {
    prompt: countOf(usage.promptTokenCount) + countOf(usage.toolUsePromptTokenCount),
    completion: countOf(usage.candidatesTokenCount) + reasoning,
    cached: countOf(usage.cachedContentTokenCount),
    reasoning,
    audio: countOf(spoken?.tokenCount),
  };
}

async function* translated(
  events: AsyncIterable<JsonObject>,
  { target }: WireContext,
): AsyncGenerator<JsonObject> {
  let make = chunks("", target.model);
  let last: JsonObject | undefined;
  let calls = 0;
  let finish: FinishReason | undefined;
  for await (const event of events) {
    if (!last) {
      make = chunks(answerId(event), textOf(event.modelVersion) || target.model);
      yield make.role();
    }
    last = { ...last, ...event };
    const parts = candidateParts(event);
    for (const part of parts) {
      const text = textOf(part.text);
      if (text) yield part.thought ? make.reasoning(text) : make.text(text);
    }
    for (const call of callsOf(parts, calls)) yield make.call(calls++, call);
    const ended = objectOf(objectsOf(event.candidates)[0]).finishReason ??
      objectOf(event.promptFeedback).blockReason;
    if (ended) finish = finishReason(event, calls > 0);
  }
  if (!last || !finish) throw cut(target.provider);
  yield make.finish(finish);
  yield make.usage(tokensOf(last));
}
