/** The items that a requirement lists: `CVs, organisation chart and method statement`. */
import { isAmong, type Things, thingsOf } from "./related_words.ts";
import { numberOf, scaleOf } from "./number_words.ts";
import { unitOf } from "./units.ts";
import { isFrame, withoutDates } from "./parsed_requirement.ts";
import { isLight, stemOf, wordsOf } from "./words.ts";

/** `120 m³/h` names one thing. */
const A_RATE =
  /\/ ?(?=(?:h|hr|hrs|hours?|s|secs?|seconds?|min|mins|minutes?|d|days?|months?|years?|sqm|cbm|m|l|kg|g|ساعه|ثانيه|دقيقه|يوم|شهر|سنه)(?!\p{L}))/gu;
const BETWEEN =
  /[,،;؛/&]|\+(?! ?\d)| and |(?<=\p{L}{2}) و(?!احده?(?!\p{L})|نصفا?(?!\p{L})|ربع(?!\p{L})|قت|رش|رق|زن|ثيق|ثائق|كيل|كال|حده|سائل|سيل|ظائف|ظيف)(?=\p{L}{3}|\s)/u;

/** The last thing of each item of a normalized text, where there are two or more: all that is before it may be shared. */
export function itemsOf(normal: string): Things[] {
  const items = withoutDates(normal).replace(A_RATE, " ").split(BETWEEN).map((item) =>
    wordsOf(item.slice(item.indexOf(":") + 1)).filter((word) => !isLight(word) && !isMeasure(word))
  ).filter((words) => words.length > 0);
  if (items.length < 2) return [];
  const named = items.map((words, at) => thingsOf(ownWords(words, { at, items })));
  // `Lead, cadmium and mercury in fish`: the last item's own thing is before what all are in.
  const own = headOf(normal.split(BETWEEN).at(-1) ?? "");
  return own === undefined ? named : [...named, thingsOf([own])];
}

/**
 * The word that tells an item from the others. An Arabic item begins with its thing, شاشات عرض, an English one ends with
 * it; what leads to the first is shared. Of two items with the same thing the qualifier tells: `adult pads, infant pads`.
 */
function ownWords(words: string[], { at, items }: { at: number; items: string[][] }): string[] {
  const begins = at > 0 && /^\p{Script=Arabic}/u.test(words[0] ?? "");
  const own = begins ? words.slice(0, 1) : words.slice(-1);
  const [word = ""] = own;
  const shared = items.some((other, index) =>
    index !== at && other.some((one) => stemOf(one) === stemOf(word))
  );
  const qualifier = begins ? words.slice(1, 2) : words.slice(-2, -1);
  return shared && qualifier.length > 0 ? qualifier : own;
}

/** A number, a unit or a bound names no item: `two cranes, each over 10 tonnes`. */
function isMeasure(word: string): boolean {
  return /^(?:[\d%٪].*|date|day|تاريخ|يوم)$/u.test(word) || numberOf(word) !== undefined ||
    scaleOf(word) !== undefined ||
    unitOf(word) !== undefined || isFrame(word);
}

const WITHIN = /\s(?:in|of|for|at|from|on|within|to|into|throughout|في|من|علي|الي|داخل|خلال|لدي)\s/u;

/** The last thing before a preposition. */
function headOf(item: string): string | undefined {
  const at = item.search(WITHIN);
  return at < 0
    ? undefined
    : wordsOf(item.slice(0, at)).findLast((word) => !isLight(word) && !/^[\d%٪]/.test(word));
}

/** How many of the items no word names. */
export function missingItems(items: Things[], words: string[]): number {
  return items.filter((item) => !words.some((word) => isAmong(word, item))).length;
}
