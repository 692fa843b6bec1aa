/** Converts documents of a rerank request to text. */
import { stringify } from "yaml";
import { isObject } from "lib/json_object.ts";

/** The document's text, or all its fields as YAML, as Cohere recommends. */
export function documentText(document: unknown): string {
  if (typeof document === "string") return document;
  if (isObject(document) && typeof document.text === "string") return document.text;
  return stringify(document);
}
