import { type ArabicOptions, foldArabic } from "./arabic.ts";

const PUNCTUATION = /[\p{P}$+<=>^`|~]/gu;
const ARTICLES = /(?<![\p{L}\p{M}\p{N}_])(?:a|an|the)(?![\p{L}\p{M}\p{N}_])/gu;
const MOST_PASSES = 8;

/**
 * Lower case, no punctuation, no English articles, single spaces: the rule of the SQuAD 1.1 script (Rajpurkar et al.
 * 2016), which HELM's `quasi_exact_match` shares, with Unicode punctuation and the safe Arabic folding added.
 */
export function normalise(text: string, options: ArabicOptions = {}): string {
  let before = text;
  // A few characters only settle on the second pass (compatibility forms that lower-case into other forms).
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const after = normaliseOnce(before, options);
    if (after === before) return after;
    before = after;
  }
  return before;
}

function normaliseOnce(text: string, options: ArabicOptions): string {
  return foldArabic(text, options).toLowerCase().replace(PUNCTUATION, "").replace(ARTICLES, " ")
    .replace(/\s+/gu, " ").trim();
}

/** The words of a text after normalising, as the SQuAD script counts them. */
export function words(text: string, options: ArabicOptions = {}): string[] {
  const normal = normalise(text, options);
  return normal === "" ? [] : normal.split(" ");
}
