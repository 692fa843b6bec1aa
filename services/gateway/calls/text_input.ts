/** Input as a text, a list of texts, or lists of token ids. */
import { invalidRequest } from "../errors.ts";

export function isTexts(input: unknown): input is string[] {
  return Array.isArray(input) && input.length > 0 && input.every((text) => typeof text === "string");
}

export function isTokens(input: unknown): boolean {
  return Array.isArray(input) && input.length > 0 &&
    input.every((token) => typeof token === "number" && Number.isInteger(token) && token >= 0);
}

/** Throws unless the field `name` is valid input. */
export function checkInput(input: unknown, name: string): void {
  const isInput = (typeof input === "string" && input !== "") || isTexts(input) || isTokens(input) ||
    (Array.isArray(input) && input.length > 0 && input.every(isTokens));
  if (isInput) return;
  throw invalidRequest(
    422,
    `'${name}' must be a string, a list of strings or lists of tokens, and not empty`,
    {
      param: name,
    },
  );
}

/** The texts of an input. Throws for token ids, which only the model can read. */
export function inputWords(input: unknown, name: string): string {
  if (typeof input === "string") return input;
  if (isTexts(input)) return input.join("\n");
  throw invalidRequest(422, `'${name}' must be text: lists of tokens cannot be checked by the guardrails`, {
    param: name,
  });
}
