import { AwsClient } from "aws4fetch";
import { bedrockBody } from "./bedrock_request.ts";
import { chunks, completion, type FinishReason, type Tokens } from "./chat_answer.ts";
import { readChat } from "./chat_request.ts";
import { embeddingList, readEmbedding } from "./embedding.ts";
import { awsEvents, type StreamEvent } from "./event_stream.ts";
import { cut } from "./events.ts";
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

/** Amazon Bedrock's Converse, signed (Signature Version 4) or with a Bedrock API key. */
export const bedrock: Wire = {
  async chat(raw, context) {
    const body = bedrockBody(readChat(raw));
    const answer = await sendForJson(await modelRequest("converse", body, context), context);
    const blocks = objectsOf(objectOf(objectOf(answer.output).message).content);
    const calls = blocks.flatMap(({ toolUse }) => isObject(toolUse) ? [toolUse] : []).map((use) => ({
      id: textOf(use.toolUseId),
      name: textOf(use.name),
      arguments: JSON.stringify(use.input ?? {}),
    }));
    const thoughts = blocks.flatMap(({ reasoningContent }) =>
      isObject(reasoningContent) ? [objectOf(reasoningContent.reasoningText)] : []
    );
    return completion({
      id: `chatcmpl-${crypto.randomUUID()}`,
      model: context.target.model,
      text: blocks.map(({ text }) => textOf(text)).join(""),
      reasoning: thoughts.map(({ text }) => textOf(text)).join(""),
      thinking: thoughts.map(({ text, signature }) => ({ type: "thinking", thinking: text, signature })),
      calls,
      finish: finishReason(answer.stopReason),
      tokens: tokensOf(objectOf(answer.usage)),
    });
  },

  async *stream(raw, context) {
    const body = bedrockBody(readChat(raw));
    const answer = await send(await modelRequest("converse-stream", body, context), context);
    yield* translated(awsEvents(answer, context), context);
  },

  /** Titan's embedding models, which take one text a call. */
  async embed(raw, context) {
    const { texts, dimensions } = readEmbedding(raw);
    const answers: JsonObject[] = [];
    for (const inputText of texts) {
      const body = { inputText, ...dimensions ? { dimensions } : {} };
      answers.push(await sendForJson(await modelRequest("invoke", body, context), context));
    }
    const tokens = answers.reduce((sum, { inputTextTokenCount }) => sum + countOf(inputTextTokenCount), 0);
    return embeddingList(answers.map(({ embedding }) => embedding), { model: context.target.model, tokens });
  },
};

async function modelRequest(
  method: string,
  body: JsonObject,
  { target, key }: WireContext,
): Promise<WireRequest> {
  const url = `${target.baseUrl.href.replace(/\/$/, "")}/model/${encodeURIComponent(target.model)}/${method}`;
  const text = JSON.stringify(body);
  const [accessKeyId = "", secretAccessKey, ...session] = key.secret.split(":");
  if (!secretAccessKey) return { url, headers: { authorization: `Bearer ${key.secret}` }, body: text };
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    sessionToken: session.join(":") || undefined,
    service: "bedrock",
    region: target.region ?? "us-east-1",
  });
  const signed = await client.sign(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: text,
  });
  await signed.body?.cancel();
  return { url: signed.url, headers: Object.fromEntries(signed.headers), body: text };
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

function finishReason(reason: unknown): FinishReason {
  return FINISH[textOf(reason)] ?? "stop";
}

/** Cached tokens are counted beside the input. */
function tokensOf(usage: JsonObject): Tokens {
  const cached = countOf(usage.cacheReadInputTokens);
  const cacheWrite = countOf(usage.cacheWriteInputTokens);
  const prompt = countOf(usage.inputTokens) + cached + cacheWrite;
  return { prompt, completion: countOf(usage.outputTokens), cached, cacheWrite };
}

async function* translated(
  events: AsyncIterable<StreamEvent>,
  { target }: WireContext,
): AsyncGenerator<JsonObject> {
  const make = chunks(`chatcmpl-${crypto.randomUUID()}`, target.model);
  const callIndex = new Map<unknown, number>();
  let finished = false;
  for await (const { type, payload } of events) {
    if (type === "messageStart") yield make.role();
    else if (type === "contentBlockStart") {
      const { toolUse } = objectOf(payload.start);
      if (!isObject(toolUse)) continue;
      callIndex.set(payload.contentBlockIndex, callIndex.size);
      yield make.call(callIndex.size - 1, {
        id: textOf(toolUse.toolUseId),
        name: textOf(toolUse.name),
        arguments: "",
      });
    } else if (type === "contentBlockDelta") {
      const { text, toolUse, reasoningContent } = objectOf(payload.delta);
      if (textOf(text)) yield make.text(textOf(text));
      if (isObject(toolUse)) {
        yield make.arguments(callIndex.get(payload.contentBlockIndex) ?? 0, textOf(toolUse.input));
      }
      const thought = textOf(objectOf(reasoningContent).text);
      if (thought) yield make.reasoning(thought);
    } else if (type === "messageStop") {
      finished = true;
      yield make.finish(finishReason(payload.stopReason));
    } else if (type === "metadata") yield make.usage(tokensOf(objectOf(payload.usage)));
  }
  if (!finished) throw cut(target.provider);
}
