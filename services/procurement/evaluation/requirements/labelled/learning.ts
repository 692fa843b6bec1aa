/** Prepares the training examples for the weights of `weighing.ts`. */
import { mentionsRequirement, requirementFeatures, shareNamed } from "../requirement_features.ts";
import { coreReading } from "../core_clause.ts";
import { readSentence } from "../sentence_finding.ts";
import { joinedStatement } from "../joined_statements.ts";
import { readStatement, sentencesOf } from "../statement.ts";
import { traitsOf } from "../traits.ts";
import { LEAST_NAMED } from "../weighing.ts";
import { type ParsedRequirement, parseRequirement } from "../parsed_requirement.ts";
import type { Weights } from "../weights.ts";
import { isStopWord, stemOf } from "../words.ts";
import { type Example, fitLogistic } from "./logistic.ts";
import { AS_OF, type Labelled } from "./sentences.ts";

const YEAR = Number(AS_OF.slice(0, 4));
/** A function word occurs in this many sentences and sets; at most this many requirements per sentence have it. */
const SMALL = { sentences: 5, sets: 3, required: 0.25 };
/** Rarer features get no weight. */
const LEAST_OFTEN = 10;
/** The number of negative examples: a sentence with another sentence's requirement that shares words. */
const MISMATCHED_PAIRS = 6_000;
/** The minimum likelihood of a suggestion. */
const LEAST = { met: 0.36, not_met: 0.45 };
/** The minimum likelihood of a finding, chosen by the precision on sets that were left out of the fit. */
const SURE = {
  met: { plain: 0.5, rule: 0.8, kind: 0.1, weights: 0.8 },
  not_met: { plain: 0.3, rule: 0.3, kind: 0.1, weights: 0.8 },
};
/** Smaller weights are dropped. */
const LEAST_WEIGHT = 0.02;

/** Fits weights to sets of labelled pairs. */
export function fitWeights(sets: Labelled[][]): Weights {
  const small = functionWords(sets);
  const pairs = [...sets.flat(), ...mismatchedPairs(sets.flat())];
  const seen = pairs.flatMap((pair) => {
    const traits = traitsIn(pair, small);
    return traits === undefined ? [] : [{ traits, label: labelOf(pair.label) }];
  });
  const often = new Map<string, number>();
  for (const { traits } of seen) for (const trait of traits) often.set(trait, (often.get(trait) ?? 0) + 1);
  const names = [...often].filter(([, times]) => times >= LEAST_OFTEN).map(([name]) => name).sort();
  const numbers = new Map(names.map((name, at) => [name, at]));
  const examples = seen.map(({ traits, label }): Example => ({
    label,
    features: [...[...traits].flatMap((trait) => numbers.get(trait) ?? []), names.length],
  }));
  const [met, notMet] = fitLogistic(examples, names.length + 1);
  const weightsAt = (at: number): [number, number] => [rounded(met[at]), rounded(notMet[at])];
  const weighed = names.map((name, at) => [name, weightsAt(at)] as const);
  return {
    small,
    least: LEAST,
    sure: SURE,
    base: weightsAt(names.length),
    weights: new Map(weighed.filter(([, pair]) => pair.some((weight) => Math.abs(weight) >= LEAST_WEIGHT))),
  };
}

function rounded(value = 0): number {
  return Math.round(value * 1000) / 1000;
}

function labelOf(label: string): Example["label"] {
  return label === "met" ? 0 : label === "not_met" ? 1 : 2;
}

/** The features of a pair whose text is one sentence, or two that can be joined. */
function traitsIn({ requirement, text, listed }: Labelled, small: Set<string>): Set<string> | undefined {
  const sentences = listed ? [{ text, question: false }] : sentencesOf(text);
  const [first, second, ...others] = sentences.map((one) => readStatement(one, { listed, year: YEAR }));
  if (first === undefined || others.length > 0) return undefined;
  const statement = second === undefined ? first : joinedStatement(first, second, YEAR);
  if (statement === undefined) return undefined;
  const parsed = parseRequirement(requirement, YEAR);
  const reading = readSentence(parsed, statement, AS_OF) ??
    coreReading(parsed, statement, { asOf: AS_OF, budget: { remaining: 2 } });
  return traitsOf(requirementFeatures(parsed), statement, { reading, asOf: AS_OF, small });
}

/** The function words, which occur in all trades. */
function functionWords(sets: Labelled[][]): Set<string> {
  const usage = new Map<string, { sets: Set<number>; sentences: number }>();
  const required = new Map<string, number>();
  sets.forEach((set, index) => {
    for (const { requirement, text } of set) {
      const { words } = readStatement({ text, question: false }, { listed: false, year: YEAR });
      for (const word of new Set(words)) {
        const known = usage.get(word) ?? { sets: new Set(), sentences: 0 };
        known.sets.add(index);
        usage.set(word, { ...known, sentences: known.sentences + 1 });
      }
      for (const term of parseRequirement(requirement, YEAR).terms) {
        required.set(term, (required.get(term) ?? 0) + 1);
      }
    }
  });
  const small = [...usage].filter(([word, { sets: of, sentences }]) =>
    /^\p{L}/u.test(word) && of.size >= SMALL.sets && sentences >= SMALL.sentences &&
    (isStopWord(word) || (required.get(stemOf(word)) ?? 0) <= Math.max(2, sentences * SMALL.required))
  );
  return new Set(small.map(([word]) => word).sort());
}

/** Negative examples, the same in every run. */
function mismatchedPairs(pairs: Labelled[]): Labelled[] {
  const strangers: Labelled[] = [];
  const read = new Map<string, ParsedRequirement>();
  const readOnce = (text: string) => {
    const known = read.get(text) ?? parseRequirement(text, YEAR);
    read.set(text, known);
    return known;
  };
  let state = 7;
  // The generator of Numerical Recipes; a product beyond 2^53 would lose its last digits and shorten the
  // period.
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return pairs[Math.floor(state / 2 ** 32 * pairs.length)];
  };
  for (let tries = 0; tries < 400_000 && strangers.length < MISMATCHED_PAIRS; tries++) {
    const [one, other] = [next(), next()];
    if (!one || !other || one.language !== other.language || one.listed) continue;
    const [own, requirement] = [readOnce(one.requirement), readOnce(other.requirement)];
    const alike = requirement.terms.filter((term) => own.terms.includes(term)).length;
    if (alike * 2 >= requirement.terms.length) continue;
    const statement = readStatement({ text: one.text, question: false }, { listed: false, year: YEAR });
    const features = requirementFeatures(requirement);
    if (
      !mentionsRequirement(features, statement) || shareNamed(features, statement.vocabulary) < LEAST_NAMED
    ) continue;
    strangers.push({ ...one, requirement: other.requirement, label: "unclear" });
  }
  return strangers;
}

/** The weights as JSON with one feature a line. */
export function weightsTable({ small, least, sure, base, weights }: Weights): string {
  const lines = [...weights].map(([name, odds]) => `    ${JSON.stringify(name)}: ${JSON.stringify(odds)}`);
  return `{\n  "small": ${JSON.stringify([...small])},\n  "least": ${JSON.stringify(least)},\n  "sure": ${
    JSON.stringify(sure)
  },\n  "base": ${JSON.stringify(base)},\n  "weights": {\n${lines.join(",\n")}\n  }\n}\n`;
}
