/** Words that are alike though their stems differ: one form of a verb, its noun or its plural, as far as letters tell. */
import { memoised } from "./memoised.ts";
import { isLight, kindOf, stemsOf } from "./words.ts";

const ARABIC = /\p{Script=Arabic}/u;

/** The part of a word that its kin share: the first letters, or an Arabic word's consonants without its affixes. */
const kinOf: (word: string) => string = memoised((word) => {
  if (/\d/.test(word)) return word;
  if (!ARABIC.test(word)) return word.length > 4 ? word.slice(0, 5) : word;
  return word.replace(/^[وفبلك]{0,2}(?:ال|لل)(?=.{3})/u, "").replace(/^[وفبلكسينت](?=.{4})/u, "")
    .replace(/(?<=.{2})(?:ات|ون|ين|ان|نا|ها|هم|ه|ي|ا)$/u, "").replace(/[اويىءئؤهت]/gu, "")
    .replace(/^م(?=.{2})/u, "");
});

/** The things that a text asks for or speaks of, by stems and kin. */
export interface Things {
  stems: Set<string>;
  kin: Set<string>;
}

/** The things of words that are not light. */
export function thingsOf(words: string[]): Things {
  const about = words.filter((word) => !isLight(word));
  return {
    stems: new Set(about.flatMap(stemsOf)),
    kin: new Set(about.map(kinOf).filter((kin) => kin.length > 2)),
  };
}

/** The things that a text speaks of, each with its wider kind: a van is a vehicle, and no vehicle that is asked for is a van. */
export function thingsTold(words: string[]): Things {
  const things = thingsOf(words);
  for (const word of words) {
    const kind = kindOf(word);
    if (kind !== undefined) things.stems.add(kind);
  }
  return things;
}

/** Whether a word names one of the things. */
export function isAmong(word: string, { stems, kin }: Things): boolean {
  return stemsOf(word).some((stem) => stems.has(stem)) || kin.has(kinOf(word));
}
