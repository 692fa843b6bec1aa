/** Matches the words of labels to the meanings of fields. */
import { fold } from "lib/fold.ts";
import { type Kind, LABEL_WORDS } from "./label_words.ts";
import type { Meaning } from "./meanings.ts";

/** Longer texts are sentences. */
const MOST_WORDS = 9;
const MOST_LETTERS = 90;
/** Minimum length of a word that may differ by one letter; shorter ones could become other words. */
const LEAST_TOLERANT = 5;
const ALWAYS = new Set<Kind>(["filler", "on"]);

const kindsOfWord = new Map<string, Set<Kind>>();
for (const [kind, words] of entriesOf(LABEL_WORDS)) {
  for (const word of words.split("|").map(folded)) {
    kindsOfWord.set(word, (kindsOfWord.get(word) ?? new Set()).add(kind));
  }
}
const LONGEST = Math.max(...[...kindsOfWord.keys()].map((word) => word.split(" ").length));

/** Folds hamzas, which are often omitted. */
function folded(text: string): string {
  return fold(text).replace(/ؤ/g, "و").replace(/ئ/g, "ي");
}

function entriesOf(words: Record<Kind, string>): [Kind, string][] {
  const isKind = (name: string): name is Kind => name in words;
  return Object.entries(words).flatMap(([name, list]): [Kind, string][] =>
    isKind(name) ? [[name, list]] : []
  );
}

/** Long words with one letter removed, to match words with one misread letter. */
const nearWords = new Map<string, string>();
for (const word of kindsOfWord.keys()) {
  if (word.length >= LEAST_TOLERANT && !word.includes(" ")) {
    for (const short of shortened(word)) nearWords.set(short, word);
  }
}

function shortened(word: string): string[] {
  return [...word].map((_, at) => word.slice(0, at) + word.slice(at + 1));
}

/** The kinds of each word of a label; undefined if a word is unknown. `tolerant` allows one misread letter. */
export function kindsOf(label: string, tolerant = false): Set<Kind>[] | undefined {
  if (label.length > MOST_LETTERS) return undefined;
  const words = wordsOf(label);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const kinds: Set<Kind>[] = [];
  for (let at = 0; at < words.length;) {
    const found = phraseAt(words, at, tolerant);
    if (!found) return undefined;
    kinds.push(found.kinds);
    at += found.length;
  }
  return kinds;
}

function wordsOf(label: string): string[] {
  return folded(label).replace(/['’]s(?!\p{L})/gu, "").replace(/(\p{L})\.(?=\p{L}\.?)/gu, "$1").replace(
    /[^\p{L}\p{N}#/№º°]+/gu,
    " ",
  ).trim()
    .split(/\s+/).filter((word) => word !== "" && !/^[\d/]+$/.test(word));
}

function phraseAt(
  words: string[],
  at: number,
  tolerant: boolean,
): { kinds: Set<Kind>; length: number } | undefined {
  for (let length = Math.min(LONGEST, words.length - at); length > 1; length--) {
    const kinds = kindsOfWord.get(words.slice(at, at + length).join(" "));
    if (kinds) return { kinds, length };
  }
  const kinds = ofWord(words[at] ?? "", tolerant);
  return kinds ? { kinds, length: 1 } : undefined;
}

/** Strips articles and prepositions from Arabic words. */
function ofWord(word: string, tolerant: boolean): Set<Kind> | undefined {
  const known = kindsOfWord.get(word);
  if (known) return known;
  const bare = /^\p{Script=Arabic}/u.test(word)
    ? [/^(.{3,})ا$/u, /^و?(?:ال|لل|بال|فال|كال)(.{2,})$/u, /^[وبلف](.{3,})$/u].flatMap((pattern) =>
      pattern.exec(word)?.[1] ?? []
    )
    : [];
  for (const one of [...bare]) bare.push(...withoutSuffix(one));
  bare.push(...withoutSuffix(word));
  for (const one of bare) {
    const kinds = kindsOfWord.get(one);
    if (kinds) return word.startsWith("ل") ? new Set([...kinds]) : kinds;
  }
  if (!tolerant) return undefined;
  for (const one of [word, ...bare].filter(({ length }) => length >= LEAST_TOLERANT)) {
    for (const near of [one, ...shortened(one)]) {
      const kinds = kindsOfWord.get(near.length >= LEAST_TOLERANT - 1 ? near : "") ??
        kindsOfWord.get(nearWords.get(near) ?? "");
      if (kinds) return kinds;
    }
  }
  return undefined;
}

/** An Arabic word without its possessive suffix, with the ending of its base form: "صلاحيتها". */
function withoutSuffix(word: string): string[] {
  const stem = /^(\p{Script=Arabic}{3,})(?:ها|هم|كم|نا|ه)$/u.exec(word)?.[1];
  if (!stem) return [];
  return stem.endsWith("ت") ? [stem, `${stem.slice(0, -1)}ه`] : [stem];
}

/** How much of a label a meaning explains, from 0 (a required word is missing) to 1; unknown words count against it. */
export function meaningScore(label: string, { needs, may }: Meaning): number {
  const words = wordsOf(label);
  if (label.length > MOST_LETTERS || words.length === 0 || words.length > MOST_WORDS) return 0;
  const kinds: (Set<Kind> | undefined)[] = [];
  for (let at = 0; at < words.length;) {
    const found = phraseAt(words, at, false);
    kinds.push(found?.kinds);
    at += found?.length ?? 1;
  }
  const known = kinds.filter((one) => one !== undefined);
  const has = (word: Set<Kind>, wanted: Kind[]) => wanted.some((kind) => word.has(kind));
  if (!inTurn(needs, known, has)) return 0;
  const explained = known.filter((word) =>
    has(word, may) || needs.some((group) => has(word, group)) || isFiller(word)
  );
  return explained.length / kinds.length;
}

/** Labels that end or start with the requested value's name: "Chamber No.", "رقم الغرفة". */
const ASKS = /(?:^|\s)(?:no|nos|number|date|code)\.?\s*$|^(?:ال)?(?:رقم|تاريخ|رمز)\s/u;

/** Whether a text of several words is a label: all are label words, or it asks for a number or a date. */
export function isLabelLike(text: string): boolean {
  if (/[\d٠-٩]/.test(text)) return false;
  const label = text.replace(/[:：]\s*$/, "");
  const words = wordsOf(label);
  if (words.length < 2) return false;
  const kinds = kindsOf(label);
  if (kinds) return !kinds.every(isFiller);
  return words.length <= MOST_WORDS && label.split(/[/|]/).every((part) => ASKS.test(fold(part).trim()));
}

/** Allows "to" and "from" in labels of fields other than names. */
export function withPrepositions({ needs, may }: Meaning): Meaning {
  return { needs, may: [...may, "to", "from"] };
}

/** Whether the words of a label, in any order, match a meaning completely. */
export function matchesMeaning(kinds: Set<Kind>[], { needs, may }: Meaning): boolean {
  const has = (word: Set<Kind>, wanted: Kind[]) => wanted.some((kind) => word.has(kind));
  if (!inTurn(needs, kinds, has)) return false;
  return kinds.every((word) => has(word, may) || needs.some((group) => has(word, group)) || isFiller(word));
}

/** Whether each group can be matched to a different word. */
function inTurn(
  [group, ...others]: Kind[][],
  words: Set<Kind>[],
  has: (word: Set<Kind>, wanted: Kind[]) => boolean,
): boolean {
  if (!group) return true;
  return words.some((word, at) => has(word, group) && inTurn(others, words.toSpliced(at, 1), has));
}

function isFiller(word: Set<Kind>): boolean {
  return [...word].some((kind) => ALWAYS.has(kind));
}
