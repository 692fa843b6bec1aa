import { isObject } from "lib/json_object.ts";

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** JSON found in a model's answer: the value, its text, and where it was found. */
export interface ModelJson {
  /** The value; undefined when none was found. */
  value: Json | undefined;
  /** The text of the value; null when none was found. */
  written: string | null;
  /** Where it was found, or why there is none. */
  rule: "whole_response" | "code_block" | "last_balanced" | "no_json" | "not_only_json";
}

/** How to look for JSON in a model's answer. */
export interface ModelJsonOptions {
  /** The whole answer must be JSON. */
  only?: boolean;
  /** Only values of this shape count, so that `[1]` in prose is not taken for an object that was asked for. */
  shape?: "object" | "list";
}

const DEEPEST = 200;
// Every opening bracket may start an attempt, and each may scan to the end of the text.
const MOST_TRIES = 200;
const INVISIBLE = /[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\u061C\uFEFF]/u;

// What JSON does not count as white space, and a person does not see.
const FOREIGN = /[^\S \t\r\n]|[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE0F\uFEFF]/u;
const FOREIGN_MARKS = new RegExp(FOREIGN, "gu");

/**
 * The JSON in a model's answer: the whole answer, else the last fenced block that is JSON, else the last
 * balanced object or list in the prose. Depth, attempts and time are bounded against hostile text.
 */
export function modelJson(text: string, { only = false, shape }: ModelJsonOptions = {}): ModelJson {
  const visible = trimInvisible(text);
  const whole = readWritten(visible);
  if (whole) return { ...whole, rule: "whole_response" };
  if (only) return { value: undefined, written: null, rule: "not_only_json" };
  const blocks = fencedBlocks(visible).slice(-MOST_TRIES).reverse();
  for (const block of blocks) {
    const read = readWritten(block);
    if (read && hasShape(read.value, shape)) {
      return { value: read.value, written: read.written.trim(), rule: "code_block" };
    }
  }
  const last = lastBalanced(visible, shape);
  return last ? { ...last, rule: "last_balanced" } : { value: undefined, written: null, rule: "no_json" };
}

/** Parses JSON. An absurdly nested value counts as invalid: walking it would overflow the stack. */
export function parseBounded(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return depth(value) > DEEPEST ? undefined : value;
  } catch {
    return undefined;
  }
}

interface Written {
  value: Json;
  written: string;
}

/** A text that is JSON, also with invisible marks or foreign spaces between its tokens, as right-to-left editors leave them. */
function readWritten(text: string): Written | undefined {
  const value = parseBounded(text);
  if (value !== undefined) return { value, written: text };
  if (!FOREIGN.test(text)) return undefined;
  const written = plainSpaces(text);
  const read = parseBounded(written);
  return read === undefined ? undefined : { value: read, written };
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, text.length);
}

/** A blank in the place of each invisible mark outside quotes, so that no two tokens grow together. */
function plainSpaces(text: string): string {
  let shown = "";
  let from = 0;
  while (from < text.length) {
    const quote = text.indexOf('"', from);
    const start = quote < 0 ? text.length : quote;
    const end = quote < 0 ? start : stringEnd(text, start);
    shown += text.slice(from, start).replace(FOREIGN_MARKS, " ") + text.slice(start, end);
    from = end;
  }
  return shown;
}

// A loop, because a regular expression for trailing marks takes quadratic time when they occur elsewhere.
function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && INVISIBLE.test(text.charAt(start))) start++;
  while (end > start && INVISIBLE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** The contents of ``` blocks, in order. */
export function fencedBlocks(text: string): string[] {
  const parts = text.split("```");
  return parts.filter((_, at) => at % 2 === 1 && at < parts.length - 1).map(withoutLanguage);
}

function withoutLanguage(block: string): string {
  const end = block.indexOf("\n");
  const first = end < 0 ? "" : block.slice(0, end).trim();
  if (/^[\w+#.-]{1,30}$/u.test(first)) return block.slice(end + 1);
  return block.replace(/^json(?=[\s[{"])/iu, "");
}

function depth(value: Json, above = 0): number {
  if (typeof value !== "object" || value === null || above > DEEPEST) return above;
  return Object.values(value).reduce<number>(
    (most, inner) => Math.max(most, depth(inner, above + 1)),
    above + 1,
  );
}

function hasShape(value: Json, shape: ModelJsonOptions["shape"]): boolean {
  if (shape === undefined) return true;
  return shape === "list" ? Array.isArray(value) : isObject(value);
}

function lastBalanced(
  text: string,
  shape: ModelJsonOptions["shape"],
): { value: Json; written: string } | undefined {
  let last: { value: Json; written: string } | undefined;
  let from = 0;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const start = nextBracket(text, from);
    if (start < 0) break;
    const end = balancedEnd(text, start);
    const written = end === undefined ? "" : text.slice(start, end);
    const read = readWritten(written);
    if (read && hasShape(read.value, shape)) last = read;
    from = read === undefined || end === undefined ? start + 1 : end;
  }
  return last;
}

function nextBracket(text: string, from: number): number {
  const next = /[{[]/gu;
  next.lastIndex = from;
  return next.exec(text)?.index ?? -1;
}

function balancedEnd(text: string, start: number): number | undefined {
  let open = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === "\\") at++;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === "{" || letter === "[") open++;
    else if ((letter === "}" || letter === "]") && --open === 0) return at + 1;
  }
  return undefined;
}
