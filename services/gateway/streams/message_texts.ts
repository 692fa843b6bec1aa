/** The texts in requests, answers and chunks, for checks and token counts. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { givenNames, joinedParts, textsOf } from "lib/streams/message_texts.ts";
import { Buffer } from "node:buffer";

/** Every text of a list of messages: contents, text parts, tool arguments. */
export const messagesText = (messages: unknown): string => textsOf(messages).join("\n");

/** Every text of a request: messages, tools, schemas and all other fields. */
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

/** Decodes bytes. Latin1 is cheaper and enough to search for ASCII. */
export function decoded(bytes: Uint8Array, encoding: "utf8" | "latin1"): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}
