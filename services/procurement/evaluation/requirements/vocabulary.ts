/** The vocabulary of a text. It matches words beyond equal stems: inflections, derivations and concepts. */
import { mentionsIn, withHypernyms } from "./concepts.ts";
import { memoised } from "./memoised.ts";
import { hypernymStem, isStopWord, stemsOf } from "./words.ts";

const ARABIC = /\p{Script=Arabic}/u;

/**
 * An approximate root: the first letters of an English word, the consonants of an Arabic word without
 * affixes.
 */
const rootOf: (word: string) => string = memoised((word) => {
  if (/\d/.test(word)) return word;
  if (!ARABIC.test(word)) return word.length > 4 ? word.slice(0, 5) : word;
  return word.replace(/^[وفبلك]{0,2}(?:ال|لل)(?=.{3})/u, "").replace(/^[وفبلكسينت](?=.{4})/u, "")
    .replace(/(?<=.{2})(?:ات|ون|ين|ان|نا|ها|هم|ه|ي|ا)$/u, "").replace(/[اويىءئؤهت]/gu, "")
    .replace(/^م(?=.{2})/u, "");
});

/** The vocabulary of a text as stems, roots and concepts. */
export interface Vocabulary {
  stems: Set<string>;
  roots: Set<string>;
  concepts: Set<string>;
  /** The concepts of each mention, without hypernyms. */
  mentions: string[][];
  /** The concepts of each word, alone or with its neighbours. */
  conceptsOf: Map<string, string[]>;
}

/** The vocabulary of words without stop words; `among` is the whole text if `words` is a part of it. */
export function vocabularyOf(words: string[], among = words): Vocabulary {
  return buildVocabulary(words, among, (concepts) => concepts);
}

function buildVocabulary(
  words: string[],
  among: string[],
  seen: (concepts: string[]) => string[],
): Vocabulary {
  const topicWords = words.filter((word) => !isStopWord(word));
  const kept = new Set(topicWords);
  const conceptsOf = new Map<string, string[]>();
  const concepts = new Set<string>();
  const mentions: string[][] = [];
  for (const { concepts: named, from, to } of mentionsIn(among)) {
    if (!among.slice(from, to).some((word) => kept.has(word))) continue;
    const all = seen(named);
    mentions.push(named);
    for (const concept of all) concepts.add(concept);
    for (const word of among.slice(from, to)) {
      if (isStopWord(word)) continue;
      const known = conceptsOf.get(word) ?? [];
      // A word that is repeated thousands of times must not grow its list each time.
      const added = all.filter((concept) => !known.includes(concept));
      if (added.length > 0) conceptsOf.set(word, [...known, ...added]);
    }
  }
  return {
    stems: new Set(topicWords.flatMap(stemsOf)),
    roots: new Set(topicWords.map(rootOf).filter((root) => root.length > 2)),
    concepts,
    mentions,
    conceptsOf,
  };
}

/** The vocabulary of a sentence with hypernyms: a van is a vehicle, but a vehicle need not be a van. */
export function vocabularyWithHypernyms(words: string[]): Vocabulary {
  const vocabulary = buildVocabulary(words, words, (concepts) => concepts.flatMap(withHypernyms));
  for (const word of words) {
    const kind = hypernymStem(word);
    if (kind !== undefined) vocabulary.stems.add(kind);
  }
  return vocabulary;
}

/** Whether a word matches a vocabulary; `own` is the vocabulary of the word's own text. */
export function isInVocabulary(
  word: string,
  { stems, roots, concepts }: Vocabulary,
  own?: Vocabulary,
): boolean {
  return stemsOf(word).some((stem) => stems.has(stem)) || roots.has(rootOf(word)) ||
    (own?.conceptsOf.get(word)?.some((concept) => concepts.has(concept)) ?? false);
}
