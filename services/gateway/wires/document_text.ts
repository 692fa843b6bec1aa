/** A document that is to be ranked, as text. */
import { stringify } from "yaml";
import { isObject } from "lib/json_object.ts";

/** A document's words: its text, or all its fields as YAML, as Cohere wants them. */
export function documentText(document: unknown): string {
  if (typeof document === "string") return document;
  if (isObject(document) && typeof document.text === "string") return document.text;
  return stringify(document);
}
