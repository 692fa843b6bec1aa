/** A requirement with the features that all sentences share. */
import { isInVocabulary, type Vocabulary, vocabularyOf } from "./vocabulary.ts";
import { intervalIn } from "./intervals.ts";
import { itemsOf } from "./items.ts";
import type { Statement } from "./statement.ts";
import { numberOf, scaleOf } from "./number_words.ts";
import { dualOf, unitOf } from "./units.ts";
import { type Ratio, ratioIn } from "./ratios.ts";
import { isBoilerplate, type ParsedRequirement } from "./parsed_requirement.ts";
import { isStopWord, wordsOf } from "./words.ts";

export interface RequirementFeatures {
  requirement: ParsedRequirement;
  vocabulary: Vocabulary;
  /** Its content words without duplicates. */
  words: string[];
  /** The content words that are no units, since a unit does not identify an item. */
  wordsWithoutUnits: string[];
  /** The required interval in days. */
  interval: number | undefined;
  ratio: Ratio | undefined;
  /** The head noun of each listed item. */
  items: Vocabulary[];
}

/** Computes the features of a requirement once for all sentences. */
export function requirementFeatures(requirement: ParsedRequirement): RequirementFeatures {
  const all = wordsOf(requirement.normal).filter((word) => !isStopWord(word) && /\p{L}{2}/u.test(word));
  // Numbers, scales and introductory words are excluded unless there are no others.
  const contentWords = all.filter((word) =>
    numberOf(word) === undefined && scaleOf(word) === undefined && !isBoilerplate(word)
  );
  const words = contentWords.length > 0 ? contentWords : all;
  const wordsWithoutUnits = [...new Set(words)].filter((word) =>
    unitOf(word) === undefined && dualOf(word) === undefined
  );
  return {
    requirement,
    vocabulary: vocabularyOf(words, wordsOf(requirement.normal)),
    words: [...new Set(words)],
    wordsWithoutUnits,
    interval: intervalIn(wordsOf(requirement.normal)),
    ratio: ratioIn(requirement.normal),
    items: itemsOf(requirement.normal),
  };
}

/** Whether a sentence shares a stem or concept with the requirement; most sentences of a bid do not. */
export function mentionsRequirement({ vocabulary }: RequirementFeatures, statement: Statement): boolean {
  for (const stem of vocabulary.stems) if (statement.stems.has(stem)) return true;
  for (const concept of vocabulary.concepts) if (statement.vocabulary.concepts.has(concept)) return true;
  return false;
}

/** The share of the requirement's words that a sentence names. */
export function shareNamed({ words, vocabulary }: RequirementFeatures, stated: Vocabulary): number {
  return shareOf(words, stated, vocabulary);
}

/** The share of the requirement's words other than units that a sentence names. */
export function shareNamedWithoutUnits(
  { wordsWithoutUnits, vocabulary }: RequirementFeatures,
  stated: Vocabulary,
): number {
  return shareOf(wordsWithoutUnits, stated, vocabulary);
}

function shareOf(words: string[], stated: Vocabulary, own: Vocabulary): number {
  return words.filter((word) => isInVocabulary(word, stated, own)).length / Math.max(1, words.length);
}
