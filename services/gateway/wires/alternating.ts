import type { JsonObject } from "lib/json_object.ts";
import type { Turn } from "./chat_request.ts";

/** One speaker's turn. */
interface Speech {
  role: string;
  content: JsonObject[];
}

/**
 * Turns as most providers want them: the user and the model in alternation, what tools answered in the user's
 * turn, and none that is empty. `model` is what the provider calls its own side.
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
