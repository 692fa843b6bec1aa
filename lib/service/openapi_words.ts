/** Adds missing descriptions of fields and parameters to an OpenAPI document, looked up by their names. */
import { type FieldWord, type FieldWords } from "lib/service/field_words.ts";
import { isObject, type JsonObject } from "lib/json_object.ts";

/** Adds descriptions and examples to the parameters and properties of `document`, in place, where they have none. */
export function describeFields(document: JsonObject, words: FieldWords): void {
  const waiting: unknown[] = [document];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next);
    if (!isObject(next)) continue;
    if (isObject(next.properties)) {
      for (const [name, field] of Object.entries(next.properties)) describe(field, wordOf(words, name));
    }
    if (typeof next.name === "string" && typeof next.in === "string") describeParameter(next, words);
    waiting.push(...Object.values(next));
  }
}

function wordOf(words: FieldWords, name: string): FieldWord | undefined {
  const word = Object.hasOwn(words, name) ? words[name] : undefined;
  return typeof word === "string" ? { description: word } : word;
}

function describe(field: unknown, word: FieldWord | undefined): void {
  // A description beside a reference is allowed, but the referenced schema describes itself.
  if (!word || !isObject(field) || field.$ref !== undefined) return;
  field.description ??= word.description;
  if (word.example !== undefined && fits(field, word.example)) field.example ??= word.example;
}

function describeParameter(parameter: JsonObject, words: FieldWords): void {
  const schema = isObject(parameter.schema) ? parameter.schema : {};
  const word = wordOf(words, String(parameter.name));
  const description = schema.description ?? word?.description;
  if (description !== undefined) parameter.description ??= description;
  const known = schema.example ?? schema.default ??
    (Array.isArray(schema.enum) ? schema.enum[0] : schema.type === "boolean" ? true : undefined);
  const example = known ??
    (word?.example !== undefined && fits(schema, word.example) ? word.example : undefined);
  if (example !== undefined) parameter.example ??= example;
}

/** Whether an example suits a field: it has the same type, and no other rule could refuse it. */
function fits({ type, enum: values, pattern, format }: JsonObject, example: unknown): boolean {
  if (values !== undefined || pattern !== undefined) return false;
  if (format === "uuid" && !/^[0-9a-f-]{36}$/.test(String(example))) return false;
  const is = Array.isArray(example) ? "array" : Number.isInteger(example) ? "integer" : typeof example;
  const types = Array.isArray(type) ? type : [type];
  return types.includes(is) || (is === "integer" && types.includes("number"));
}
