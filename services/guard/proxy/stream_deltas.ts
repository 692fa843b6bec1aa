import { isObject, type JsonObject } from "lib/json_object.ts";

/** Fields of a delta that come once rather than in pieces. */
const SAID_ONCE = new Set(["role", "type", "id", "name"]);

/** Two deltas as one: pieces of text joined, items of lists joined by their index. */
export function mergeDelta(before: JsonObject, after: JsonObject): JsonObject {
  const merged = { ...before };
  for (const [key, value] of Object.entries(after)) merged[key] = mergeValue(key, before[key], value);
  return merged;
}

function mergeValue(key: string, before: unknown, after: unknown): unknown {
  if (before === undefined || before === null) return after;
  if (after === null) return before;
  if (typeof before === "string" && typeof after === "string") {
    return SAID_ONCE.has(key) ? after : before + after;
  }
  if (Array.isArray(before) && Array.isArray(after)) return mergeLists(before, after);
  if (isObject(before) && isObject(after)) return mergeDelta(before, after);
  return after;
}

function mergeLists(before: unknown[], after: unknown[]): unknown[] {
  const merged = [...before];
  for (const item of after) {
    const at = isObject(item) ? merged.findIndex((one) => isObject(one) && one.index === item.index) : -1;
    const same = merged[at];
    if (isObject(item) && isObject(same)) merged[at] = mergeDelta(same, item);
    else merged.push(item);
  }
  return merged;
}
