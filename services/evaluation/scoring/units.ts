type Dimension = "length" | "mass" | "time" | "volume" | "money";

/** A unit of measure: its dimension, and how many base units it is. */
export interface Unit {
  dimension: Dimension;
  factor: number;
}

const TABLE: readonly (readonly [Dimension, number, string])[] = [
  ["length", 0.001, "mm millimetre millimetres millimeter millimeters مم ملم مليمتر ملليمتر"],
  ["length", 0.01, "cm centimetre centimetres centimeter centimeters سم سنتيمتر سنتمتر سنتيمترا سنتمترا"],
  ["length", 1, "m metre metres meter meters م متر مترا امتار"],
  ["length", 1000, "km kilometre kilometres kilometer kilometers كم كيلومتر كيلومترا كيلومترات"],
  ["mass", 0.001, "mg milligram milligrams ملغم مليغرام ملليغرام"],
  ["mass", 1, "g gram grams gramme grammes غ غم غرام غراما غرامات جرام جراما جرامات"],
  ["mass", 1000, "kg kilogram kilograms kilogramme كغ كغم كيلوغرام كيلوغراما كيلوجرام كيلوجراما"],
  ["mass", 1e6, "tonne tonnes طن طنا اطنان"],
  ["time", 1, "s sec secs second seconds ثانية ثوان ثواني"],
  ["time", 60, "min mins minute minutes دقيقة دقائق"],
  ["time", 3600, "h hr hrs hour hours ساعة ساعات"],
  ["time", 86400, "day days يوم يوما ايام"],
  ["volume", 0.001, "ml millilitre millilitres milliliter milliliters مل مليلتر ملليلتر"],
  ["volume", 1, "l litre litres liter liters لتر لترا لترات"],
  ["money", 0.01, "cent cents ¢ سنت سنتا سنتات هللة هللات"],
  ["money", 1, "$ dollar dollars usd دولار دولارا دولارات riyal riyals sar ريال ريالا ريالات"],
];

const UNITS: ReadonlyMap<string, Unit> = new Map(
  TABLE.flatMap(([dimension, factor, names]) =>
    names.split(" ").map((name) => [name, { dimension, factor }] as const)
  ),
);

/** The unit that a word names, in the form that `foldArabic` gives it, or undefined. */
export function unitOf(word: string | undefined): Unit | undefined {
  return word === undefined ? undefined : UNITS.get(word.toLowerCase());
}

const ASKED =
  /(?:(?<!\p{L})(?:in|how many|how much)\s+|(?<!\p{L})ب(?:وحدة\s+)?ال|(?<!\p{L})كم\s+)(\$|\p{L}{1,14})(?=[\s?؟,،.:;)]|$)/giu;

/** The one unit that a question asks its answer in: "in km", "how many hours", «بالدينار»; undefined where none or several. */
export function askedUnit(question: string): Unit | undefined {
  const units = [...question.matchAll(ASKED)].flatMap(([, word]) => unitOf(word) ?? []);
  const [first, ...rest] = units;
  return first &&
      rest.every(({ dimension, factor }) => dimension === first.dimension && factor === first.factor)
    ? first
    : undefined;
}

/** The unit of a reference such as "$0.75" or "1.5 km". */
export function unitOfReference(reference: string): Unit | undefined {
  const [, before, after] = reference.trim().match(/^(\$)?\s?-?[\d.,]+\s?(\p{L}{1,14}|\$|¢)?$/u) ?? [];
  return unitOf(before ?? after);
}
