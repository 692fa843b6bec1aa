import type { JsonObject } from "lib/json_object.ts";

/** A turn of a model in the chat-completion format. */
export interface AssistantTurn {
  text: string;
  reasoning: string;
  calls: JsonObject[];
  /** Thinking blocks with their signatures. */
  thinking?: JsonObject[];
}

/** The turn as a message; nothing for one without text and calls, which no provider takes. */
export function assistantMessage({ text, reasoning, calls, thinking = [] }: AssistantTurn): JsonObject[] {
  if (text === "" && calls.length === 0) return [];
  return [{
    role: "assistant",
    content: text === "" ? null : text,
    ...reasoning ? { reasoning_content: reasoning } : {},
    ...thinking.length > 0 ? { thinking_blocks: thinking } : {},
    ...calls.length > 0 ? { tool_calls: calls } : {},
  }];
}
