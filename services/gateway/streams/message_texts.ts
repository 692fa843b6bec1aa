/** The texts in requests, answers and chunks, for checks and token counts. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { givenNames, joinedParts, textsOf } from "lib/streams/message_texts.ts";
import { Buffer } from "node:buffer";

/** Every text of a list of messages: contents, text parts, tool arguments. */
export const messagesText = (messages: unknown): string => textsOf(messages).join("\n");

/** Every text of a request: messages, tools and their schemas, and whatever else is sent with them. */
export function requestText({ model: _, ...request }: JsonObject): string {
  return [...textsOf(request), ...givenNames(request), ...joinedParts(request)].join("\n");
}

/** Every text of a chat completion or of one chunk of it. */
export function completionText(completion: unknown): string {
  const choices = isObject(completion) ? completion.choices : undefined;
  if (!Array.isArray(choices)) return "";
  return choices.flatMap((choice) =>
    isObject(choice) ? textsOf(choice.message ?? choice.delta ?? choice.text) : []
  ).join("");
}

/** Bytes as text. As latin1 each is one character: enough to find ASCII, and cheaper. */
export function decoded(bytes: Uint8Array, encoding: "utf8" | "latin1"): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}
