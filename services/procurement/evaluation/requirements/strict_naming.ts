/**
 * Which of the things that are asked for a sentence names in so many words. Stems and kin are wider: the Arabic ones
 * hold for words that share three consonants and nothing else, جمعة and مجموعة, which is enough to look closer only.
 */
import type { RequirementFeatures } from "./requirement_features.ts";
import { memoised } from "./memoised.ts";
import type { Statement } from "./statement.ts";
import { groupOf, isLight, kindOf, stemOf, stemsOf } from "./words.ts";

const ARABIC = /\p{Script=Arabic}/u;
const FRONT = /^[وف]?(?:بال|كال|لل|ال|[بلك](?=.{4}))?(?=.{3})/u;
const ENDING = /(?<=.{3})(?:اتنا|اتها|يين|ات|ون|ين|ان|تنا|تها|تهم|نا|ها|هم|كم|يه|ته|ه|ي|ا)$/u;

/** An Arabic word as it is written, without what is joined to it. */
function bareOf(word: string): string {
  return word.replace(FRONT, "").replace(ENDING, "").replace(/(?<=.{3})[يها]$/u, "");
}

const consonantsOf = (bare: string) => bare.replace(/(?<=.)[اويىءئؤه]/gu, "");

/** The forms under which a word is the same in the strict sense. */
const formsOf: (word: string) => string[] = memoised((word) => {
  if (!ARABIC.test(word)) return [...stemsOf(word)];
  const bare = bareOf(word);
  // A verb's person, and the س of its future, are no part of its word.
  const verb = bare.replace(/^س?[نيتا](?=.{3})/u, "");
  const keys = [bare, verb].map(consonantsOf).filter((key) => key.length > 2);
  const group = groupOf(bare);
  return [bare, ...keys, ...group === undefined ? [] : [`same:${group}`]];
});

/** The share of the asked words that a sentence names in the strict sense, units apart. */
export function strictlyNamed(
  { about, things: own }: RequirementFeatures,
  { words, things }: Statement,
): number {
  if (about.length === 0) return 1;
  const said = new Set(words.flatMap((word) => isLight(word) ? [] : [...formsOf(word), kindOf(word) ?? ""]));
  const isSaid = (word: string) =>
    said.has(stemOf(word)) || formsOf(word).some((form) => said.has(form)) ||
    (own.conceptsOf.get(word)?.some((concept) => things.concepts.has(concept)) ?? false);
  return about.filter(isSaid).length / about.length;
}
