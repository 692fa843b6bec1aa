/** The words in requests, answers and chunks, for those who scan or count them. */
import { isObject } from "lib/json_object.ts";
import { Buffer } from "node:buffer";

/** Every text of a list of messages: contents, text parts, tool arguments. */
export function messagesText(messages: unknown): string {
  return texts(messages).join("\n");
}

/** Every text of a chat completion or of one chunk of it. */
export function completionText(completion: unknown): string {
  const choices = isObject(completion) ? completion.choices : undefined;
  if (!Array.isArray(choices)) return "";
  return choices.flatMap((choice) =>
    isObject(choice) ? texts(choice.message ?? choice.delta ?? choice.text) : []
  ).join("");
}

// Names whose strings are identifiers, not words.
const NOT_WORDS = new Set([
  "role",
  "type",
  "id",
  "tool_call_id",
  "url",
  "data",
  "file_id",
  "detail",
  "format",
  "signature",
  "tool_use_id",
  "media_type",
  "encrypted_content",
  "call_id",
  "item_id",
  "file_data",
]);

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => NOT_WORDS.has(name) ? [] : texts(part));
}

/** Bytes as text. As latin1 each is one character: enough to find ASCII, and cheaper. */
export function decoded(bytes: Uint8Array, encoding: "utf8" | "latin1"): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}
