import { isObject, type JsonObject } from "lib/json_object.ts";
import { chunks, completion, type FinishReason, type Tokens } from "./chat_answer.ts";
import { readChat, type ToolCall } from "./chat_request.ts";
import { reportsFailure } from "lib/providers/reported_failure.ts";
import { reportedFailure } from "../providers/reported_failure.ts";
import { allVectors, embeddingList, piecesOf, readEmbedding } from "./embedding.ts";
import { cut, fromContent, sseObjects } from "./events.ts";
import { candidateParts, finishReason, modelPath, modelRequest } from "./gemini_api.ts";
import { generateImages, synthesize, transcribe } from "./gemini_media.ts";
import { geminiBody } from "./gemini_request.ts";
import { countOf, objectOf, objectsOf, send, sendForJson, textOf } from "./http.ts";
import { type Download, download, withBytes } from "./media.ts";
import { failureSourceOf, type Wire, type WireContext } from "./wire.ts";

const MOST_TEXTS = 100;

/** Google's Gemini API. Image URLs are downloaded here, except for Google's own. */
export function geminiWire(fetchMedia: Download = download): Wire {
  async function body(raw: JsonObject, { target, signal }: WireContext): Promise<JsonObject> {
    const request = await withBytes(readChat(raw), { fetchMedia, signal, keep: isGooglesOwn });
    return geminiBody(request, target.model);
  }
  const wire: Wire = {
    async chat(raw, context) {
      const sent = modelRequest("generateContent", await body(raw, context), context);
      return wholeAnswer(await sendForJson(sent, context), context);
    },

    async *stream(raw, context) {
      const sent = modelRequest("streamGenerateContent?alt=sse", await body(raw, context), context);
      yield* fromContent(translated(sseObjects(await send(sent, context), context), context));
    },

    embed,
    generateImages,
    synthesize,
    transcribe: (request, context) => transcribe(request, context, (chat) => wire.chat(chat, context)),
    translatesToEnglish: true,
  };
  return wire;
}

export const gemini: Wire = geminiWire();

function isGooglesOwn(url: string): boolean {
  return /^(gs:\/\/|https:\/\/(generativelanguage\.googleapis\.com|www\.youtube\.com|youtu\.be)\/)/.test(url);
}

async function embed(raw: JsonObject, context: WireContext): Promise<JsonObject> {
  const { texts, dimensions } = readEmbedding(raw);
  const model = modelPath(context.target.model);
  const vectors: unknown[] = [];
  for (const piece of piecesOf(texts, MOST_TEXTS)) {
    const requests = piece.map((text) => ({
      model,
      content: { parts: [{ text }] },
      ...dimensions ? { outputDimensionality: dimensions } : {},
    }));
    const answer = await sendForJson(modelRequest("batchEmbedContents", { requests }, context), context);
    const values = objectsOf(answer.embeddings).map(({ values }) => values);
    vectors.push(...allVectors(values, piece, context.target.provider));
  }
  // The API reports no tokens for embeddings.
  return embeddingList(vectors, { model: context.target.model, tokens: undefined });
}

function wholeAnswer(answer: JsonObject, { target }: WireContext): JsonObject {
  const parts = candidateParts(answer);
  const calls = callsOf(parts);
  const images = imagesOf(parts);
  const finish = finishReason(answer, calls.length > 0, target.provider);
  if (!finish) throw cut(target.provider, new Error("no candidate"));
  const blocked = textOf(objectOf(answer.promptFeedback).blockReason);
  return completion({
    id: answerId(answer),
    model: textOf(answer.modelVersion) || target.model,
    text: parts.filter(({ thought }) => !thought).map(({ text }) => textOf(text)).join(""),
    reasoning: parts.filter(({ thought }) => thought).map(({ text }) => textOf(text)).join(""),
    calls,
    fields: {
      ...images.length > 0 ? { images } : {},
      ...blocked ? { refusal: `The prompt was blocked: ${blocked}` } : {},
    },
    finish,
    tokens: geminiTokens(answer),
  });
}

function answerId(answer: JsonObject): string {
  return textOf(answer.responseId) || `chatcmpl-${crypto.randomUUID()}`;
}

/** Tool calls. Older models send no ids, so unique ones are made: a duplicate would confuse the results. */
function callsOf(parts: JsonObject[]): ToolCall[] {
  return parts.filter(({ functionCall }) => isObject(functionCall)).map(
    ({ functionCall, thoughtSignature }) => {
      const call = objectOf(functionCall);
      return {
        id: textOf(call.id) || `call_${crypto.randomUUID().replaceAll("-", "")}`,
        name: textOf(call.name),
        arguments: JSON.stringify(call.args ?? {}),
        signature: textOf(thoughtSignature) || undefined,
      };
    },
  );
}

/** Generated images, in the format that OpenRouter introduced. */
function imagesOf(parts: JsonObject[]): JsonObject[] {
  return parts.filter(({ inlineData, thought }) => isObject(inlineData) && !thought).map(({ inlineData }) => {
    const { mimeType, data } = objectOf(inlineData);
    return { type: "image_url", image_url: { url: `data:${textOf(mimeType)};base64,${textOf(data)}` } };
  });
}

/** Converts usage: Gemini's candidate tokens exclude thinking, completion tokens include it. */
function geminiTokens({ usageMetadata: usage }: JsonObject): Tokens | undefined {
  if (!isObject(usage)) return undefined;
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
  { target, key }: WireContext,
): AsyncGenerator<JsonObject> {
  let make: ReturnType<typeof chunks> | undefined;
  let tokens: Tokens | undefined;
  let calls = 0;
  let finish: FinishReason | undefined;
  for await (const event of events) {
    if (reportsFailure(event)) throw reportedFailure(event, failureSourceOf({ target, key }));
    if (!make) {
      make = chunks(answerId(event), textOf(event.modelVersion) || target.model);
      yield make.role();
    }
    tokens = geminiTokens(event) ?? tokens;
    const parts = candidateParts(event);
    for (const part of parts) {
      const text = textOf(part.text);
      if (text) yield part.thought ? make.reasoning(text) : make.text(text);
    }
    const images = imagesOf(parts);
    if (images.length > 0) yield make.fields({ images });
    for (const call of callsOf(parts)) yield make.call(calls++, call);
    finish = finishReason(event, calls > 0, target.provider) ?? finish;
  }
  if (!make || !finish) throw cut(target.provider);
  yield make.finish(finish);
  if (tokens) yield make.usage(tokens);
}
