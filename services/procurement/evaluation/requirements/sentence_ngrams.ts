/** The order of a sentence's small words, with a sign for each thing, quantity and other word. */
import { isAmong } from "./related_words.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import { isOnAskedSide } from "./comparison.ts";
import type { Quantity } from "./quantities.ts";
import type { Statement } from "./statement.ts";
import type { RequiredQuantity } from "./parsed_requirement.ts";
import { isLight } from "./words.ts";

/** A longer sentence is not weighed in full. */
const MOST_SIGNS = 80;

/** The class of an unknown word, by its form alone. */
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

/** The signs of a sentence, and each two and three in a row; `small`: the words that are kept as they are. */
export function ngramsOf(asking: RequirementFeatures, statement: Statement, small: Set<string>): string[] {
  const signs = signsOf(asking, statement, small).slice(0, MOST_SIGNS);
  return signs.flatMap((sign, at) => [
    sign,
    ...[2, 3].flatMap((length) =>
      at + length <= signs.length ? [signs.slice(at, at + length).join(" ")] : []
    ),
  ]);
}

function signsOf(
  { wanted, things }: RequirementFeatures,
  { words, quantities, things: told }: Statement,
  small: Set<string>,
): string[] {
  const counted = new Map<number, string>();
  for (const quantity of quantities) {
    const sign = signOf(quantity, wanted.quantities);
    for (let at = quantity.from; at < quantity.to; at++) counted.set(at, sign);
  }
  const signs = ["^"];
  words.slice(0, MOST_SIGNS).forEach((word, at) => {
    const named = !isLight(word) && isAmong(word, things, told);
    const sign = counted.get(at) ?? (named ? "T" : small.has(word) ? word : shapeOf(word));
    if (!sign.startsWith("#") || signs.at(-1) !== sign) signs.push(sign);
  });
  return [...signs, "$"];
}

/** A quantity: as asked for, better, worse, of neither side, or of something else. */
function signOf({ dimension, value, number, things }: Quantity, all: RequiredQuantity[]): string {
  const asked = all.find((one) =>
    one.dimension === dimension &&
    (dimension !== "count" || one.things.some((thing) => things.includes(thing)))
  );
  if (asked === undefined) return "#";
  if (isOnAskedSide(asked, value)) return number === asked.number ? "#=" : "#+";
  return asked.side === "exactly" ? "#?" : "#-";
}

function shapeOf(word: string): string {
  return SHAPES.find(([pattern]) => pattern.test(word))?.[1] ?? "-";
}
