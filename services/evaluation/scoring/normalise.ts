import { type ArabicOptions, foldArabic } from "./arabic.ts";
import { meaningfulPart } from "./symbols.ts";

const PUNCTUATION = /[\p{P}$+<=>^`|~]/gu;
const ARTICLES = /(?<![\p{L}\p{M}\p{N}_])(?:a|an|the)(?![\p{L}\p{M}\p{N}_])/gu;
const MOST_PASSES = 8;

/**
 * Lower case, no punctuation, no English articles, single spaces: the rule of the SQuAD 1.1 script (Rajpurkar et al.
 * 2016), which HELM's `quasi_exact_match` shares, with Unicode punctuation and the safe Arabic folding added. A sign,
 * point or operator that carries meaning stays: -5 is not 5, 3.5 not 35, C++ not C, a > b not a < b.
 */
export function normalise(text: string, options: ArabicOptions = {}): string {
  let before = text;
  // A few characters only settle on the second pass (compatibility forms that lower-case into other forms).
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const after = normaliseOnce(before, options);
    if (after === before) return after;
    before = after;
  }
  return before.replace(PUNCTUATION, "").replace(/\s+/gu, " ").trim();
}

function normaliseOnce(text: string, options: ArabicOptions): string {
  return withoutPunctuation(foldArabic(text, options).toLowerCase()).replace(ARTICLES, articleOrName)
    .replace(/\s+/gu, " ").trim();
}

/** "a" is an article, but not in "a > b", "a[0]" or "a+b". */
function articleOrName(article: string, at: number, text: string): string {
  const [before, after] = [
    text.slice(Math.max(0, at - 3), at).trimEnd().at(-1) ?? "",
    text.slice(at + article.length, at + article.length + 3).trimStart()[0] ?? "",
  ];
  return article === "a" && /[-+<=>^|~*/%&!([\].]/u.test(before + after) ? article : " ";
}

function withoutPunctuation(text: string): string {
  return text.replace(PUNCTUATION, (mark, at: number) => meaningfulPart(mark, at, text));
}

/** The words of a text after normalising, as the SQuAD script counts them. */
export function normalisedWords(text: string, options: ArabicOptions = {}): string[] {
  const normal = normalise(text, options);
  return normal === "" ? [] : normal.split(" ");
}

/**
 * A text in the form in which two short answers are compared: as `normalise`, but never empty where the text is not
 * ("A" is an answer, and so is "+"), and with operators closed up, so that a>b equals a > b.
 */
export function comparableText(text: string, options: ArabicOptions = {}): string {
  const normal = normalise(text, options).replace(LEADING_PERCENT, "$1%");
  if (normal !== "") return normal.replace(/ ?([-+<=>^|~*/%&!]+) ?/gu, closeUp);
  const folded = foldArabic(text, options).toLowerCase().trim().replace(/\s+/gu, " ")
    .replaceAll("؟", "?").replaceAll("،", ",").replaceAll("؛", ";").replace(/^(["'«“‘])(.+)["'»”’]$/u, "$2");
  const [first = "", ...rest] = folded.replace(/[.,;:!؟،؛"'«»“”]+$/u, "").split(" ");
  const kept = rest.length > 0 && /^(?:a|an|the)$/u.test(first) ? rest.join(" ") : [first, ...rest].join(" ");
  return kept === "" ? folded : kept;
}

/** «٪٥٠»: Arabic and Turkish write the sign before its number too. */
const LEADING_PERCENT = /(?<![\d\p{L}]\s?)%\s?(\d+(?:\.\d+)?)(?![\d.]|\s?%)/gu;

/** An operator between spaces, or one that holds its operands, stands without spaces; a sign keeps to its number. */
function closeUp(whole: string, operator: string): string {
  return whole.startsWith(" ") === whole.endsWith(" ") || operator === "%" ? operator : whole;
}
