import { fold } from "lib/fold.ts";

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
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [
    ...new Set(
      words.filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word))).map(stem),
    ),
  ];
}

function stem(word: string): string {
  if (/^\p{Script=Arabic}/u.test(word)) {
    const bare = word.replace(/^(وال|بال|كال|فال|لل|ال)(?=.{3})/, "");
    return bare.replace(/(?<=.{3})(ات|ون|ين|ان|ها|هم|يه|ه|ي)$/, "");
  }
  return word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing)$/, "") : word;
}

/**
 * Looks for a requirement in a bid's texts. A passage that holds most of its words, and no word that may turn it
 * round, speaks for it: met. Anything else is unclear: text alone never proves that a requirement is not met.
 */
export function matchRequirement(requirement: string, texts: string[]): RequirementFinding {
  const wanted = terms(requirement);
  const numbers = wanted.filter((term) => /\d/.test(term));
  let best = { share: 0, passage: "" };
  for (const passage of texts.flatMap(passagesOf)) {
    const found = new Set(terms(passage));
    if (numbers.some((number) => !found.has(number))) continue;
    const share = wanted.filter((term) => found.has(term)).length / Math.max(1, wanted.length);
    if (share > best.share && !contradicts(passage, requirement)) best = { share, passage };
  }
  const met = wanted.length > 0 && best.share >= MET_SHARE;
  return {
    requirement,
    status: met ? "met" : "unclear",
    evidence: met ? best.passage.trim().slice(0, 300) : "",
    found_by: "text",
  };
}

function passagesOf(text: string): string[] {
  return text.slice(0, 50_000).split(/[.!?؟\n;؛•]+/).filter((passage) => passage.trim() !== "");
}

function contradicts(passage: string, requirement: string): boolean {
  return NEGATIONS.test(fold(passage)) && !NEGATIONS.test(fold(requirement));
}

/**
 * Share (0 to 1) of what a tender asks for that a bid speaks of at all: a stand-in for a judgement of quality
 * where nobody has judged, and labelled so. undefined when the tender says too little to compare with.
 */
export function coverage(asked: string[], texts: string[]): number | undefined {
  const wanted = terms(asked.join("\n"));
  if (wanted.length < 3) return undefined;
  const offered = new Set(terms(texts.join("\n").slice(0, 100_000)));
  return wanted.filter((term) => offered.has(term)).length / wanted.length;
}
