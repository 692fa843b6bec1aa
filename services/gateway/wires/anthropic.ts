import { answersThroughTool, anthropicBody } from "./anthropic_request.ts";
import { wholeAnswer } from "./anthropic_answer.ts";
import { messageChunks } from "./anthropic_stream.ts";
import { markedMessages } from "./cache_marks.ts";
import { type ChatRequest, readChat } from "./chat_request.ts";
import { fromContent, sseObjects } from "./events.ts";
import { send, sendForJson, type WireRequest } from "./http.ts";
import type { Wire, WireContext } from "./wire.ts";

/** Anthropic's Messages API. */
export const anthropic: Wire = {
  async chat(raw, context) {
    const request = readChat(raw);
    const answer = await sendForJson(messagesRequest(request, context, false), context);
    return wholeAnswer(answer, request, context.target.model);
  },

  async *stream(raw, context) {
    const request = readChat(raw);
    const body = await send(messagesRequest(request, context, true), context);
    const asText = answersThroughTool(request, context.target.model);
    yield* fromContent(messageChunks(sseObjects(body, context), context, asText));
  },
};

function messagesRequest(request: ChatRequest, { target, key }: WireContext, stream: boolean): WireRequest {
  return {
    url: `${target.baseUrl.href.replace(/\/$/, "")}/v1/messages`,
    headers: { "x-api-key": key.secret, "anthropic-version": "2023-06-01" },
    body: JSON.stringify(
      markedMessages(anthropicBody(request, { model: target.model, stream }), target.cacheMarks),
    ),
  };
}
