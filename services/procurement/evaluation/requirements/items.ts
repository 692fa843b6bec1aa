/** The items that a requirement lists: `CVs, organisation chart and method statement`. */
import { isAmong, type Things, thingsOf } from "./alike.ts";
import { isLight, wordsOf } from "./words.ts";

const BETWEEN = /[,،;؛/&+]| and |(?<=\p{L}{2}) و(?=\p{L}{3}|\s)/u;

/** The last thing of each item of a normalized text, where there are two or more: all that is before it may be shared. */
export function itemsOf(normal: string): Things[] {
  const items = normal.split(BETWEEN).map((item) =>
    wordsOf(item.slice(item.indexOf(":") + 1)).filter((word) => !isLight(word) && !/^[\d%٪]/.test(word))
  ).filter((words) => words.length > 0);
  return items.length > 1 ? items.map((words) => thingsOf(words.slice(-1))) : [];
}

/** How many of the items no word names. */
export function missingItems(items: Things[], words: string[]): number {
  return items.filter((item) => !words.some((word) => isAmong(word, item))).length;
}
