/** JSON objects of an unknown shape, as providers and programs send them. */

/** A JSON object of which only some fields are read. */
export type JsonObject = Record<string, unknown>;

/** Whether `value` is an object with named fields: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON object that `text` holds, or undefined for anything else. */
export function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
