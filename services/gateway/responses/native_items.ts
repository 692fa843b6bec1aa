/** Tracks the items of a provider's response by its events. */
import type { JsonObject } from "lib/json_object.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";

/** Tracks a response item by item; each function returns false for an event out of order. */
export interface NativeItems {
  added(item: JsonObject, index: unknown): boolean;
  /** Handles an event of an item or of one of its parts. */
  advance(event: JsonObject): boolean;
  /** The `content_part.added` event that a backend omitted before `event`, which clients need. */
  missing(event: JsonObject): JsonObject | undefined;
  done(item: JsonObject, index: unknown): boolean;
  /** Whether all added items are done. */
  isWhole(): boolean;
  readonly count: number;
}

interface Item {
  place: number;
  type: string;
  callId: unknown;
  /** Types of its parts: `output_text`, `refusal`, `reasoning_text`. */
  parts: string[];
  summaries: number;
  done: boolean;
}

/** Type of item by the second word of an event's type. */
const ITEM_TYPES: Record<string, string> = {
  output_text: "message",
  refusal: "message",
  function_call_arguments: "function_call",
  custom_tool_call_input: "custom_tool_call",
  reasoning_text: "reasoning",
  reasoning_summary_part: "reasoning",
  reasoning_summary_text: "reasoning",
  mcp_call: "mcp_call",
  mcp_call_arguments: "mcp_call",
  mcp_list_tools: "mcp_list_tools",
  code_interpreter_call: "code_interpreter_call",
  code_interpreter_call_code: "code_interpreter_call",
  file_search_call: "file_search_call",
  web_search_call: "web_search_call",
  image_generation_call: "image_generation_call",
};

export function nativeItems(): NativeItems {
  const items = new Map<string, Item>();
  const calls = new Set<unknown>();
  let open = 0;
  return {
    get count() {
      return items.size;
    },
    added(item, index) {
      const { id, type, call_id: callId, content, summary } = item;
      const name = textOf(id);
      if (name === "" || items.has(name) || index !== items.size) return false;
      if (callId !== undefined && calls.has(`${type} ${callId}`)) return false;
      if (callId !== undefined) calls.add(`${type} ${callId}`);
      const parts = objectsOf(content).map((part) => textOf(part.type));
      const place = items.size;
      const summaries = objectsOf(summary).length;
      items.set(name, { place, type: textOf(type), callId, parts, summaries, done: false });
      open += 1;
      return true;
    },
    advance(event) {
      const expected = typeOf(event);
      const item = items.get(textOf(event.item_id));
      // Unknown, newer events are allowed.
      if (!item) return expected === undefined && event.item_id === undefined;
      if (item.done || item.place !== event.output_index) return false;
      return (expected ?? item.type) === item.type && partFits(item, event);
    },
    missing(event) {
      const item = items.get(textOf(event.item_id));
      return item && !item.done ? beginningOf(item, event) : undefined;
    },
    done({ id, type, call_id: callId }, index) {
      const item = items.get(textOf(id));
      if (!item || item.done || item.place !== index) return false;
      if (item.type !== type || item.callId !== callId) return false;
      item.done = true;
      open -= 1;
      return true;
    },
    isWhole: () => open === 0,
  };
}

function familyOf({ type }: JsonObject): string {
  return textOf(type).split(".")[1] ?? "";
}

function typeOf(event: JsonObject): string | undefined {
  const family = familyOf(event);
  if (family === "content_part") {
    return objectOf(event.part).type === "reasoning_text" ? "reasoning" : "message";
  }
  return Object.hasOwn(ITEM_TYPES, family) ? ITEM_TYPES[family] : undefined;
}

/** Whether an event's part has begun, or is the next to begin. */
function partFits(item: Item, event: JsonObject): boolean {
  const { content_index: at, summary_index: summary } = event;
  const family = familyOf(event);
  const begins = textOf(event.type).endsWith("_part.added");
  if (family === "content_part" && begins) {
    if (at !== item.parts.length) return false;
    item.parts.push(textOf(objectOf(event.part).type));
    return true;
  }
  if (family === "reasoning_summary_part" && begins) return summary === item.summaries++;
  if (family.startsWith("reasoning_summary")) return isBelow(summary, item.summaries);
  const kind = family === "content_part" ? objectOf(event.part).type : family;
  const hasParts = family === "content_part" || ["output_text", "refusal", "reasoning_text"].includes(family);
  return !hasParts || isBelow(at, item.parts.length) && item.parts[at] === kind;
}

const EMPTY: Record<string, JsonObject> = {
  output_text: { type: "output_text", text: "", annotations: [], logprobs: [] },
  refusal: { type: "refusal", refusal: "" },
  reasoning_text: { type: "reasoning_text", text: "" },
  reasoning_summary_text: { type: "summary_text", text: "" },
};

function beginningOf(item: Item, event: JsonObject): JsonObject | undefined {
  const { item_id, output_index, content_index, summary_index } = event;
  const family = familyOf(event);
  const part = Object.hasOwn(EMPTY, family) ? EMPTY[family] : undefined;
  if (!part || !textOf(event.type).endsWith(".delta")) return undefined;
  const at = { item_id, output_index };
  if (family === "reasoning_summary_text") {
    if (summary_index !== item.summaries) return undefined;
    return { type: "response.reasoning_summary_part.added", ...at, summary_index, part };
  }
  if (content_index !== item.parts.length) return undefined;
  return { type: "response.content_part.added", ...at, content_index, part };
}

function isBelow(index: unknown, count: number): index is number {
  return typeof index === "number" && Number.isInteger(index) && index >= 0 && index < count;
}
