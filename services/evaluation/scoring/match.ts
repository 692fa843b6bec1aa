import type { ArabicOptions } from "./arabic.ts";
import { foldArabic } from "./arabic.ts";
import { normalise, words } from "./normalise.ts";
import { shortAnswer, withoutThinking } from "./answer_line.ts";
import { type Answer, best, type Verdict, verdict } from "./verdict.ts";

/** HELM `exact_match`: equal after trimming, nothing else forgiven. */
export function exactMatch(answer: Answer, references: string[]): Verdict {
  const text = withoutThinking(answer.text);
  return best(
    references,
    (reference) => verdict(text === reference.trim() && text !== "", text, "whole_response"),
  );
}

/** HELM `quasi_exact_match`: equal after lower-casing and dropping punctuation, articles and extra white space. */
export function quasiExactMatch(answer: Answer, references: string[], arabic: ArabicOptions = {}): Verdict {
  const { text, rule } = shortAnswer(withoutThinking(answer.text));
  const given = normalise(text, arabic);
  return best(
    references,
    (reference) => verdict(given !== "" && given === normalise(reference, arabic), text, rule),
  );
}

/** SQuAD F1: the harmonic mean of precision and recall over the multisets of words. */
export function f1(answer: Answer, references: string[], arabic: ArabicOptions = {}): Verdict {
  const { text, rule } = shortAnswer(withoutThinking(answer.text));
  const given = words(text, arabic);
  return best(references, (reference) => verdict(overlap(given, words(reference, arabic)), text, rule));
}

function overlap(given: string[], wanted: string[]): number {
  // SQuAD 2.0: where either side is empty, both have to be.
  if (given.length === 0 || wanted.length === 0) return Number(given.length === wanted.length);
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of given) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      common++;
      left.set(word, count - 1);
    }
  }
  return common === 0 ? 0 : (2 * common) / (given.length + wanted.length);
}

export interface ContainsOptions extends ArabicOptions {
  mode: "any" | "all";
  caseSensitive?: boolean;
  wholeWords?: boolean;
}

/** inspect_ai `includes`, promptfoo `contains-any` and `contains-all`: the references occur in the response. */
export function contains(answer: Answer, references: string[], options: ContainsOptions): Verdict {
  const shape = (text: string) => {
    const folded = foldArabic(text, options).replace(/\s+/gu, " ");
    return options.caseSensitive ? folded : folded.toLowerCase();
  };
  const text = shape(withoutThinking(answer.text));
  const found = references.filter((reference) => occurs(text, shape(reference.trim()), options.wholeWords));
  const met = options.mode === "all"
    ? found.length === references.length && found.length > 0
    : found.length > 0;
  return verdict(met, found.length > 0 ? found.join(", ") : null, found.length > 0 ? "found" : "not_found");
}

function occurs(text: string, part: string, wholeWords = false): boolean {
  if (part === "") return false;
  if (!wholeWords) return text.includes(part);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const before = at > 0 ? text.slice(0, at).at(-1) ?? "" : "";
    const after = text.slice(at + part.length).at(0) ?? "";
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true;
  }
  return false;
}
