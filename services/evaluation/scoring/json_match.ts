import { withoutThinking } from "./answer_line.ts";
import { normalise } from "./normalise.ts";
import { type Answer, type Verdict, verdict } from "./verdict.ts";

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export interface JsonMatchOptions {
  /** exact: deep equality. subset: the reference is contained. fields: the share of the reference's leaves that match. */
  mode: "exact" | "subset" | "fields";
  /** Compare strings after normalising (case, punctuation, articles, safe Arabic folding). */
  normalised?: boolean;
  /** The response has to be JSON and nothing else. */
  onlyJson?: boolean;
  anyOrder?: boolean;
}

/** promptfoo `is-json`/`contains-json` with equality by value: object keys in any order, numbers by worth. */
export function jsonMatch(answer: Answer, reference: Json, options: JsonMatchOptions): Verdict {
  const { value, written, rule } = extractJson(withoutThinking(answer.text), options.onlyJson ?? false);
  if (value === undefined) return verdict(0, written, rule);
  const score = options.mode === "fields"
    ? matchingLeaves(reference, value, options)
    : same(reference, value, options)
    ? 1
    : 0;
  return verdict(score, written, rule);
}

interface Extracted {
  value: Json | undefined;
  written: string | null;
  rule: string;
}

/** The whole response, else the last fenced block, else the first balanced object or list. */
export function extractJson(text: string, only: boolean): Extracted {
  const whole = parse(text);
  if (whole !== undefined) return { value: whole, written: text, rule: "whole_response" };
  if (only) return { value: undefined, written: null, rule: "not_only_json" };
  for (const block of [...text.matchAll(/```(?:json)?\s*\n?([\s\S]*?)```/giu)].reverse()) {
    const value = parse(block[1] ?? "");
    if (value !== undefined) return { value, written: (block[1] ?? "").trim(), rule: "code_block" };
  }
  const balanced = firstBalanced(text);
  if (balanced) return { ...balanced, rule: "first_balanced" };
  return { value: undefined, written: null, rule: "no_json" };
}

const DEEPEST = 200;

/** JSON that is nested deeper than any answer would be counts as none: walking it would use up the stack. */
function parse(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return depth(value) > DEEPEST ? undefined : value;
  } catch {
    return undefined;
  }
}

function depth(value: Json, above = 0): number {
  if (typeof value !== "object" || value === null || above > DEEPEST) return above;
  return Object.values(value).reduce<number>(
    (most, inner) => Math.max(most, depth(inner, above + 1)),
    above + 1,
  );
}

// Every opening bracket may start a try, so their number is bounded.
const MOST_TRIES = 200;

function firstBalanced(text: string): { value: Json; written: string } | undefined {
  let tries = 0;
  for (const match of text.matchAll(/[{[]/gu)) {
    if (++tries > MOST_TRIES) return undefined;
    const end = balancedEnd(text, match.index);
    const written = end === undefined ? "" : text.slice(match.index, end);
    const value = parse(written);
    if (value !== undefined) return { value, written };
  }
  return undefined;
}

function balancedEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === "\\") at++;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === "{" || letter === "[") depth++;
    else if ((letter === "}" || letter === "]") && --depth === 0) return at + 1;
  }
  return undefined;
}

function same(wanted: Json, given: Json, options: JsonMatchOptions): boolean {
  if (Array.isArray(wanted)) return Array.isArray(given) && sameList(wanted, given, options);
  if (typeof wanted === "object" && wanted !== null) {
    return isObject(given) && sameObject(wanted, given, options);
  }
  if (typeof wanted === "string" && typeof given === "string" && options.normalised) {
    return normalise(wanted) === normalise(given);
  }
  return wanted === given;
}

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sameObject(
  wanted: Record<string, Json>,
  given: Record<string, Json>,
  options: JsonMatchOptions,
): boolean {
  const names = Object.keys(wanted);
  if (options.mode === "exact" && names.length !== Object.keys(given).length) return false;
  return names.every((name) => {
    const [left, right] = [wanted[name], Object.hasOwn(given, name) ? given[name] : undefined];
    return left !== undefined && right !== undefined && same(left, right, options);
  });
}

function sameList(wanted: Json[], given: Json[], options: JsonMatchOptions): boolean {
  if (options.mode === "exact" && wanted.length !== given.length) return false;
  if (options.anyOrder || options.mode === "subset") return pairs(wanted, given, options) === wanted.length;
  return wanted.length === given.length && wanted.every((item, at) => {
    const other = given[at];
    return other !== undefined && same(item, other, options);
  });
}

function pairs(wanted: Json[], given: Json[], options: JsonMatchOptions): number {
  const left = [...given];
  let found = 0;
  for (const item of wanted) {
    const at = left.findIndex((other) => same(item, other, options));
    if (at < 0) continue;
    left.splice(at, 1);
    found++;
  }
  return found;
}

interface Leaf {
  path: (string | number)[];
  value: Json;
}

function leaves(value: Json, path: (string | number)[] = []): Leaf[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
  }
  if (Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null)) {
    return value.flatMap((inner, at) => leaves(inner, [...path, at]));
  }
  return [{ path, value }];
}

/** A list of plain values is one leaf. Leaves that the reference does not name cost as much as wrong ones. */
function matchingLeaves(wanted: Json, given: Json, options: JsonMatchOptions): number {
  const expected = leaves(wanted);
  const leafOptions: JsonMatchOptions = { ...options, mode: "exact" };
  const right = expected.filter((leaf) => {
    const value = at(given, leaf.path);
    return value !== undefined && same(leaf.value, value, leafOptions);
  }).length;
  return right / Math.max(expected.length, leaves(given).length, 1);
}

function at(value: Json, path: (string | number)[]): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (typeof step === "number") here = Array.isArray(here) ? here[step] : undefined;
    else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}
