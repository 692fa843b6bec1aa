/** Answers in the format of the Responses API, from any provider. */
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { type Answers, type Asked, type Attempt, openEvents, PLAIN_ANSWERS } from "../calls/answer.ts";
import { promptTokens } from "../streams/estimate.ts";
import { decoded } from "../streams/message_texts.ts";
import { originOf } from "../calls/origin.ts";
import type { StreamEvent } from "../streams/sse_events.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { objectOf } from "../wires/http.ts";
import { chatRequest } from "./chat_request.ts";
import { inputItems } from "./input_items.ts";
import { type Answering, responseEvents, responseOf } from "./response_events.ts";
import { fromContent } from "../wires/events.ts";
import { isNative, nativeStream, nativeWhole } from "./native.ts";
import { newResponseId } from "./response_id.ts";
import { responseStream } from "./response_stream.ts";

export const RESPONSE_ANSWERS: Answers = {
  async whole(providers, asked, attempt) {
    if (isNative(attempt.target)) {
      return new TextEncoder().encode(JSON.stringify(await nativeWhole(providers, asked, attempt)));
    }
    const { chat, answering } = translated(asked, attempt);
    const bytes = await PLAIN_ANSWERS.whole(providers, chat, attempt);
    const completion = parsedObject(decoded(bytes, "utf8"));
    if (!completion) {
      throw new UpstreamError(`${attempt.target.provider} did not answer with JSON`, {
        code: "bad_answer",
      });
    }
    return new TextEncoder().encode(JSON.stringify(responseOf(completion, answering)));
  },

  async streamed(providers, asked, attempt) {
    if (isNative(attempt.target)) {
      return await openEvents(
        attempt,
        (inTime) => responseStream(fromContent(nativeStream(providers, asked, inTime))),
      );
    }
    const { chat, answering } = translated(asked, attempt);
    const stream = await PLAIN_ANSWERS.streamed(providers, chat, { ...attempt, asEvents: true });
    if (!("events" in stream)) throw new TypeError("a translated stream must consist of events");
    return { events: responseStream(eventsFrom(stream.events, answering)), abort: stream.abort };
  },
};

function translated(asked: Asked, { target, key }: Attempt): { chat: Asked; answering: Answering } {
  const items = [...asked.history ?? [], ...inputItems(asked.data.input)];
  const { chat: data, forms } = chatRequest(asked.data, items, target);
  const origin = originOf(target, key);
  return {
    chat: { ...asked, path: "/chat/completions", data, text: JSON.stringify(data), addUsage: false },
    answering: {
      data: asked.data,
      id: newResponseId(origin),
      origin,
      forms,
      promptTokens: promptTokens([data.messages, data.tools]),
    },
  };
}

async function* eventsFrom(
  chunks: AsyncIterable<StreamEvent>,
  answering: Answering,
): AsyncGenerator<JsonObject> {
  const machine = responseEvents(answering);
  for await (const { data } of chunks) {
    // Not `yield*`, which costs an async generator several promises per event.
    for (const event of machine.add(objectOf(data))) yield event;
  }
  yield* machine.end();
}
