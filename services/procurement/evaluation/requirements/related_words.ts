/** Words that are alike though their stems differ: one form of a verb, its noun or its plural, as far as letters tell. */
import { mentionsIn, withWider } from "./concepts.ts";
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

/** The things that a text asks for or speaks of: by stems, by kin, and by what they stand for. */
export interface Things {
  stems: Set<string>;
  kin: Set<string>;
  concepts: Set<string>;
  /** The concepts of each mention, without wider ones. */
  mentions: string[][];
  /** The concepts that a word stands for, alone or with its neighbours. */
  conceptsOf: Map<string, string[]>;
}

/** The things of words that are not light; `among`: all words of the text, where they are some of it. */
export function thingsOf(words: string[], among = words): Things {
  return thingsWith(words, among, (concepts) => concepts);
}

function thingsWith(words: string[], among: string[], seen: (concepts: string[]) => string[]): Things {
  const about = words.filter((word) => !isLight(word));
  const kept = new Set(about);
  const conceptsOf = new Map<string, string[]>();
  const concepts = new Set<string>();
  const mentions: string[][] = [];
  for (const { concepts: named, from, to } of mentionsIn(among)) {
    if (!among.slice(from, to).some((word) => kept.has(word))) continue;
    const all = seen(named);
    mentions.push(named);
    for (const concept of all) concepts.add(concept);
    for (const word of among.slice(from, to)) {
      if (!isLight(word)) conceptsOf.set(word, [...conceptsOf.get(word) ?? [], ...all]);
    }
  }
  return {
    stems: new Set(about.flatMap(stemsOf)),
    kin: new Set(about.map(kinOf).filter((kin) => kin.length > 2)),
    concepts,
    mentions,
    conceptsOf,
  };
}

/** The things that a text speaks of, each with its wider kind: a van is a vehicle, and no vehicle that is asked for is a van. */
export function thingsTold(words: string[]): Things {
  const things = thingsWith(words, words, (concepts) => concepts.flatMap(withWider));
  for (const word of words) {
    const kind = kindOf(word);
    if (kind !== undefined) things.stems.add(kind);
  }
  return things;
}

/** Whether a word names one of the things; `own`: those of the text that the word is from. */
export function isAmong(word: string, { stems, kin, concepts }: Things, own?: Things): boolean {
  return stemsOf(word).some((stem) => stems.has(stem)) || kin.has(kinOf(word)) ||
    (own?.conceptsOf.get(word)?.some((concept) => concepts.has(concept)) ?? false);
}
