/** Restores messages as the provider made them: removes origins from signatures, and thinking that was unsigned. */
import { isObject } from "lib/json_object.ts";
import { unsealed, unsignedOrigin } from "../calls/origin.ts";
import { textOf } from "../wires/http.ts";

export function unsealedMessages(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message) => {
    if (!isObject(message) || !Array.isArray(message.content)) return message;
    return { ...message, content: message.content.flatMap(unsealedBlock) };
  });
}

function unsealedBlock(block: unknown): unknown[] {
  if (!isObject(block)) return [block];
  if (block.type === "thinking") {
    const signature = textOf(block.signature);
    if (unsignedOrigin(signature) !== undefined) return [];
    return [{ ...block, signature: unsealed(signature)?.content ?? block.signature }];
  }
  if (block.type !== "redacted_thinking") return [block];
  return [{ ...block, data: unsealed(textOf(block.data))?.content ?? block.data }];
}
