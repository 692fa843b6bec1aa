/** Translates chat completion chunks to the events of a streamed message. */
import type { JsonObject } from "lib/json_object.ts";
import { chatReader } from "../translation/chat_pieces.ts";
import { orderedBlocks } from "../translation/ordered_blocks.ts";
import { unsignedMark } from "../calls/origin.ts";
import { type Answering, newMessageId, stopReason, streamedUsage } from "./chat_answer.ts";
import { messageSink } from "./message_blocks.ts";
import { toAnthropic } from "./usage.ts";

/** State machine of one streamed message. */
export interface MessageEvents {
  /** Adds a chunk and returns the resulting events. */
  add(chunk: JsonObject): JsonObject[];
  /** The events that end the message. @throws UpstreamError when the stream was truncated. */
  end(): JsonObject[];
}

export function messageEvents({ model, origin, promptTokens }: Answering): MessageEvents {
  let events: JsonObject[] = [];
  let started = false;
  const blocks = orderedBlocks(messageSink((event) => void events.push(event), unsignedMark(origin)));
  // Signatures of other protocols cannot be carried in thinking blocks, and redacted thinking would be empty.
  const reader = chatReader({ ...blocks, sign() {} });

  /** Returns and clears the pending events. */
  function takeEvents(): JsonObject[] {
    const done = events;
    events = [];
    return done;
  }

  return {
    add(chunk) {
      if (!started) events.push(messageStart(model));
      started = true;
      reader.read(chunk);
      return takeEvents();
    },
    end() {
      reader.end();
      const { finish, refused, usage: reported, said } = reader.soFar;
      const stop_reason = refused ? "refusal" : stopReason(finish, blocks.called);
      const usage = toAnthropic(streamedUsage(reported, promptTokens, said));
      events.push({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage });
      events.push({ type: "message_stop" });
      return takeEvents();
    },
  };
}

/** `message_start` with 0 tokens, which are unknown until the last event. */
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
