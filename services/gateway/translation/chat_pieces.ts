/** Reads chat completions, whole or in chunks, for translation to other protocols. */
import type { JsonObject } from "lib/json_object.ts";
import { reportsFailure } from "lib/providers/reported_failure.ts";
import { reportedFailure } from "../providers/reported_failure.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { type Usage, usageOf } from "../usage.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";
import { clientCallId } from "./call_ids.ts";
import type { Blocks } from "./ordered_blocks.ts";

/** An answer as read so far. */
export interface ReadSoFar {
  /** The finish reason; empty until there is one. */
  finish: string;
  refused: boolean;
  /** The usage that the provider reported. */
  usage: Usage | undefined;
  /** All text, for token estimates. */
  said: string;
}

/** Converts the chunks of one streamed answer to blocks. */
export interface ChatReader {
  /** @throws UpstreamError for an error event. */
  read(chunk: JsonObject): void;
  /** Ends the blocks. @throws UpstreamError when the stream was truncated. */
  end(): void;
  readonly soFar: Readonly<ReadSoFar>;
}

export function chatReader(blocks: Blocks): ChatReader {
  const readCalls = callReader(blocks);
  const soFar: ReadSoFar = { finish: "", refused: false, usage: undefined, said: "" };

  function take(delta: JsonObject): void {
    const reasoning = reasoningIn(delta);
    const text = textIn(delta.content);
    const refusal = textOf(delta.refusal);
    soFar.refused ||= refusal !== "";
    blocks.say("thinking", reasoning);
    for (const block of objectsOf(delta.thinking_blocks)) blocks.sign(block);
    blocks.say("text", text);
    blocks.say("refusal", refusal);
    soFar.said += reasoning + text + refusal + readCalls(objectsOf(delta.tool_calls));
  }

  return {
    soFar,
    read(chunk) {
      if (reportsFailure(chunk)) throw reportedFailure(chunk, { provider: "The provider" });
      soFar.usage = usageOf(chunk.usage) ?? soFar.usage;
      const [choice] = objectsOf(chunk.choices);
      if (!choice) return;
      take(objectOf(choice.delta));
      soFar.finish = textOf(choice.finish_reason) || soFar.finish;
    },
    end() {
      if (soFar.finish === "") {
        throw new UpstreamError("The provider ended the stream early", {
          code: "stream_cut",
          beforeFirstByte: false,
        });
      }
      blocks.end(soFar.finish !== "length");
    },
  };
}

/** Adds call deltas to blocks; returns their text. */
function callReader(blocks: Blocks): (calls: JsonObject[]) => string {
  const ids = new Map<number, string>();
  const usedIds = new Set<string>();
  return (calls) => {
    let said = "";
    for (const [place, call] of calls.entries()) {
      // Some servers omit the index or send null.
      const index = typeof call.index === "number" ? call.index : place;
      const { name, arguments: json } = objectOf(call.function);
      const id = ids.get(index) ?? clientCallId(textOf(call.id), call, usedIds);
      ids.set(index, id);
      said += textOf(json);
      blocks.call(index, { id, name: textOf(name), json: textOf(json) });
    }
    return said;
  };
}

/** Reasoning; servers use two names for the field. */
export function reasoningIn({ reasoning_content, reasoning }: JsonObject): string {
  return textOf(reasoning_content) || textOf(reasoning);
}

/** The text of a message or delta, from a string or from parts. */
export function textIn(content: unknown): string {
  return textOf(content) || objectsOf(content).map(({ text }) => textOf(text)).join("");
}
