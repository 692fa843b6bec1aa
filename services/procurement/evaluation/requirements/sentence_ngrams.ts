/**
 * Computes n-grams of a sentence: function words stay, and each requirement word, quantity or other word
 * becomes a symbol.
 */
import { isInVocabulary } from "./vocabulary.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import { satisfiesBound } from "./comparison.ts";
import type { Quantity } from "./quantities.ts";
import type { Statement } from "./statement.ts";
import type { RequiredQuantity } from "./parsed_requirement.ts";
import { isStopWord } from "./words.ts";

/** Only this many words of a sentence are used. */
const MOST_SIGNS = 80;

/** The symbol of an unknown word, by its form. */
const SHAPES: [RegExp, string][] = [
  [/^\d/, "0"],
  [/^[وف]?سن.{2}/u, "سن-"],
  [/^[وف]?س[يت].{2}/u, "سي-"],
  [/\p{Script=Arabic}{2}نا$/u, "-نا"],
  [/^[وف]?ن\p{Script=Arabic}{3}/u, "ن-"],
  [/^[وفبك]?(?:ال|لل)\p{Script=Arabic}/u, "ال-"],
  [/^[وف]?[يت]\p{Script=Arabic}{2}/u, "ي-"],
  [/^\p{Script=Arabic}/u, "-ا"],
  [/ing$/, "-ing"],
  [/ed$/, "-ed"],
  [/ly$/, "-ly"],
  [/s$/, "-s"],
];

/** The unigrams, bigrams and trigrams of a sentence; `small` holds the function words that stay. */
export function ngramsOf(features: RequirementFeatures, statement: Statement, small: Set<string>): string[] {
  const signs = signsOf(features, statement, small).slice(0, MOST_SIGNS);
  return signs.flatMap((sign, at) => [
    sign,
    ...[2, 3].flatMap((length) =>
      at + length <= signs.length ? [signs.slice(at, at + length).join(" ")] : []
    ),
  ]);
}

function signsOf(
  { requirement, vocabulary }: RequirementFeatures,
  { words, quantities, vocabulary: statementVocabulary }: Statement,
  small: Set<string>,
): string[] {
  const counted = new Map<number, string>();
  for (const quantity of quantities) {
    const sign = signOf(quantity, requirement.quantities);
    for (let at = quantity.from; at < quantity.to; at++) counted.set(at, sign);
  }
  const signs = ["^"];
  words.slice(0, MOST_SIGNS).forEach((word, at) => {
    const named = !isStopWord(word) && isInVocabulary(word, vocabulary, statementVocabulary);
    const sign = counted.get(at) ?? (named ? "T" : small.has(word) ? word : shapeOf(word));
    if (!sign.startsWith("#") || signs.at(-1) !== sign) signs.push(sign);
  });
  return [...signs, "$"];
}

/**
 * The symbol of a quantity: equal to the required one, better, worse, without direction, or of another kind.
 */
function signOf({ dimension, value, number, countedStems }: Quantity, all: RequiredQuantity[]): string {
  const required = all.find((one) =>
    one.dimension === dimension &&
    (dimension !== "count" || one.countedStems.some((thing) => countedStems.includes(thing)))
  );
  if (required === undefined) return "#";
  if (satisfiesBound(required, value)) return number === required.number ? "#=" : "#+";
  return required.bound === "exactly" ? "#?" : "#-";
}

function shapeOf(word: string): string {
  return SHAPES.find(([pattern]) => pattern.test(word))?.[1] ?? "-";
}
