/** Answers chats by chat completions, or by the Responses API if the model needs it. */
import type { JsonObject } from "lib/json_object.ts";
import {
  type Answers,
  type Asked,
  type Attempt,
  openEvents,
  PLAIN_ANSWERS,
  type Providers,
  type StreamedAnswer,
} from "../calls/answer.ts";
import { originOf } from "../calls/origin.ts";
import { chunkEvents } from "../streams/sse_events.ts";
import { GatewayError } from "../errors.ts";
import { nativeStream, nativeWhole } from "../responses/native.ts";
import { fromContent } from "../wires/events.ts";
import { chatOfResponse } from "./chat_of_response.ts";
import { chunksOfResponse } from "./chunks_of_response.ts";
import { isAskedAsResponse, learn, refusedIn } from "./refused_chat.ts";
import { responseRequest } from "./response_request.ts";

export const CHAT_ANSWERS: Answers = {
  whole(providers, asked, attempt) {
    if (!attempt.target.responses) return PLAIN_ANSWERS.whole(providers, asked, attempt);
    return bridged(asked, attempt, {
      asChat: () => PLAIN_ANSWERS.whole(providers, asked, attempt),
      asResponse: (request) => wholeAsResponse(providers, request, attempt),
    });
  },
  streamed(providers, asked, attempt) {
    if (!attempt.target.responses) return PLAIN_ANSWERS.streamed(providers, asked, attempt);
    return bridged(asked, attempt, {
      asChat: () => PLAIN_ANSWERS.streamed(providers, asked, attempt),
      asResponse: (request) => streamedAsResponse(providers, request, attempt),
    });
  },
};

/**
 * Calls the API that the model is known to need; a model that refuses a chat and names the other API is
 * called again there.
 */
async function bridged<T>(
  asked: Asked,
  attempt: Attempt,
  { asChat, asResponse }: { asChat(): Promise<T>; asResponse(request: Asked): Promise<T> },
): Promise<T> {
  const { target } = attempt;
  if (isAskedAsResponse(target, asked.data)) return await asResponse(requestFor(asked, attempt));
  try {
    return await asChat();
  } catch (error) {
    const what = refusedIn(error, target, asked.data);
    const request = what && translatable(asked, attempt);
    if (!what || !request) throw error;
    const answer = await asResponse(request);
    learn(target, what);
    return answer;
  }
}

function requestFor(asked: Asked, { target, key }: Attempt): Asked {
  const data: JsonObject = responseRequest(asked.data, originOf(target, key));
  return { ...asked, path: "/responses", data, text: "", addUsage: false };
}

/** The translated request; undefined without a translation, since the provider's own error is more precise. */
function translatable(asked: Asked, attempt: Attempt): Asked | undefined {
  try {
    return requestFor(asked, attempt);
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

async function wholeAsResponse(providers: Providers, request: Asked, attempt: Attempt) {
  const completion = chatOfResponse(await nativeWhole(providers, request, attempt));
  return new TextEncoder().encode(JSON.stringify(completion));
}

async function streamedAsResponse(
  providers: Providers,
  request: Asked,
  attempt: Attempt,
): Promise<StreamedAnswer> {
  return await openEvents(attempt, (inTime) => {
    const events = nativeStream(providers, request, inTime);
    return chunkEvents(fromContent(chunksOfResponse(events, { model: request.data.model })));
  });
}
