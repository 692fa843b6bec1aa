/** The chunks of a chat completion as the events of a streamed message. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { clientCallId } from "../calls/call_ids.ts";
import { unsignedMark } from "../calls/origin.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { type Usage, usageOf } from "../usage.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";
import { createBlocks } from "./blocks.ts";
import {
  type Answering,
  newMessageId,
  reasoningIn,
  stopReason,
  streamedUsage,
  textIn,
} from "./chat_answer.ts";
import { toAnthropic } from "./usage.ts";

/** The state machine of one answer. */
export interface MessageEvents {
  /** The events that a chunk leads to. */
  add(chunk: JsonObject): JsonObject[];
  /** The events that end the message. @throws UpstreamError when the chunks did not end. */
  end(): JsonObject[];
}

export function messageEvents({ model, origin, promptTokens }: Answering): MessageEvents {
  let events: JsonObject[] = [];
  let started = false;
  let finish = "";
  let refused = false;
  let reported: Usage | undefined;
  let said = "";
  const ids = new Map<number, string>();
  const taken = new Set<string>();
  const blocks = createBlocks((event) => void events.push(event), unsignedMark(origin));

  function take(delta: JsonObject): void {
    const text = textIn(delta.content) + textOf(delta.refusal);
    refused ||= textOf(delta.refusal) !== "";
    const reasoning = reasoningIn(delta);
    said += reasoning + text;
    blocks.thinking(reasoning);
    blocks.text(text);
    for (const [place, call] of objectsOf(delta.tool_calls).entries()) {
      // Some servers leave the index out, or give null.
      const index = typeof call.index === "number" ? call.index : place;
      const { name, arguments: json } = objectOf(call.function);
      const id = ids.get(index) ?? clientCallId(textOf(call.id), call, taken);
      ids.set(index, id);
      said += textOf(json);
      blocks.call(index, { id, name: textOf(name), json: textOf(json) });
    }
  }

  /** Gives the events made since the last time. */
  function made(): JsonObject[] {
    const done = events;
    events = [];
    return done;
  }

  return {
    add(chunk) {
      if (isObject(chunk.error)) throw streamFailure(chunk.error);
      if (!started) events.push(messageStart(model));
      started = true;
      reported = usageOf(chunk.usage) ?? reported;
      const [choice] = objectsOf(chunk.choices);
      if (choice) {
        take(objectOf(choice.delta));
        finish = textOf(choice.finish_reason) || finish;
      }
      return made();
    },
    end() {
      if (!started || finish === "") {
        throw new UpstreamError("The provider ended the stream early", {
          code: "stream_cut",
          beforeFirstByte: false,
        });
      }
      blocks.end(finish !== "length");
      const stop_reason = refused ? "refusal" : stopReason(finish, blocks.called);
      const usage = toAnthropic(streamedUsage(reported, promptTokens, said));
      events.push({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage });
      events.push({ type: "message_stop" });
      return made();
    },
  };
}

/** Nobody knows the tokens of the prompt yet: the last event tells them. */
function messageStart(model: string): JsonObject {
  const message = {
    id: newMessageId(),
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  };
  return { type: "message_start", message };
}

/** An error event in a provider's stream. */
export function streamFailure({ message, code, type, param }: JsonObject): UpstreamError {
  return new UpstreamError(textOf(message) || "The provider failed in mid-answer", {
    status: typeof code === "number" ? code : 500,
    code: textOf(code) || null,
    type: textOf(type) || null,
    param: textOf(param) || null,
    beforeFirstByte: false,
  });
}
