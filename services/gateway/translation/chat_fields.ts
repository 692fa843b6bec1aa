/** Fields of chat requests translated from other protocols. */
import type { JsonObject } from "lib/json_object.ts";
import type { Target } from "../providers/target.ts";

/** Name of the token limit: OpenAI's reasoning models refuse `max_tokens`, other servers may know only that. */
export function maxTokensField({ model, wire }: Target): "max_tokens" | "max_completion_tokens" {
  const modern = /(^|\/)(gpt-[5-9]|o\d)/.test(model);
  return modern || wire !== "openai" ? "max_completion_tokens" : "max_tokens";
}

/** Removes fields that are undefined or null. */
export function definedFields(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
