import type { JsonObject } from "lib/json_object.ts";
import type { Turn } from "./chat_request.ts";

/** All consecutive messages of one side. */
interface Speech {
  role: string;
  content: JsonObject[];
}

/**
 * Converts turns to strictly alternating user and model messages, as most providers require: consecutive ones are
 * merged, tool results go into the user's, empty ones are dropped. `model` is the provider's name for its role.
 */
export function alternating(
  turns: Turn[],
  contentOf: (turn: Turn) => JsonObject[],
  model = "assistant",
): Speech[] {
  const speeches: Speech[] = [];
  for (const turn of turns) {
    const role = turn.role === "assistant" ? model : "user";
    const content = contentOf(turn);
    const last = speeches.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) speeches.push({ role, content });
  }
  return speeches;
}
