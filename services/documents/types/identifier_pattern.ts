/** User-defined patterns of identifiers, matched in linear time (RE2) and limited in size. */
import { RE2JS, RE2JSException } from "re2js";
import { z } from "zod";

/** Maximum size of a compiled pattern: each instruction may run for every character of a text. */
const MOST_STEPS = 300;
const MOST_KNOWN = 2_000;

const Program = z.object({ inst: z.array(z.unknown()) });

const known = new Map<string, RE2JS>();

/** Compiles a pattern. @throws for an invalid one. */
export function compiledPattern(source: string): RE2JS {
  const before = known.get(source);
  if (before) return before;
  const pattern = RE2JS.compile(source);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(source, pattern);
  return pattern;
}

/** The reason why a pattern is refused; undefined for a valid one. */
export function patternFault(source: string): string | undefined {
  try {
    const pattern = RE2JS.compile(source);
    const steps = Program.parse(pattern.re2().prog).inst.length;
    if (steps > MOST_STEPS) return `${steps} steps, ${MOST_STEPS} are the most: shorten its repetitions`;
    if (pattern.matcher("").find()) return "matches an empty text";
    return undefined;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}

const MOST_MATCHES = 20;

/** The whole words of a text that match, at most 20; parts of longer words do not count. */
export function wordsMatching(source: string, text: string): string[] {
  const matcher = compiledPattern(source).matcher(text);
  const found: string[] = [];
  while (found.length < MOST_MATCHES && matcher.find()) {
    const [from, to] = [matcher.start(), matcher.end()];
    const isWhole = !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 2), from)) &&
      !/^[\p{L}\p{N}]/u.test(text.slice(to, to + 2));
    if (to > from && isWhole) found.push(text.slice(from, to));
  }
  return found;
}
