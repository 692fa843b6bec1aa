/** A requirement with what the traits of all sentences share of it. */
import { isAmong, type Things, thingsOf } from "./related_words.ts";
import { intervalIn } from "./intervals.ts";
import { itemsOf } from "./items.ts";
import type { Statement } from "./statement.ts";
import { numberOf, scaleOf } from "./number_words.ts";
import { dualOf, unitOf } from "./units.ts";
import { type Ratio, ratioIn } from "./ratios.ts";
import { isFrame, type ParsedRequirement } from "./parsed_requirement.ts";
import { isLight, wordsOf } from "./words.ts";

export interface RequirementFeatures {
  wanted: ParsedRequirement;
  things: Things;
  /** Its words that are not light, each once. */
  words: string[];
  /** Of these, those that are no unit: `weeks` tells nothing of what takes them. */
  about: string[];
  /** After how many days it must come again. */
  interval: number | undefined;
  ratio: Ratio | undefined;
  /** The name of each item, where it lists several. */
  items: Things[];
}

/** Reads what is asked for, once for all sentences. */
export function requirementFeatures(wanted: ParsedRequirement): RequirementFeatures {
  const all = wordsOf(wanted.normal).filter((word) => !isLight(word) && /\p{L}{2}/u.test(word));
  // `Ten`, `million` and `required` are no things; what has no others is asked for by these.
  const things = all.filter((word) =>
    numberOf(word) === undefined && scaleOf(word) === undefined && !isFrame(word)
  );
  const words = things.length > 0 ? things : all;
  const about = [...new Set(words)].filter((word) =>
    unitOf(word) === undefined && dualOf(word) === undefined
  );
  return {
    wanted,
    things: thingsOf(words, wordsOf(wanted.normal)),
    words: [...new Set(words)],
    about,
    interval: intervalIn(wordsOf(wanted.normal)),
    ratio: ratioIn(wanted.normal),
    items: itemsOf(wanted.normal),
  };
}

/** Whether a sentence has a word of what is asked for; most of a bid's have none. */
export function mentionsRequirement({ things }: RequirementFeatures, statement: Statement): boolean {
  for (const stem of things.stems) if (statement.stems.has(stem)) return true;
  for (const concept of things.concepts) if (statement.things.concepts.has(concept)) return true;
  return false;
}

/** The share of the asked words that are among the things that a sentence speaks of. */
export function namedOf({ words, things }: RequirementFeatures, said: Things): number {
  return shareOf(words, said, things);
}

/** The same without units. */
export function namedThingsOf({ about, things }: RequirementFeatures, said: Things): number {
  return shareOf(about, said, things);
}

function shareOf(words: string[], said: Things, own: Things): number {
  return words.filter((word) => isAmong(word, said, own)).length / Math.max(1, words.length);
}
