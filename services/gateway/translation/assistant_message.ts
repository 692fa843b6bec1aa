import type { JsonObject } from "lib/json_object.ts";

/** An assistant's turn. */
export interface AssistantTurn {
  text: string;
  reasoning: string;
  calls: JsonObject[];
  /** Thinking blocks with their signatures. */
  thinking?: JsonObject[];
}

/** The turn as a chat message; an empty list without text and calls, since no provider accepts an empty message. */
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
