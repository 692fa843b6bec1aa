import { isObject } from "lib/json_object.ts";
import { type Json, modelJson } from "lib/providers/model_json.ts";
import { withoutThinking } from "./answer_line.ts";
import { withoutInvisible } from "./arabic.ts";
import { repeatsAName } from "./json_names.ts";
import { isQuasiEqual } from "./match.ts";
import { type Answer, bestVerdict, unscoredVerdict, type Verdict, verdict } from "./verdict.ts";

export interface JsonMatchOptions {
  /** exact: deep equality. subset: the reference is contained. fields: the share of the reference's leaves that match. */
  mode: "exact" | "subset" | "fields";
  /** Compare strings as `quasi_exact_match` does (case, punctuation, articles, safe Arabic folding). */
  normalised?: boolean;
  /** The response has to be JSON and nothing else. */
  onlyJson?: boolean;
  anyOrder?: boolean;
  /** The reference is a list of accepted values. */
  anyOf?: boolean;
}

/** promptfoo `is-json`/`contains-json` with equality by value: object keys in any order, numbers by worth. */
export function jsonMatch(answer: Answer, reference: Json, options: JsonMatchOptions): Verdict {
  const accepted = options.anyOf && Array.isArray(reference) ? reference : [reference];
  return bestVerdict(accepted, (expected) => matchOne(answer, expected, options));
}

function matchOne(answer: Answer, reference: Json, options: JsonMatchOptions): Verdict {
  const shape = Array.isArray(reference) ? "list" : isObject(reference) ? "object" : undefined;
  const text = withoutThinking(answer.text);
  const { value, written, rule } = modelJson(text, { only: options.onlyJson ?? false, shape });
  if (value === undefined) return verdict(0, written, rule);
  if (repeatsAName(written ?? "")) {
    return unscoredVerdict("name_repeated", "The JSON gives one name two values");
  }
  const score = options.mode === "fields"
    ? matchingLeaves(reference, value, options)
    : sameValue(reference, value, options)
    ? 1
    : 0;
  if (score > 0 && LONG_INTEGER.test(written ?? "") && hasUnsafeInteger(reference)) {
    return unscoredVerdict("number_too_large", "Integers above 2^53 are not told apart");
  }
  return verdict(score, written, rule);
}

// Doubles end at 2^53: above it, two different integers may have been read as one.
const LONG_INTEGER = /(?<![\d.])\d{16,}(?![\d.eE])/u;

function hasUnsafeInteger(value: Json): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnsafeInteger);
}

function sameValue(expected: Json, given: Json, options: JsonMatchOptions): boolean {
  if (Array.isArray(expected)) return Array.isArray(given) && sameList(expected, given, options);
  if (typeof expected === "object" && expected !== null) {
    return isObject(given) && sameObject(expected, given, options);
  }
  if (typeof expected === "string" && typeof given === "string") {
    return withoutInvisible(expected) === withoutInvisible(given) ||
      (options.normalised === true && isQuasiEqual(expected, given));
  }
  return expected === given;
}

function sameObject(
  expected: Record<string, Json>,
  given: Record<string, Json>,
  options: JsonMatchOptions,
): boolean {
  const names = Object.keys(expected);
  if (options.mode === "exact" && names.length !== Object.keys(given).length) return false;
  return names.every((name) => {
    const [left, right] = [expected[name], field(given, name)];
    return left !== undefined && right !== undefined && sameValue(left, right, options);
  });
}

/** The value under a name; é in one character and in two are one name. */
function field(object: Record<string, Json>, name: string): Json | undefined {
  if (Object.hasOwn(object, name)) return object[name];
  const shown = withoutInvisible(name);
  const own = Object.keys(object).find((other) => withoutInvisible(other) === shown);
  return own === undefined ? undefined : object[own];
}

function sameList(expected: Json[], given: Json[], options: JsonMatchOptions): boolean {
  if (options.mode === "exact" && expected.length !== given.length) return false;
  if (options.anyOrder || options.mode === "subset") {
    return pairs(expected, given, options) === expected.length;
  }
  return expected.length === given.length && expected.every((item, at) => {
    const other = given[at];
    return other !== undefined && sameValue(item, other, options);
  });
}

function pairs(expected: Json[], given: Json[], options: JsonMatchOptions): number {
  const left = [...given];
  let matched = 0;
  for (const item of expected) {
    const at = left.findIndex((other) => sameValue(item, other, options));
    if (at < 0) continue;
    left.splice(at, 1);
    matched++;
  }
  return matched;
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
function matchingLeaves(reference: Json, given: Json, options: JsonMatchOptions): number {
  const expected = leaves(reference);
  const leafOptions: JsonMatchOptions = { ...options, mode: "exact" };
  const right = expected.filter((leaf) => {
    const value = valueAt(given, leaf.path);
    return value !== undefined && sameValue(leaf.value, value, leafOptions);
  }).length;
  return right / Math.max(expected.length, leaves(given).length, 1);
}

function valueAt(value: Json, path: (string | number)[]): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (typeof step === "number") here = Array.isArray(here) ? here[step] : undefined;
    else here = isObject(here) ? field(here, step) : undefined;
  }
  return here;
}
