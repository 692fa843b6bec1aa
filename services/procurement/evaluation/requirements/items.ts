/** Finds the items that a requirement lists: `CVs, organisation chart and method statement`. */
import { isInVocabulary, type Vocabulary, vocabularyOf } from "./vocabulary.ts";
import { numberOf, scaleOf } from "./number_words.ts";
import { unitOf } from "./units.ts";
import { isBoilerplate, withoutDates } from "./parsed_requirement.ts";
import { isStopWord, stemOf, wordsOf } from "./words.ts";

/** A rate is one item: `120 m³/h`. */
const A_RATE =
  /\/ ?(?=(?:h|hr|hrs|hours?|s|secs?|seconds?|min|mins|minutes?|d|days?|months?|years?|sqm|cbm|m|l|kg|g|ساعه|ثانيه|دقيقه|يوم|شهر|سنه)(?!\p{L}))/gu;
const BETWEEN =
  /[,،;؛/&]|\+(?! ?\d)| and |(?<=\p{L}{2}) و(?!احده?(?!\p{L})|نصفا?(?!\p{L})|ربع(?!\p{L})|قت|رش|رق|زن|ثيق|ثائق|كيل|كال|حده|سائل|سيل|ظائف|ظيف)(?=\p{L}{3}|\s)/u;

/** The head noun of each item, if there are two or more; items may share the words before it. */
export function itemsOf(normal: string): Vocabulary[] {
  const items = withoutDates(normal).replace(A_RATE, " ").split(BETWEEN).map((item) =>
    wordsOf(item.slice(item.indexOf(":") + 1)).filter((word) => !isStopWord(word) && !isMeasure(word))
  ).filter((words) => words.length > 0);
  if (items.length < 2) return [];
  const named = items.map((words, at) => vocabularyOf(distinguishingWords(words, { at, items })));
  // `Lead, cadmium and mercury in fish`: the last item's head noun precedes the shared complement.
  const own = headNoun(normal.split(BETWEEN).at(-1) ?? "");
  return own === undefined ? named : [...named, vocabularyOf([own])];
}

/**
 * The word that distinguishes an item. An Arabic item begins with its head noun, شاشات عرض; an English item
 * ends with it. If two items share the head noun, the qualifier distinguishes them: `adult pads, infant
 * pads`.
 */
function distinguishingWords(words: string[], { at, items }: { at: number; items: string[][] }): string[] {
  const begins = at > 0 && /^\p{Script=Arabic}/u.test(words[0] ?? "");
  const own = begins ? words.slice(0, 1) : words.slice(-1);
  const [word = ""] = own;
  const shared = items.some((other, index) =>
    index !== at && other.some((one) => stemOf(one) === stemOf(word))
  );
  const qualifier = begins ? words.slice(1, 2) : words.slice(-2, -1);
  return shared && qualifier.length > 0 ? qualifier : own;
}

/** Whether a word is a number, unit or bound, which names no item: `two cranes, each over 10 tonnes`. */
function isMeasure(word: string): boolean {
  return /^(?:[\d%٪].*|date|day|تاريخ|يوم)$/u.test(word) || numberOf(word) !== undefined ||
    scaleOf(word) !== undefined ||
    unitOf(word) !== undefined || isBoilerplate(word);
}

const WITHIN = /\s(?:in|of|for|at|from|on|within|to|into|throughout|في|من|علي|الي|داخل|خلال|لدي)\s/u;

/** The head noun before a preposition. */
function headNoun(item: string): string | undefined {
  const at = item.search(WITHIN);
  return at < 0
    ? undefined
    : wordsOf(item.slice(0, at)).findLast((word) => !isStopWord(word) && !/^[\d%٪]/.test(word));
}

/** The number of items that no word names. */
export function missingItems(items: Vocabulary[], words: string[]): number {
  return items.filter((item) => !words.some((word) => isInVocabulary(word, item))).length;
}
