/** Answers in Anthropic's format, from any provider. */
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import {
  type Answers,
  type Asked,
  type Attempt,
  openEvents,
  type Providers,
  type StreamedAnswer,
} from "../calls/answer.ts";
import { CHAT_ANSWERS } from "../bridge/chat_answers.ts";
import { promptTokens } from "../streams/estimate.ts";
import { decoded } from "../streams/message_texts.ts";
import { originOf } from "../calls/origin.ts";
import type { StreamEvent } from "../streams/sse_events.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { fromContent } from "../wires/events.ts";
import { objectOf, textOf } from "../wires/http.ts";
import { type Answering, messageOf } from "./chat_answer.ts";
import { messageEvents } from "./chat_events.ts";
import { chatRequest } from "./chat_request.ts";
import { messageStream } from "./message_form.ts";
import { isNative, nativeStream, nativeWhole } from "./native.ts";
import { nativeEvents, nativeMessage } from "./native_events.ts";

export const MESSAGE_ANSWERS: Answers = {
  async whole(providers, asked, attempt) {
    const answering = answeringOf(asked, attempt);
    const message = isNative(attempt.target)
      ? nativeMessage(await nativeWhole(providers, asked, attempt), answering)
      : messageOf(await chatAnswer(providers, asked, attempt), answering);
    return new TextEncoder().encode(JSON.stringify(message));
  },

  async streamed(providers, asked, attempt) {
    const answering = answeringOf(asked, attempt);
    if (isNative(attempt.target)) {
      return await openEvents(
        attempt,
        (inTime) =>
          messageStream(
            fromContent(nativeEvents(nativeStream(providers, asked, inTime), {
              ...answering,
              secrets: [inTime.key.secret],
            })),
            { signs: true },
          ),
      );
    }
    const chat = await CHAT_ANSWERS.streamed(providers, inChat(asked, attempt), {
      ...attempt,
      asEvents: true,
    });
    return translated(chat, answering);
  },
};

function answeringOf({ data }: Asked, { target, key }: Attempt): Answering {
  const prompt = promptTokens([data.system, data.messages, data.tools]);
  return { model: textOf(data.model), origin: originOf(target, key), promptTokens: prompt };
}

function inChat(asked: Asked, { target }: Attempt): Asked {
  const data = chatRequest(asked.data, target);
  return { ...asked, path: "/chat/completions", data, text: JSON.stringify(data), addUsage: false };
}

async function chatAnswer(providers: Providers, asked: Asked, attempt: Attempt): Promise<JsonObject> {
  const bytes = await CHAT_ANSWERS.whole(providers, inChat(asked, attempt), attempt);
  const completion = parsedObject(decoded(bytes, "utf8"));
  if (completion) return completion;
  throw new UpstreamError(`${attempt.target.provider} did not answer with JSON`, {
    code: "bad_answer",
  });
}

function translated(chat: StreamedAnswer, answering: Answering): StreamedAnswer {
  if (!("events" in chat)) throw new TypeError("a translated stream must consist of events");
  return { events: messageStream(messagesFrom(chat.events, answering), { signs: false }), abort: chat.abort };
}

async function* messagesFrom(
  chunks: AsyncIterable<StreamEvent>,
  answering: Answering,
): AsyncGenerator<JsonObject> {
  const machine = messageEvents(answering);
  for await (const { data } of chunks) {
    // Not `yield*`, which costs an async generator several promises per event.
    for (const event of machine.add(objectOf(data))) yield event;
  }
  yield* machine.end();
}
