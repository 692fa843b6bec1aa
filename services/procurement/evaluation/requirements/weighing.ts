/**
 * Weighs a sentence's features by a multinomial logistic regression that is fitted to labelled sentences.
 * Some features forbid a verdict whatever the weights; below a threshold there is no verdict.
 */
import {
  mentionsRequirement,
  type RequirementFeatures,
  shareNamed,
  shareNamedWithoutUnits,
} from "./requirement_features.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import type { Statement } from "./statement.ts";
import { pairOf } from "./sentence_pair.ts";
import { firmTraitsOf, softTraitsOf } from "./traits.ts";
import { Weights } from "./weights.ts";
import fitted from "./weights.json" with { type: "json" };

/** Features that forbid `met`. */
const NEVER_MET = [
  ..."demands elsewhere pending excepted aside opposite contrast question".split(" "),
  ...[
    "some only",
    "other name",
    "name missing",
    "other day",
    "other pace",
    "other grade",
    "opinion",
    "says no more",
    "start only",
    "list some missing",
    "until over",
    "named 0",
  ],
  ...["measure fails", "measure unknown", "measure may fail"],
  ...["asked, 1 noes", "asked, 2 noes", "forbidden, 0 noes", "forbidden, 2 noes"],
];
/** Features that forbid `not_met`. */
const NEVER_NOT_MET = ["question", "opinion", "ranges", "named 0", "asked, 2 noes", "forbidden, 1 noes"];

/** Longer sentences make several statements, and the labelled sentences contain none. */
export const MOST_WORDS = 60;
/** A sentence that names a smaller share of the requirement's words has another topic. */
export const LEAST_NAMED = 0.2;
/** The same threshold without units, which fit many items. */
const LEAST_THINGS = 0.3;
/** The lower threshold for rare units, which identify the item. */
const LEAST_RARE = 0.2;
const RARE =
  /^(?:lumens|lux|decibels|kva|bits a second|bytes|pascals|hertz|dots an inch|turns|megapixels|watt hours|grams a square metre)$/;

/** The weights in use. */
export const WEIGHTS: Weights = Weights.parse(fitted);

/** Reads a sentence by the weights of its features, where the rules give no reading. */
export function weighedReading(
  features: RequirementFeatures,
  statement: Statement,
  { asOf, weights = WEIGHTS }: { asOf: string; weights?: Weights },
): SentenceFinding {
  if (statement.words.length > MOST_WORDS || !mentionsRequirement(features, statement)) return undefined;
  if (shareNamed(features, statement.vocabulary) < LEAST_NAMED) return undefined;
  const { quantities } = features.requirement;
  const shareOfThings = shareNamedWithoutUnits(features, statement.vocabulary);
  if (
    shareOfThings < (quantities.some(({ dimension }) => RARE.test(dimension)) ? LEAST_RARE : LEAST_THINGS)
  ) {
    return undefined;
  }
  const pair = pairOf(features, statement, asOf);
  const traits = firmTraitsOf(pair);
  const may = { met: mayBeMet(traits), not_met: mayBeNotMet(traits) };
  if (!may.met && !may.not_met) return undefined;
  for (const trait of softTraitsOf(pair, weights.small)) traits.add(trait);
  const likely = likelihoods(traits.add("reading none"), weights);
  if (may.met && likely.met >= weights.least.met) return "met";
  return may.not_met && likely.not_met >= weights.least.not_met ? "not_met" : undefined;
}

/** The likelihood of each verdict, 0 to 1. */
export function likelihoods(
  traits: Set<string>,
  { base, weights }: Weights,
): { met: number; not_met: number } {
  let [met, notMet] = base;
  for (const trait of traits) {
    const weight = weights.get(trait);
    if (weight === undefined) continue;
    met += weight[0];
    notMet += weight[1];
  }
  const all = Math.exp(met) + Math.exp(notMet) + 1;
  return { met: Math.exp(met) / all, not_met: Math.exp(notMet) / all };
}

export function mayBeMet(traits: Set<string>): boolean {
  return !NEVER_MET.some((trait) => traits.has(trait)) &&
    !(traits.has("forbidden, 1 noes") && traits.has("conditional")) &&
    !(traits.has("ended") && !traits.has("until holds")) &&
    !(traits.has("asks for validity") && !traits.has("says validity"));
}

export function mayBeNotMet(traits: Set<string>): boolean {
  const has = (...names: string[]) => names.some((name) => traits.has(name));
  if (has(...NEVER_NOT_MET)) return false;
  if (has("asked, 1 noes")) {
    // Denying more than required denies nothing: `We give no warranty of 12 years`, where two are required.
    if (has("better number")) return false;
    const ofOthers = has("no of others") && has("yes of it") && !has("no of it", "measure fails");
    if (has("limits a share") && !has("measure fails")) return false;
    return (!ofOthers || has("until over", "ended")) &&
      !has("excepted", "opposite", "asks with a no", "denies taking", "denies a part", "only so much");
  }
  // A conditional or later offer is no refusal.
  if (
    has("asked, 0 noes") && has("conditional", "pending") &&
    !has("measure fails", "until over", "ended", "excepted")
  ) {
    return false;
  }
  const kept = has("measure holds", "measure may hold", "measure unknown");
  if (has("forbidden, 0 noes")) return !kept && !has("opposite");
  return has("ended", "until over") || (has("excepted") ? has("universal") : !kept);
}
