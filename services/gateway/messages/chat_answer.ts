/** Translates a chat completion to a message of Anthropic's API. */
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { clientCallId } from "../translation/call_ids.ts";
import { estimatedUsage, promptTokens, textTokens } from "../streams/estimate.ts";
import { reasoningIn, textIn } from "../translation/chat_pieces.ts";
import { badArguments } from "../translation/ordered_blocks.ts";
import { type Origin, unsignedMark } from "../calls/origin.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { type Usage, usageOf } from "../usage.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";
import { toAnthropic } from "./usage.ts";

export function newMessageId(): string {
  return `msg_${crypto.randomUUID().replaceAll("-", "")}`;
}

export interface Answering {
  /** The model name from the request. */
  model: string;
  origin: Origin;
  /** Estimated prompt tokens, for providers that report no usage. */
  promptTokens: number;
}

/** @throws UpstreamError for a completion without an answer. */
export function messageOf(
  completion: JsonObject,
  { model, origin, promptTokens: prompt }: Answering,
): JsonObject {
  const [choice] = objectsOf(completion.choices);
  if (!choice) throw new UpstreamError("The provider's answer has no choices", { code: "bad_answer" });
  const message = objectOf(choice.message);
  const finish = textOf(choice.finish_reason);
  const content = contentOf(message, finish, origin);
  const refused = textOf(message.refusal) !== "";
  const usage = usageOf(completion.usage) ??
    estimatedUsage(
      prompt,
      promptTokens(content.map(({ text, thinking, input }) => text ?? thinking ?? input)),
    );
  return {
    id: newMessageId(),
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: refused ? "refusal" : stopReason(finish, content.some(({ type }) => type === "tool_use")),
    stop_sequence: null,
    usage: toAnthropic(usage),
  };
}

function contentOf(message: JsonObject, finish: string, origin: Origin): JsonObject[] {
  const thinking = reasoningIn(message);
  const text = textIn(message.content) + textOf(message.refusal);
  const usedIds = new Set<string>();
  return [
    ...thinking ? [{ type: "thinking", thinking, signature: unsignedMark(origin) }] : [],
    ...text ? [{ type: "text", text }] : [],
    ...objectsOf(message.tool_calls).map((call) => {
      const { name, arguments: text } = objectOf(call.function);
      const input = argumentsIn(textOf(text), finish);
      return {
        type: "tool_use",
        id: clientCallId(textOf(call.id), call, usedIds),
        name: textOf(name),
        input,
      };
    }),
  ];
}

/** Parses the arguments of a call; empty for a call that the token limit cut off. */
function argumentsIn(text: string, finish: string): JsonObject {
  const input = parsedObject(text.trim() || "{}");
  if (input) return input;
  if (finish === "length") return {};
  throw badArguments();
}

const STOP: Record<string, string> = {
  length: "max_tokens",
  content_filter: "refusal",
  tool_calls: "tool_use",
};

/** Anthropic's stop reason; `calls` is needed because some servers finish with `stop` after tool calls. */
export function stopReason(finish: string, calls: boolean): string {
  const reason = STOP[finish] ?? "end_turn";
  if (reason === "end_turn" && calls) return "tool_use";
  return reason === "tool_use" && !calls ? "end_turn" : reason;
}

/** The usage of a streamed answer, estimated from its text if the provider reported none. */
export function streamedUsage(reported: Usage | undefined, prompt: number, text: string): Usage {
  return reported ?? estimatedUsage(prompt, textTokens(text));
}
