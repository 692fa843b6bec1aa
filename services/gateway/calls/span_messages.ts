/** Texts of requests and answers in the message format of OpenTelemetry's GenAI conventions. */
import { isObject, type JsonObject } from "lib/json_object.ts";

const LONGEST = 64_000;

/** The messages of a chat, a response or a completion, as one attribute. */
export function inputMessages({ messages, input, prompt, system, instructions }: JsonObject): string {
  const first = [system, instructions].filter((text) => text !== undefined && text !== null)
    .map((text) => message("system", text));
  const turns = messages ?? input ?? prompt;
  const rest = Array.isArray(turns)
    ? turns.map((turn) =>
      isObject(turn) ? message(turn.role ?? turn.type, turn.content) : message("user", turn)
    )
    : [message("user", turns)];
  return JSON.stringify([...first, ...rest]).slice(0, LONGEST);
}

/** An answer's text, as one attribute. */
export function outputMessages(text: string, reason: string | undefined): string {
  return JSON.stringify([{ ...message("assistant", text), finish_reason: reason ?? "unknown" }])
    .slice(0, LONGEST);
}

function message(role: unknown, content: unknown) {
  return {
    role: typeof role === "string" ? role : "user",
    parts: [{ type: "text", content: textOf(content) }],
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => isObject(part) && typeof part.text === "string" ? part.text : "").join("");
}
