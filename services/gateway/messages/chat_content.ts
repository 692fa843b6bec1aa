/** Translates content blocks of Anthropic's messages to chat messages. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { assistantMessage } from "../translation/assistant_message.ts";
import { providerCallId } from "../translation/call_ids.ts";
import { unsignedOrigin } from "../calls/origin.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import type { Target } from "../providers/target.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";

/** Path of a field of the request, for `param` of an error. */
type Place = string;

/** The chat messages for one of Anthropic's messages. */
export function chatMessages(message: JsonObject, at: Place, target: Target): JsonObject[] {
  const { role, content } = message;
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(content);
  const place = `${at}.content`;
  if (role === "assistant") return assistant(blocks, place, target);
  if (role === "system") return [{ role: "system", content: systemContent(blocks, target) }];
  return user(blocks, place, target);
}

/** The system prompt without its billing line, which changes with every call and would defeat prompt caches. */
export function systemContent(system: unknown, target: Target): string | JsonObject[] {
  const blocks = typeof system === "string" ? [{ text: system }] : objectsOf(system);
  const own = blocks.filter(({ text }) => !textOf(text).startsWith("x-anthropic-billing-header:"));
  if (own.some((block) => marked(block, target).cache_control)) {
    return own.map((block) => ({ type: "text", text: textOf(block.text), ...marked(block, target) }));
  }
  return own.map(({ text }) => textOf(text)).join("\n\n");
}

function user(blocks: JsonObject[], at: Place, target: Target): JsonObject[] {
  const answers: JsonObject[] = [];
  const parts: JsonObject[] = [];
  for (const [index, block] of blocks.entries()) {
    const place = `${at}.${index}`;
    if (block.type !== "tool_result") {
      parts.push(...partsOf(block, place, target));
      continue;
    }
    const result = resultParts(block, place, target);
    const text = result.flatMap(({ type, text }) => type === "text" ? [textOf(text)] : []).join("\n");
    const { id } = providerCallId(textOf(block.tool_use_id));
    // Chat messages have no flag for a failed tool.
    answers.push({
      role: "tool",
      tool_call_id: id,
      content: block.is_error === true ? `Error: ${text}` : text,
    });
    // Most providers accept images from users but not from tools.
    parts.push(...result.filter(({ type }) => type !== "text"));
  }
  const isPlainText = parts.every(({ type, cache_control }) => type === "text" && !cache_control);
  const content = isPlainText ? parts.map(({ text }) => textOf(text)).join("\n\n") : parts;
  return parts.length > 0 ? [...answers, { role: "user", content }] : answers;
}

function resultParts({ content }: JsonObject, at: Place, target: Target): JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return objectsOf(content).flatMap((block, index) => partsOf(block, `${at}.content.${index}`, target));
}

function assistant(blocks: JsonObject[], at: Place, { provider }: Target): JsonObject[] {
  const texts: string[] = [];
  const calls: JsonObject[] = [];
  let reasoning = "";
  for (const [index, block] of blocks.entries()) {
    if (block.type === "text") texts.push(textOf(block.text));
    else if (block.type === "tool_use") calls.push(callOf(block));
    else if (block.type === "thinking") {
      // Thinking of other providers is signed for them, or not meant for this one.
      if (unsignedOrigin(textOf(block.signature)) === provider) reasoning += textOf(block.thinking);
    } else if (block.type !== "redacted_thinking") throw untranslatable(block, `${at}.${index}`);
  }
  return assistantMessage({ text: texts.join(""), reasoning, calls });
}

function callOf(block: JsonObject): JsonObject {
  const { id, extra } = providerCallId(textOf(block.id));
  const called = { name: textOf(block.name), arguments: JSON.stringify(block.input ?? {}) };
  return { id, type: "function", function: called, ...extra };
}

function partsOf(block: JsonObject, at: Place, target: Target): JsonObject[] {
  const marks = marked(block, target);
  if (block.type === "text") return [{ type: "text", text: textOf(block.text), ...marks }];
  if (block.type === "image") {
    return [{ type: "image_url", image_url: { url: imageUrl(block, at) }, ...marks }];
  }
  if (block.type === "document") {
    return documentParts(block, at, target).map((part) => ({ ...part, ...marks }));
  }
  if (block.type === "search_result") {
    const texts = objectsOf(block.content).map(({ text }) => textOf(text));
    return [{
      type: "text",
      text: [textOf(block.title), textOf(block.source), ...texts].join("\n"),
      ...marks,
    }];
  }
  throw untranslatable(block, at);
}

function imageUrl({ source }: JsonObject, at: Place): string {
  const { type, media_type, data, url } = objectOf(source);
  if (type === "base64") return `data:${textOf(media_type)};base64,${textOf(data)}`;
  if (type === "url") return textOf(url);
  throw untranslatable({ type: `image source ${textOf(type)}` }, `${at}.source`);
}

function documentParts(block: JsonObject, at: Place, target: Target): JsonObject[] {
  const { type, media_type, data, content } = objectOf(block.source);
  const title = textOf(block.title);
  if (type === "text") return [{ type: "text", text: title ? `${title}\n${textOf(data)}` : textOf(data) }];
  if (type === "content") {
    if (typeof content === "string") return [{ type: "text", text: content }];
    return objectsOf(content).flatMap((part, index) =>
      partsOf(part, `${at}.source.content.${index}`, target)
    );
  }
  if (type !== "base64") throw untranslatable({ type: `document source ${textOf(type)}` }, `${at}.source`);
  const file_data = `data:${textOf(media_type)};base64,${textOf(data)}`;
  return [{ type: "file", file: { filename: title || "document.pdf", file_data } }];
}

/** Cache marks, except on the OpenAI wire: some of its servers refuse unknown fields. */
function marked({ cache_control }: JsonObject, { wire }: Target): JsonObject {
  const foreign = wire === "openai" || wire === "azure_openai";
  return isObject(cache_control) && !foreign ? { cache_control } : {};
}
