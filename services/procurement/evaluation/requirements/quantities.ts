import { numberAt, numberOf, scaleOf } from "./number_words.ts";
import { memoised } from "./memoised.ts";
import { dualOf, isMoney, rateOf, type Unit, unitOf } from "./units.ts";
import { isStopWord, stemOf } from "./words.ts";

/** A number with the dimension of its unit, or with the stems of the counted nouns. */
export interface Quantity {
  value: number;
  /** The number as written: 36 in `36 months`. */
  number: number;
  /** The unit's dimension; `count` for nouns without a unit. */
  dimension: string;
  /** For a count, the stems of the nouns around the number. */
  countedStems: string[];
  /** The range of its words. */
  from: number;
  to: number;
}

const DUAL_THINGS =
  /^(?:مشروعين|مشروعان|موقعين|موقعان|فرعين|فرعان|مكتبين|مكتبان|شهادتين|شهادتان|مركزين|مركزان|سيارتين|سيارتان)$/;

const DUAL_ENDING =
  /^(?!ال|موقت|مؤقت|صامت|لافت|وقت|صوت|بيتا|اسمنت|خافت|ثابت|مثبت|فسات|بسات|متفاو|روتي|فلسط|نبات|زيت|تثب)\p{L}{3,}(?:تان|تين|تا)$/u;
const ONE = /^واحده?ا?$/;

/** Units that mean one without a number. */
const ONE_OF = /^(?:طن|متر|لتر|cbm|sqm)$/;
const HALF = /^ونصفا?$/;

/** Finds the quantities in a text: `3 years`, `AED 1 million`, `سنتان`, `fifteen technicians`. */
export function quantitiesIn(
  words: string[],
  { year, requirementText: required = false }: { year: number; requirementText?: boolean },
): Quantity[] {
  const found: Quantity[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!(required && at === 0) && !mayStartQuantity(words[at] ?? "")) continue;
    const quantity = sinceYear(words, at, year) ?? dualUnit(words, at) ?? dualThing(words, at, required) ??
      oneThing(words, at) ?? oneUnit(words, at) ?? numbered(words, at);
    if (quantity === undefined) continue;
    found.push(quantity);
    at = quantity.to - 1;
  }
  return found;
}

/** Whether a word may start a quantity; most words of a bid cannot. */
const mayStartQuantity: (word: string) => boolean = memoised((word) =>
  numberOf(word) !== undefined || scaleOf(word) !== undefined || unitOf(word) !== undefined ||
  word.startsWith("و") && unitOf(word.slice(1)) !== undefined ||
  dualOf(word) !== undefined || DUAL_THINGS.test(word) || DUAL_ENDING.test(word) || ONE.test(word) ||
  /^(?:half|نصف|ربع)$/.test(word)
);

function dualUnit(words: string[], at: number): Quantity | undefined {
  const dual = dualOf(words[at] ?? "");
  return dual && withHalf(words, { unit: dual, number: 2, from: at, to: at + 1 });
}

/** Reads an Arabic dual: زيارتان. Masculine and other endings count only at the start of a requirement. */
function dualThing(words: string[], at: number, required: boolean): Quantity | undefined {
  const word = words[at] ?? "";
  const isDual = DUAL_THINGS.test(word) ||
    DUAL_ENDING.test(word) && !/(?:تان|تين|تا)$/.test(words[at - 1] ?? "") ||
    required && at === 0 && words.length > 1 &&
      /^(?!(?:ال)?(?:بيان|ضمان|امان|ميدان|سريان))\p{L}{3,}ان$/u.test(word);
  if (!isDual) return undefined;
  return {
    value: 2,
    number: 2,
    dimension: "count",
    countedStems: thingsAfter(words, at),
    from: at,
    to: at + 1,
  };
}

/** Reads a noun with the number one: مشروع واحد. */
function oneThing(words: string[], at: number): Quantity | undefined {
  if (!ONE.test(words[at] ?? "") || at === 0 || words[at - 1] === "ان") return undefined;
  const stems = words.slice(Math.max(0, at - 3), at).filter((word) => !isStopWord(word)).map(stemOf);
  return { value: 1, number: 1, dimension: "count", countedStems: stems, from: at, to: at + 1 };
}

/** Reads a unit without a number: `within a month`, خلال شهر, سنة واحدة, طن من الخبز. */
function oneUnit(words: string[], at: number): Quantity | undefined {
  const [word = "", next = ""] = words.slice(at, at + 2);
  // A conjunction is attached: وسنة واحدة.
  const unit = unitOf(word) ?? (ONE.test(next) && word.startsWith("و") ? unitOf(word.slice(1)) : undefined);
  if (!unit) return undefined;
  if (words[at - 1] === "خلال" || words[at - 1] === "a" && words[at - 2] === "within") {
    return withHalf(words, { unit, number: 1, from: at, to: at + 1 });
  }
  if (ONE.test(next)) return withHalf(words, { unit, number: 1, from: at, to: at + 2 });
  if (HALF.test(next)) return withHalf(words, { unit, number: 1, from: at, to: at + 1 });
  return ONE_OF.test(word) && /^(?:من|ونصفا?|علي|)$/.test(next)
    ? withHalf(words, { unit, number: 1, from: at, to: at + 1 })
    : undefined;
}

/** Adds a half if the next words say so: سنتان ونصف. */
function withHalf(
  words: string[],
  { unit, number, from, to }: { unit: Unit; number: number; from: number; to: number },
): Quantity {
  const half = HALF.test(words[to] ?? "") ? 1 : 0;
  const all = number + half / 2;
  return {
    value: all * unit.factor,
    number: all,
    dimension: unit.dimension,
    countedStems: [],
    from,
    to: to + half,
  };
}

/** Words that may stand between a number and its unit. */
const BETWEEN =
  /^(?:working|calendar|full|business|consecutive|successive|audited|financial|fiscal|complete|contract|whole|further)$/;

const MINUS = /^(?:minus|سالب|ناقص)$/;

function numbered(words: string[], at: number): Quantity | undefined {
  const number = numberAt(words, at);
  return number && measured(words, at, number);
}

function measured(words: string[], from: number, { value, to }: { value: number; to: number }): Quantity {
  // After a year, م is the era (CE).
  const era = words[to] === "م" && value >= 1_900 && value <= 2_100;
  const after = era ? undefined : unitOf(words[to] ?? "");
  if (after) {
    const rate = rateOf(after, words, to + 1);
    const isNegative = after.dimension === "degrees" && MINUS.test(words[from - 1] ?? "");
    const number = isNegative ? -value : value;
    return withHalf(words, { unit: after, number, from, to: to + 1, ...rate });
  }
  // Adjectives may stand between a number and its unit: `50 working days`, `3 full years`.
  const between = [1, 2].find((many) =>
    words.slice(to, to + many).every((word) => BETWEEN.test(word)) && unitOf(words[to + many] ?? "")
  );
  const beyond = between === undefined ? undefined : unitOf(words[to + between] ?? "");
  if (beyond && between !== undefined) {
    return {
      value: value * beyond.factor,
      number: value,
      dimension: beyond.dimension,
      countedStems: [],
      from,
      to: to + between + 1,
    };
  }
  const before = unitOf(words[from - 1] ?? "");
  if (before && isMoney(before.dimension)) {
    return {
      value: value * before.factor,
      number: value,
      dimension: before.dimension,
      countedStems: [],
      from: from - 1,
      to,
    };
  }
  return { value, number: value, dimension: "count", countedStems: thingsAfter(words, to), from, to };
}

const OFTEN = /^(?:daily|weekly|monthly|quarterly|annually|hourly|يوميا|شهريا|سنويا|اسبوعيا|فصليا)$/;

/** The stems of the counted nouns, up to the next count. */
function thingsAfter(words: string[], to: number): string[] {
  return words.slice(to, to + 3).filter((word) =>
    !isStopWord(word) && numberOf(word) === undefined && !OFTEN.test(word)
  ).map(stemOf);
}

const HELD =
  /^(?:certified|accredited|registered|licensed|qualified|listed|chartered|معتمد\p{L}{0,2}|مسجل\p{L}{0,2}|مرخص\p{L}{0,2}|حاصل\p{L}{0,2})$/u;

/** Reads a duration since a year: `since 2004`, `منذ عام 2004`. */
function sinceYear(words: string[], at: number, year: number): Quantity | undefined {
  const named = Number(words[at]);
  if (!/^(?:19|20)\d\d$/.test(words[at] ?? "") || named > year) return undefined;
  const before = words.slice(Math.max(0, at - 3), at);
  if (!before.some((word) => /^(?:since|منذ|established|founded)$/.test(word))) return undefined;
  // Holding a document since a year is no work experience.
  if (words.slice(Math.max(0, at - 6), at).some((word) => HELD.test(word))) return undefined;
  const years = year - named;
  return { value: years * 365, number: years, dimension: "days", countedStems: [], from: at, to: at + 1 };
}
