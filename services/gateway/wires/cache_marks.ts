/** Prompt cache marks for Claude models, which cache only marked prefixes, at Anthropic and Bedrock. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import type { CacheMarks } from "../providers/cache_marks.ts";
import { objectOf, objectsOf, textOf } from "./http.ts";

const MARK = { cache_control: { type: "ephemeral" } };
/** Anthropic allows four marks; two are for tools and system. */
const MOST_IN_MESSAGES = 2;

/** Adds the marks of a rule to a body of Anthropic's Messages; one with marks of its client is unchanged. */
export function markedMessages(body: JsonObject, marks: CacheMarks | undefined): JsonObject {
  if (!marks || isMarked(body)) return body;
  const { tools, system, messages } = body;
  const reaches = lengths([tools, system], marks);
  const places = marks.on.includes("messages") ? turnsToMark(messages, reaches.rest) : new Set<number>();
  return {
    ...body,
    ...marks.on.includes("tools") && reaches.first
      ? { tools: markedLast(tools, ({ defer_loading }) => !defer_loading) }
      : {},
    ...marks.on.includes("system") && reaches.second ? { system: markedBlocks(system) } : {},
    ...places.size > 0
      ? {
        messages: objectsOf(messages).map((message, index) =>
          places.has(index) ? { ...message, content: markedBlocks(message.content) } : message
        ),
      }
      : {},
  };
}

const POINT = { cachePoint: { type: "default" } };

/** Adds the marks of a rule to a body of Bedrock's Converse, whose marks are separate blocks. */
export function markedConverse(body: JsonObject, marks: CacheMarks | undefined): JsonObject {
  if (!marks || JSON.stringify(body).includes('"cachePoint":')) return body;
  const { toolConfig, system, messages } = body;
  const { tools } = objectOf(toolConfig);
  const reaches = lengths([tools, system], marks);
  const places = marks.on.includes("messages") ? turnsToMark(messages, reaches.rest) : new Set<number>();
  const isOn = (place: "tools" | "system", list: unknown, reached: boolean): list is unknown[] =>
    marks.on.includes(place) && reached && Array.isArray(list) && list.length > 0;
  return {
    ...body,
    ...isOn("tools", tools, reaches.first)
      ? { toolConfig: { ...objectOf(toolConfig), tools: [...tools, POINT] } }
      : {},
    ...isOn("system", system, reaches.second) ? { system: [...system, POINT] } : {},
    ...places.size > 0
      ? {
        messages: objectsOf(messages).map((message, index) =>
          places.has(index) ? { ...message, content: [...objectsOf(message.content), POINT] } : message
        ),
      }
      : {},
  };
}

function isMarked(body: JsonObject): boolean {
  return JSON.stringify(body).includes('"cache_control":');
}

/** Whether a mark after each part has the minimum length before it, and how much is missing after both. */
function lengths([first, second]: [unknown, unknown], { least_characters }: CacheMarks) {
  const size = sizeOf(first);
  const both = size + sizeOf(second);
  return {
    first: size > 0 && size >= least_characters,
    second: both > size && both >= least_characters,
    rest: least_characters - both,
  };
}

function sizeOf(value: unknown): number {
  return value === undefined || value === null ? 0 : JSON.stringify(value).length;
}

/**
 * Indexes of the user messages to mark: the last, for the next request to read, and the one before, which the previous
 * request wrote. `lacking`: characters required before a mark.
 */
function turnsToMark(messages: unknown, lacking: number): Set<number> {
  const turns: number[] = [];
  let size = 0;
  for (const [index, message] of objectsOf(messages).entries()) {
    size += sizeOf(message.content);
    if (message.role === "user" && size >= lacking) turns.push(index);
  }
  return new Set(turns.slice(-MOST_IN_MESSAGES));
}

/** Marks the last block that can have a mark; empty texts and thinking cannot. */
function markedBlocks(content: unknown): unknown {
  if (typeof content === "string") {
    return content === "" ? content : [{ type: "text", text: content, ...MARK }];
  }
  return markedLast(
    content,
    ({ type, text }) =>
      type !== "thinking" && type !== "redacted_thinking" && (type !== "text" || textOf(text) !== ""),
  );
}

function markedLast(list: unknown, canBe: (item: JsonObject) => boolean): unknown {
  if (!Array.isArray(list)) return list;
  const last = list.findLastIndex((item) => isObject(item) && canBe(item));
  return list.map((item, index) => index === last ? { ...objectOf(item), ...MARK } : item);
}
