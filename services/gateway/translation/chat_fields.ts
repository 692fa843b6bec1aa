/** Fields of chat requests that the gateway writes for clients of other protocols. */
import type { JsonObject } from "lib/json_object.ts";
import type { Target } from "../providers/target.ts";

/** Reasoning models of OpenAI's refuse `max_tokens`; servers of others may know nothing else. */
export function bound({ model, wire }: Target): "max_tokens" | "max_completion_tokens" {
  const modern = /(^|\/)(gpt-[5-9]|o\d)/.test(model);
  return modern || wire !== "openai" ? "max_completion_tokens" : "max_tokens";
}

/** The fields that have a value. */
export function present(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
