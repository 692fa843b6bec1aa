import type { ArabicOptions } from "./arabic.ts";
import { foldArabic, withAsciiDigits, withoutInvisible } from "./arabic.ts";
import { comparableText, normalisedWords } from "./normalise.ts";
import { fencedBlocks } from "lib/providers/model_json.ts";
import { shortAnswer, withoutFence, withoutThinking } from "./answer_line.ts";
import { holdsPicture, withoutPictures } from "./pictures.ts";
import { type Answer, bestVerdict, unscoredVerdict, type Verdict, verdict } from "./verdict.ts";

/**
 * HELM `exact_match`: equal after trimming, nothing else forgiven. Two spellings of one text (NFC and NFD, invisible
 * direction marks) are equal, and code that is fenced is the code; where prose stands around that code it is unscored,
 * since a person would forgive what the method does not. Tatweel is ornament, and tashkeel counts where the reference
 * has any: a question about vowels asks for them.
 */
export function exactMatch(answer: Answer, references: string[]): Verdict {
  const text = withoutThinking(answer.text);
  const given = withoutInvisible(text).trim();
  return bestVerdict(references, (reference) => {
    const expected = withoutInvisible(reference).trim();
    if (given !== expected && withoutFence(given) === expected && expected !== "") {
      return verdict(true, expected, "code_block");
    }
    if (given !== expected && isOnlyBlock(given, expected)) return unscoredVerdict("code_in_prose");
    // Whether the digits of the other language are equal is for the question to say.
    if (given !== expected && withAsciiDigits(given) === withAsciiDigits(expected)) {
      return unscoredVerdict("other_digits");
    }
    return verdict(
      unmarked(given, expected) === unmarked(expected, expected) && given !== "",
      text,
      "whole_response",
    );
  });
}

/** The one block of code in a text, whose rest is prose, is what is expected. */
function isOnlyBlock(text: string, expected: string): boolean {
  if (expected === "" || !text.includes("```")) return false;
  const blocks = fencedBlocks(text);
  return blocks.length === 1 && blocks[0]?.trim() === expected;
}

const TASHKEEL = /(?<=\p{Script=Arabic})[\u064B-\u0652\u0670]+/gu;

/** A text without tatweel between letters, and without tashkeel where the reference has none. */
function unmarked(text: string, reference: string): string {
  const plain = text.replace(/(?<=\p{Script=Arabic})\u0640+(?=\p{Script=Arabic})/gu, "");
  return reference.search(TASHKEEL) >= 0 ? plain : plain.replace(TASHKEEL, "");
}

/** HELM `quasi_exact_match`: equal after lower-casing and dropping punctuation, articles and extra white space. */
export function quasiExactMatch(answer: Answer, references: string[], arabic: ArabicOptions = {}): Verdict {
  const { text, rule } = shortAnswer(withoutThinking(answer.text));
  return bestVerdict(references, (reference) => {
    const equal = isQuasiEqual(text, reference, arabic) ||
      isQuasiEqual(bareAnswer(answer.text, reference), reference, arabic);
    return verdict(equal, text, rule);
  });
}

/** The short answer of a text without pictures around the text or the answer; empty where there are none. */
function bareAnswer(text: string, reference: string): string {
  const said = withoutThinking(text);
  if (!holdsPicture(said)) return "";
  return withoutPictures(shortAnswer(withoutPictures(said, reference)).text, reference);
}

/** Equal in `quasi_exact_match`'s sense; "well-known" is "wellknown" to SQuAD's script, and "well known" to people. */
export function isQuasiEqual(left: string, right: string, arabic: ArabicOptions = {}): boolean {
  const given = comparableText(left, arabic);
  if (given === "") return false;
  return given === comparableText(right, arabic) ||
    comparableText(apart(left), arabic) === comparableText(apart(right), arabic);
}

function apart(text: string): string {
  return text.replace(/(?<=\p{L})[-‐‑](?=[\p{L}\p{N}])/gu, " ");
}

/** SQuAD F1: the harmonic mean of precision and recall over the multisets of words. */
export function f1(answer: Answer, references: string[], arabic: ArabicOptions = {}): Verdict {
  const { text, rule } = shortAnswer(withoutThinking(answer.text));
  return bestVerdict(references, (reference) => {
    const given = normalisedWords(withoutPictures(text, reference), arabic);
    return verdict(overlap(given, normalisedWords(reference, arabic)), text, rule);
  });
}

function overlap(given: string[], expected: string[]): number {
  // SQuAD 2.0: where either side is empty, both have to be.
  if (given.length === 0 || expected.length === 0) return Number(given.length === expected.length);
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of given) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      common++;
      left.set(word, count - 1);
    }
  }
  return common === 0 ? 0 : (2 * common) / (given.length + expected.length);
}

export interface ContainsOptions extends ArabicOptions {
  mode: "any" | "all";
  caseSensitive?: boolean;
  wholeWords?: boolean;
}

/** inspect_ai `includes`, promptfoo `contains-any` and `contains-all`: the references occur in the response. */
export function containsText(answer: Answer, references: string[], options: ContainsOptions): Verdict {
  const shape = (text: string) => {
    const folded = foldArabic(text, options).replace(/\s+/gu, " ");
    return options.caseSensitive ? folded : folded.toLowerCase();
  };
  const text = shape(withoutThinking(answer.text));
  const contained = references.filter((reference) =>
    occurs(text, shape(reference.trim()), options.wholeWords)
  );
  const met = options.mode === "all"
    ? contained.length === references.length && contained.length > 0
    : contained.length > 0;
  return verdict(
    met,
    contained.length > 0 ? contained.join(", ") : null,
    contained.length > 0 ? "found" : "not_found",
  );
}

function occurs(text: string, part: string, wholeWords = false): boolean {
  if (part === "") return false;
  if (!wholeWords) return text.includes(part);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (
      isWholeWord(
        text.slice(Math.max(0, at - 2), at),
        part,
        text.slice(at + part.length, at + part.length + 2),
      )
    ) {
      return true;
    }
  }
  return false;
}

/** A word does not go on on either side: C does in C++, 5 does in 3.5 and -5. */
function isWholeWord(before: string, part: string, after: string): boolean {
  if (/[\p{L}\p{N}_]$/u.test(before) || /^[\p{L}\p{N}_]/u.test(after)) return false;
  if (/\p{L}$/u.test(part) && /^(?:#|\+\+)/u.test(after)) return false;
  if (/^\d/u.test(part) && /(?:\d[.,]|(?:^|[^\p{L}\p{N}])[-−])$/u.test(before)) return false;
  return !(/\d$/u.test(part) && /^[.,]\d/u.test(after));
}
