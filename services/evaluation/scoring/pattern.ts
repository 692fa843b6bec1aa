import { RE2JS } from "re2js";
import { withoutFence, withoutThinking } from "./answer_line.ts";
import { withoutInvisible } from "./arabic.ts";
import { type Answer, bestVerdict, type Verdict, verdict } from "./verdict.ts";

const MOST_PATTERN = 1000;
const MOST_TEXT = 100_000;

export interface PatternOptions {
  ignoreCase?: boolean;
  /** The group to keep as the extracted answer: 0 is the whole match. */
  group?: number;
  /** The whole response has to match, not a part of it. */
  full?: boolean;
}

/** Why a pattern cannot be used; undefined when it can. RE2 syntax: no look-around, no back-references. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > MOST_PATTERN) return `pattern is longer than ${MOST_PATTERN} characters`;
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : "pattern cannot be read";
  }
}

/**
 * openai/evals and promptfoo `regex`: the references are patterns, looked for in the response as it is, then in what a
 * person sees: without invisible marks and the fence around code. RE2 runs in linear time, whatever was written.
 */
export function matchPattern(answer: Answer, references: string[], options: PatternOptions = {}): Verdict {
  const text = withoutThinking(answer.text).slice(0, MOST_TEXT);
  const texts = new Set([text, withoutFence(withoutInvisible(text))]);
  return bestVerdict(
    references,
    (reference) => bestVerdict([...texts], (given) => find(given, reference, options)),
  );
}

function find(text: string, pattern: string, options: PatternOptions): Verdict {
  const matcher = compiled(pattern, options.ignoreCase ?? false).matcher(text);
  const matches = options.full ? matcher.matches() : matcher.find();
  const extracted = matches ? matcher.group(options.group ?? 0) ?? null : null;
  return verdict(matches, extracted, matches ? "matched" : "no_match");
}

const CACHE = new Map<string, ReturnType<typeof RE2JS.compile>>();
const MOST_CACHED = 500;

function compiled(pattern: string, ignoreCase: boolean): ReturnType<typeof RE2JS.compile> {
  const key = `${ignoreCase ? "i" : "s"}:${pattern}`;
  const known = CACHE.get(key);
  if (known) return known;
  if (CACHE.size >= MOST_CACHED) CACHE.clear();
  const fresh = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  CACHE.set(key, fresh);
  return fresh;
}
