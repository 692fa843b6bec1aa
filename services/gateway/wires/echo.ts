import { isObject, type JsonObject } from "lib/json_object.ts";
import type { Wire } from "./wire.ts";

/**
 * The built-in models `echo` and `echo-embedding`, for trying clients without a provider. Their answers repeat the
 * input and are deterministic.
 */
export const echo: Wire = {
  chat(request) {
    const answer = lastUserText(request.messages);
    return Promise.resolve({
      ...envelope(request, "chat.completion"),
      choices: [{ index: 0, message: { role: "assistant", content: answer }, finish_reason: "stop" }],
      usage: usageOf(request, answer),
    });
  },

  async *stream(request) {
    const answer = lastUserText(request.messages);
    const head = envelope(request, "chat.completion.chunk");
    const chunk = (choices: JsonObject[]) => ({ ...head, choices });
    const piece = (delta: JsonObject, finish_reason: string | null = null) =>
      chunk([{ index: 0, delta, finish_reason }]);
    yield piece({ role: "assistant", content: "" });
    for (const word of wordsOf(answer)) yield piece({ content: word });
    yield piece({}, "stop");
    yield { ...chunk([]), usage: usageOf(request, answer) };
  },

  embed(request) {
    const inputs = inputsOf(request.input);
    const dimensions = typeof request.dimensions === "number"
      ? Math.min(4096, Math.max(1, request.dimensions))
      : 256;
    const tokens = inputs.reduce(
      (sum, input) => sum + (typeof input === "string" ? wordCount(input) : input.length),
      0,
    );
    return Promise.resolve({
      object: "list",
      data: inputs.map((input, index) => ({
        object: "embedding",
        index,
        embedding: vectorOf(typeof input === "string" ? input : input.join(" "), dimensions),
      })),
      model: request.model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    });
  },
};

function envelope(request: JsonObject, object: string): JsonObject {
  const hex = (seed: number) => digest(request.messages, seed).toString(16).padStart(8, "0");
  return { id: `chatcmpl-echo-${hex(1)}${hex(2)}`, object, created: 0, model: request.model };
}

/** A hash of all of `value`, without copying its texts. */
function digest(value: unknown, seed: number): number {
  if (typeof value === "string") return hash(value, seed);
  if (typeof value !== "object" || value === null) return hash(String(value), seed + 1);
  let number = seed + (Array.isArray(value) ? 2 : 3);
  for (const [name, part] of Object.entries(value)) number = digest(part, hash(name, number));
  return number;
}

/** The text of the last user message, with other parts as names in brackets. */
function lastUserText(messages: unknown): string {
  const list: unknown[] = Array.isArray(messages) ? messages : [];
  const last = list.findLast((message) => isObject(message) && message.role === "user") ?? list.at(-1);
  return isObject(last) ? textOf(last.content) : "";
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => {
    if (!isObject(part)) return "";
    return typeof part.text === "string" ? part.text : `[${String(part.type)}]`;
  }).join(" ");
}

/** Counts words as tokens. */
function usageOf(request: JsonObject, answer: string): JsonObject {
  const messages = Array.isArray(request.messages) ? request.messages : [];
  const prompt_tokens = messages.reduce(
    (sum: number, message) => sum + (isObject(message) ? wordCount(textOf(message.content)) : 0),
    0,
  );
  const completion_tokens = wordCount(answer);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** Splits into words with their leading white space, the last also with the trailing one, in linear time. */
function* wordsOf(text: string): Generator<string> {
  const word = /\s*\S+/uy;
  let begin = 0;
  for (let end = 0; word.test(text); end = word.lastIndex) {
    if (end === 0) continue;
    yield text.slice(begin, end);
    begin = end;
  }
  yield text.slice(begin);
}

function wordCount(text: string): number {
  const word = /\S+/gu;
  let count = 0;
  while (word.test(text)) count++;
  return count;
}

/** The inputs to embed: texts or lists of token ids. */
function inputsOf(input: unknown): (string | number[])[] {
  if (typeof input === "string") return [input];
  if (!Array.isArray(input)) return [];
  const numbers = input.filter((item) => typeof item === "number");
  if (numbers.length > 0) return [numbers];
  return input.map((item) => Array.isArray(item) ? item.filter((n) => typeof n === "number") : String(item));
}

/** A unit vector from the words of a text, so that texts with common words are similar. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Float64Array(dimensions);
  for (const word of text.toLowerCase().match(/\S+/gu) ?? [""]) {
    for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] ?? 0) + hash(word, i) / 2 ** 31 - 1;
  }
  const length = Math.hypot(...vector) || 1;
  return Array.from(vector, (value) => Math.fround(value / length));
}

/** FNV-1a over UTF-16 code units, starting with `seed`. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}
