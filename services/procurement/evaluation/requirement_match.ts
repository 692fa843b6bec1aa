import { fold, isAscii } from "lib/fold.ts";

export type RequirementStatus = "met" | "unclear" | "not_met";

/** What is known of one requirement for one bid. */
export interface RequirementFinding {
  requirement: string;
  status: RequirementStatus;
  /** The passage that speaks for it, or a person's words. */
  evidence: string;
  /** `text` when it was matched, else who found it. */
  found_by: string;
}

const STOP_WORDS = new Set(
  "a an and are as at be by for from has have in is it its of on or must shall should that the their this to will with within all any each per than least most not no عن على في من الى ان او مع كل هذا هذه ذلك يجب التي الذي لا ما هو هي وان علي يكون تكون"
    .split(" ").map(fold),
);
/** Share of a requirement's words that one passage must have for it to count as met. */
const MET_SHARE = 0.8;
const NEGATIONS =
  /(^|\s)(no|not|without|cannot|can't|unable|lack|lacks|excluding|except|لا|ليس|ليست|غير|بدون|دون|لم|لن)(\s|$)/;

/** The distinctive words of a text, folded, light prefixes and endings taken off so that inflections meet. */
export function terms(text: string): string[] {
  return [...termSet(fold(text))];
}

function termSet(folded: string): Set<string> {
  const found = new Set<string>();
  for (const word of wordsOf(folded)) {
    const term = termOf(word);
    if (term !== undefined) found.add(term);
  }
  return found;
}

/** The words and numbers of a folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(isAscii(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

/** By word; null for a word that says nothing. */
const TERMS = new Map<string, string | null>();

/** Bids of one tender say the same words again and again. */
function termOf(word: string): string | undefined {
  let term = TERMS.get(word);
  if (term === undefined) {
    if (TERMS.size >= 20_000) TERMS.clear();
    term = STOP_WORDS.has(word) || word.length === 1 && !/\d/.test(word) ? null : stemOf(word);
    TERMS.set(word, term);
  }
  return term ?? undefined;
}

function stemOf(word: string): string {
  if (/^\p{Script=Arabic}/u.test(word)) {
    const bare = word.replace(/^(وال|بال|كال|فال|لل|ال)(?=.{3})/, "");
    return bare.replace(/(?<=.{3})(تنا|تهم|تها|ته|ات|ون|ين|ان|نا|ها|هم|يه|ه|ي)$/, "");
  }
  return word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing|e|y)$/, "") : word;
}

/** A sentence of a bid, read once for all requirements. */
export interface Passage {
  text: string;
  terms: Set<string>;
  negated: boolean;
}

/** The sentences of a bid's texts. */
export function readPassages(texts: string[]): Passage[] {
  return texts.flatMap((text) => text.slice(0, 50_000).split(/[.!?؟\n;؛•]+/))
    .filter((text) => text.trim() !== "")
    .map((text) => {
      const folded = fold(text);
      return { text, terms: termSet(folded), negated: NEGATIONS.test(folded) };
    });
}

/** A requirement, read once for all bids. */
export interface Wanted {
  text: string;
  terms: string[];
  negated: boolean;
}

/** Reads a requirement. */
export function readWanted(text: string): Wanted {
  return { text, terms: terms(text), negated: NEGATIONS.test(fold(text)) };
}

/**
 * Looks for a requirement in a bid. A sentence that holds most of its words and all of its numbers, and no word that
 * may turn it round, speaks for it: met. Anything else is unclear: text alone never proves that it is not met.
 */
export function matchRequirement(wanted: Wanted, passages: Passage[]): RequirementFinding {
  const numbers = wanted.terms.filter((term) => /\d/.test(term));
  let best = { share: 0, text: "" };
  for (const { text, terms, negated } of passages) {
    if (negated && !wanted.negated || numbers.some((number) => !terms.has(number))) continue;
    const share = wanted.terms.filter((term) => terms.has(term)).length / Math.max(1, wanted.terms.length);
    if (share > best.share) best = { share, text };
  }
  const met = wanted.terms.length > 0 && best.share >= MET_SHARE;
  return {
    requirement: wanted.text,
    status: met ? "met" : "unclear",
    evidence: met ? best.text.trim().slice(0, 300) : "",
    found_by: "text",
  };
}

/**
 * Share (0 to 1) of what a tender asks for that a bid speaks of at all: a stand-in for a judgement of quality
 * where nobody has judged, and labelled so. undefined when the tender says too little to compare with.
 */
export function coverage(asked: string[], passages: Passage[]): number | undefined {
  if (asked.length < 3) return undefined;
  return asked.filter((term) => passages.some(({ terms }) => terms.has(term))).length / asked.length;
}
