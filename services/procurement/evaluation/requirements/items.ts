/** The items that a requirement lists: `CVs, organisation chart and method statement`. */
import { isAmong, type Things, thingsOf } from "./alike.ts";
import { isLight, wordsOf } from "./words.ts";

/** `120 m³/h` names one thing. */
const A_RATE =
  /\/ ?(?=(?:h|hr|hrs|hours?|s|secs?|seconds?|min|mins|minutes?|d|days?|months?|years?|sqm|cbm|m|l|kg|g|ساعه|ثانيه|دقيقه|يوم|شهر|سنه)(?!\p{L}))/gu;
const BETWEEN = /[,،;؛/&+]| and |(?<=\p{L}{2}) و(?=\p{L}{3}|\s)/u;

/** The last thing of each item of a normalized text, where there are two or more: all that is before it may be shared. */
export function itemsOf(normal: string): Things[] {
  const items = normal.replace(A_RATE, " ").split(BETWEEN).map((item) =>
    wordsOf(item.slice(item.indexOf(":") + 1)).filter((word) => !isLight(word) && !/^[\d%٪]/.test(word))
  ).filter((words) => words.length > 0);
  if (items.length < 2) return [];
  const named = items.map((words) => thingsOf(words.slice(-1)));
  // `Lead, cadmium and mercury in fish`: the last item's own thing is before what all are in.
  const own = headOf(normal.split(BETWEEN).at(-1) ?? "");
  return own === undefined ? named : [...named, thingsOf([own])];
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
