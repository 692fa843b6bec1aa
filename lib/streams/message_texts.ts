/** The texts in chat messages, answers and their chunks, whatever their shape: read, or rewritten in place. */
import { isObject, type JsonObject } from "lib/json_object.ts";

/** Fields whose strings no model reads or that are not natural language. */
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
  "thought_signature",
  "thoughtSignature",
  "encrypted_content",
  "previous_response_id",
  "tool_use_id",
  "media_type",
  "call_id",
  "item_id",
]);

/** The author of a text. */
export interface TextOrigin {
  /** Whether it is an argument or a result of a tool call. */
  isTool?: boolean;
  /** Whether it comes from the application: a system message, instructions, a tool's description. */
  isInstruction?: boolean;
}

/** Takes a text, its path (such as `choices/0/delta/content`) and its author; returns its replacement. */
export type Visit = (text: string, path: string, origin?: TextOrigin) => string;

/** A copy of the value with every text replaced by the result of `visit`. */
export function mapTexts(value: unknown, visit: Visit, path = ""): unknown {
  return mapped(value, visit, path, { isUnread, isTool: false, isInstruction: false });
}

/** How the parts of a value are read. */
interface Place {
  isUnread: IsUnread;
  isTool: boolean;
  isInstruction: boolean;
}

/** Whether a field's strings are skipped. */
type IsUnread = (key: string, part: unknown, value: JsonObject) => boolean;

function mapped(value: unknown, visit: Visit, path: string, place: Place): unknown {
  if (typeof value === "string") return visit(value, path, place);
  if (Array.isArray(value)) {
    return value.map((item, i) => mapped(item, visit, join(path, isObject(item) ? item.index : i, i), place));
  }
  return isObject(value) ? mapFields(value, visit, path, place) : value;
}

function mapFields(value: JsonObject, visit: Visit, path: string, place: Place): JsonObject {
  const { isUnread } = place;
  const isOfTool = place.isTool || isToolPart(value);
  const fields: JsonObject = {};
  for (const [key, part] of Object.entries(value)) {
    const at = path === "" ? key : `${path}/${key}`;
    // The fields of a tool's arguments are named by its author: an `id` there is as much a text as any other.
    const inner = {
      isUnread: isArguments(key, value) ? () => false : isUnread,
      isTool: isOfTool || TOOL_FIELDS.has(key),
      isInstruction: place.isInstruction || isInstructing(value, path) ||
        (REQUEST.test(path) && INSTRUCTION_FIELDS.has(key)),
    };
    const field = isUnread(key, part, value) ? part : mapped(part, visit, at, inner);
    // A field named __proto__ is data too.
    Object.defineProperty(fields, key, {
      value: field,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return fields;
}

function isUnread(key: string, part: unknown, value: JsonObject): boolean {
  // The data of a text document.
  if (key === "data" && value.type === "text") return false;
  return UNREAD.has(key) && !isRead(key, part);
}

/** Whether a field holds the arguments of a tool call, as an object. */
function isArguments(key: string, { type }: JsonObject): boolean {
  return key === "input" && typeof type === "string" && type.endsWith("tool_use");
}

/** Fields of a message that hold tool calls. */
const TOOL_FIELDS = new Set(["tool_calls", "function_call"]);
const TOOL_ROLES: readonly unknown[] = ["tool", "function"];
const TOOL_PART =
  /(?:^|_)(?:tool_(?:use|result|call|call_output)|function_call|function_call_output|mcp_call)$/;

/** Whether a message or a part of one calls a tool or is its answer. */
function isToolPart({ role, type }: JsonObject): boolean {
  return TOOL_ROLES.includes(role) || (typeof type === "string" && TOOL_PART.test(type));
}

/** A request, alone or inside the details of a call, and a message in it at any index. */
const REQUEST = /^(?:request)?$/;
const MESSAGE = /^(?:(?:request\/)?(?:messages|input)|history)\/\d+$/;
const INSTRUCTION_FIELDS = new Set(["system", "instructions", "tools", "functions", "response_format"]);

/** Whether a value is a message of the application; parts of other messages never are. */
function isInstructing({ role }: JsonObject, path: string): boolean {
  return (role === "system" || role === "developer") && MESSAGE.test(path);
}

/** List items with an `index` keep it from chunk to chunk. */
function join(path: string, given: unknown, position: number): string {
  return `${path}/${typeof given === "number" && Number.isInteger(given) ? given : position}`;
}

const TEXT_FILE = /^data:(?:text\/|application\/(?:json|xml|x-yaml|yaml|javascript|csv))/i;

/** Models read links and text files, but not the bytes of an image. */
function isRead(key: string, part: unknown): boolean {
  if (typeof part !== "string") return false;
  if (part.startsWith("data:")) return TEXT_FILE.test(part);
  return key === "url";
}

/** Whether lists and objects are nested more than `most` deep. */
export function isNestedDeeper(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((value) => typeof value === "object" && value !== null ? Object.values(value) : []);
  }
  return false;
}

/** Fields whose own fields are named by the caller, and read by models. */
const NAMING = new Set(["properties", "metadata", "$defs", "definitions"]);

/** Field names chosen by the caller: in a schema, in metadata. */
export function givenNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(givenNames);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    ...NAMING.has(key) && isObject(part) ? Object.keys(part) : [],
    ...givenNames(part),
  ]);
}

/** Of a longer part only its beginning and its end are joined to others. */
const JOINED_END = 500;

/**
 * The text of each list of text parts, joined as models read them: a word may begin in one part and end in the next.
 * Takes a request or a part of one.
 */
export function joinedParts(value: unknown): string[] {
  if (Array.isArray(value)) {
    const parts = value.flatMap((part) =>
      isObject(part) && typeof part.type === "string" && typeof part.text === "string" ? [part.text] : []
    );
    return [...parts.length > 1 ? [parts.map(endsOf).join("")] : [], ...value.flatMap(joinedParts)];
  }
  return isObject(value) ? Object.values(value).flatMap(joinedParts) : [];
}

const endsOf = (text: string) =>
  text.length <= 2 * JOINED_END ? text : `${text.slice(0, JOINED_END)}\n${text.slice(-JOINED_END)}`;

/** Rewrites an answer: every text is replaced by the result of `visit`. */
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

/** Fields that come whole in a stream rather than in pieces. */
const SAID_ONCE = /(?:^|\/)name$/;

/** A text in a stream: the channel it continues, and whether it is complete. */
export interface StreamedText {
  /** The channel, such as `0/content`. */
  channel: string;
  /** The text that the event adds to it. */
  text: string;
  /** Whether it is complete rather than a piece. */
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

/** The chunk with `texts` instead of those from `chunkTexts`, without log probabilities of replaced words. */
export function withChunkTexts(chunk: unknown, texts: readonly string[]): unknown {
  let next = 0;
  return withoutProbabilities(mapAnswerTexts(chunk, (text) => text === "" ? text : texts[next++] ?? text));
}

/** The choices, items or parts of an answer without log probabilities, which quote each word. */
export function withoutProbabilities(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutProbabilities);
  if (!isObject(answer)) return answer;
  const { logprobs, ...rest } = answer;
  for (const holder of HOLDERS) if (holder in rest) rest[holder] = withoutProbabilities(rest[holder]);
  return Array.isArray(logprobs) ? { ...rest, logprobs: [] } : rest;
}

/** Fields whose items have log probabilities of their own. */
const HOLDERS = ["choices", "output", "content", "part", "item", "response"];
