/**
 * Strict word matching. The stems and roots match too widely for a finding: Arabic words with three equal
 * consonants, such as جمعة and مجموعة, share them.
 */
import type { RequirementFeatures } from "./requirement_features.ts";
import { memoised } from "./memoised.ts";
import type { Statement } from "./statement.ts";
import { groupOf, hypernymStem, isStopWord, stemOf, stemsOf } from "./words.ts";

const ARABIC = /\p{Script=Arabic}/u;
const FRONT = /^[وف]?(?:بال|كال|لل|ال|[بلك](?=.{4}))?(?=.{3})/u;
const ENDING = /(?<=.{3})(?:اتنا|اتها|يين|ات|ون|ين|ان|تنا|تها|تهم|نا|ها|هم|كم|يه|ته|ه|ي|ا)$/u;

/** An Arabic word without its clitics. */
function bareOf(word: string): string {
  return word.replace(FRONT, "").replace(ENDING, "").replace(/(?<=.{3})[يها]$/u, "");
}

const consonantsOf = (bare: string) => bare.replace(/(?<=.)[اويىءئؤه]/gu, "");

/** The strict forms of a word. */
const formsOf: (word: string) => string[] = memoised((word) => {
  if (!ARABIC.test(word)) return [...stemsOf(word)];
  const bare = bareOf(word);
  // Person prefixes and the future particle س are not part of the verb.
  const verb = bare.replace(/^س?[نيتا](?=.{3})/u, "");
  const keys = [bare, verb].map(consonantsOf).filter((key) => key.length > 2);
  const group = groupOf(bare);
  return [bare, ...keys, ...group === undefined ? [] : [`same:${group}`]];
});

/** The share of the requirement's words other than units that a sentence names strictly. */
export function strictlyNamed(
  { wordsWithoutUnits, vocabulary: own }: RequirementFeatures,
  { words, vocabulary }: Statement,
): number {
  if (wordsWithoutUnits.length === 0) return 1;
  const stated = new Set(
    words.flatMap((word) => isStopWord(word) ? [] : [...formsOf(word), hypernymStem(word) ?? ""]),
  );
  const isSaid = (word: string) =>
    stated.has(stemOf(word)) || formsOf(word).some((form) => stated.has(form)) ||
    (own.conceptsOf.get(word)?.some((concept) => vocabulary.concepts.has(concept)) ?? false);
  return wordsWithoutUnits.filter(isSaid).length / wordsWithoutUnits.length;
}
