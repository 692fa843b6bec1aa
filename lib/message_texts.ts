/** The texts in chat messages, answers and their chunks, whatever their shape: read, or rewritten in place. */
import { isObject, type JsonObject } from "./json_object.ts";

/** Fields whose strings no model reads, or that are no words. */
const UNREAD = new Set([
  "role",
  "type",
  "id",
  "tool_call_id",
  "format",
  "detail",
  "url",
  "data",
  "file_data",
  "file_id",
  "signature",
  "encrypted_content",
  "tool_use_id",
  "media_type",
  "call_id",
  "item_id",
]);

/** Sees a text and where it stands, as `choices/0/delta/content`; gives the text that takes its place. */
export type Visit = (text: string, path: string) => string;

/** The same value with every text replaced by the text that `visit` gives for it. */
export function mapTexts(value: unknown, visit: Visit, path = ""): unknown {
  if (typeof value === "string") return visit(value, path);
  if (Array.isArray(value)) {
    return value.map((item, i) => mapTexts(item, visit, join(path, isObject(item) ? item.index : i, i)));
  }
  return isObject(value) ? mapFields(value, visit, path) : value;
}

function mapFields(value: JsonObject, visit: Visit, path: string): JsonObject {
  const mapped: JsonObject = {};
  for (const [key, part] of Object.entries(value)) {
    const unread = UNREAD.has(key) && !isRead(key, part);
    const field = unread ? part : mapTexts(part, visit, path === "" ? key : `${path}/${key}`);
    // A field named __proto__ is data too.
    Object.defineProperty(mapped, key, {
      value: field,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return mapped;
}

/** Items of a list that say their place keep it from chunk to chunk. */
function join(path: string, given: unknown, position: number): string {
  return `${path}/${typeof given === "number" && Number.isInteger(given) ? given : position}`;
}

const TEXT_FILE = /^data:(?:text\/|application\/(?:json|xml|x-yaml|yaml|javascript|csv))/i;

/** Models read a link, and a file of text, but not the bytes of a picture. */
function isRead(key: string, part: unknown): boolean {
  if (typeof part !== "string") return false;
  if (part.startsWith("data:")) return TEXT_FILE.test(part);
  return key === "url";
}

/** Whether lists and objects stand in each other more than `most` times. */
export function isNestedDeeper(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((one) => typeof one === "object" && one !== null ? Object.values(one) : []);
  }
  return false;
}

/** Fields whose own fields are named by the caller, and read by models. */
const NAMING = new Set(["properties", "metadata", "$defs", "definitions"]);

/** The names that a request gives its own fields: of a schema, of its metadata. */
export function givenNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(givenNames);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    ...NAMING.has(key) && isObject(part) ? Object.keys(part) : [],
    ...givenNames(part),
  ]);
}

/** Gives an answer with every text replaced by the text that `visit` gives for it. */
export type MapTexts = (value: unknown, visit: Visit) => unknown;

/** All texts in a message, a list of messages, or a part of one. */
export function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** A chat completion, or a chunk of one, with the texts of its choices replaced. */
export function mapAnswerTexts(answer: unknown, visit: Visit): unknown {
  if (!isObject(answer) || !Array.isArray(answer.choices)) return answer;
  const choices = answer.choices.map((choice: unknown, i) => {
    if (!isObject(choice)) return choice;
    const path = `${Number.isInteger(choice.index) ? choice.index : i}`;
    const { message, delta, text } = choice;
    return {
      ...choice,
      ...(message === undefined ? {} : { message: mapTexts(message, visit, path) }),
      ...(delta === undefined ? {} : { delta: mapTexts(delta, visit, path) }),
      ...(text === undefined ? {} : { text: mapTexts(text, visit, path) }),
    };
  });
  return { ...answer, choices };
}

/** Fields that come once in a stream, rather than in pieces. */
const SAID_ONCE = /(?:^|\/)name$/;

/** A text in a stream: the channel that it continues, and whether it is whole by itself. */
export interface StreamedText {
  /** The channel, such as `0/content`. */
  channel: string;
  /** What the event adds to it. */
  text: string;
  /** Whether it is a text by itself. */
  whole: boolean;
}

/** The texts of a chunk of a chat completion, each with the channel that it continues: `0/content`. */
export function chunkTexts(chunk: unknown): StreamedText[] {
  const texts: StreamedText[] = [];
  mapAnswerTexts(chunk, (text, channel) => {
    if (text !== "") texts.push({ channel, text, whole: SAID_ONCE.test(channel) });
    return text;
  });
  return texts;
}

/** The chunk with `texts` in the place of those that `chunkTexts` gave; probabilities of replaced words are left out. */
export function withChunkTexts(chunk: unknown, texts: readonly string[]): unknown {
  let next = 0;
  const mapped = mapAnswerTexts(chunk, (text) => text === "" ? text : texts[next++] ?? text);
  if (!isObject(mapped) || !Array.isArray(mapped.choices)) return mapped;
  const choices = mapped.choices.map((choice: unknown) => {
    if (!isObject(choice)) return choice;
    const { logprobs: _, ...rest } = choice;
    return rest;
  });
  return { ...mapped, choices };
}
