/**
 * Compares words by skeletons, in which letters that are written for each other are one letter: Arabic without dots
 * (ٯںٮله), Arabic in Latin letters and digits (7ashish), digits and signs for Latin letters (c@$!n0), repeated letters
 * (boooomb) and stars for letters (dyna*ite). Only words that show such a disguise are compared.
 */
import { foldText } from "./characters.ts";

/** A spelling that hides a word from comparison letter by letter. */
export interface Disguise {
  /** A quick test that excludes most texts. */
  sign: { test(text: string): boolean };
  /** Finds words that may be disguised. */
  word: RegExp;
  /** The skeletons of a keyword; none when it cannot be disguised so. */
  ofKeyword(folded: string): string[];
  /** The skeletons of a word in a text, with and without Arabic prefixes. */
  ofWord(word: string): string[];
  /** Decides whether a word is the keyword when equal skeletons are not enough. */
  fits?(word: string, keyword: string): boolean;
}

const ARABIC_WORD = /^[\u0621-\u064a]{3,40}$/;

/** Letters that differ only in their dots. */
const SHAPES = new Map(
  ["اأإآٱ", "بتثنيىئٮںپ", "جحخچ", "دذ", "رزژ", "سش", "صض", "طظ", "عغ", "فقڡٯڤ", "كک", "هة", "وؤ"]
    .flatMap((alike) => [...alike].map((letter): [string, string] => [letter, alike.charAt(0)])),
);
const shapeOf = (word: string) =>
  [...word].map((letter) => letter === "ء" ? "" : SHAPES.get(letter) ?? letter).join("");

const JOINED_BEFORE = ["", "ال", "و", "ف", "ب", "ك", "ل", "س", "لل", "وال", "فال", "بال", "كال"];
const DOTLESS: Disguise = {
  sign: /[\u066e\u066f\u06a1\u06ba]/,
  word: /[\u0621-\u064a\u066e\u066f\u06a1\u06ba]{3,40}/g,
  ofKeyword: (folded) => ARABIC_WORD.test(folded) ? [shapeOf(folded)] : [],
  ofWord(word) {
    if (!DOTLESS.sign.test(word)) return [];
    const shape = shapeOf(word);
    return JOINED_BEFORE.map(shapeOf).filter((before) => shape.startsWith(before))
      .map((before) => shape.slice(before.length));
  },
};

/** Arabic consonants in Latin letters; long vowels and endings are left out. */
const CONSONANTS = new Map(
  ("بb تt ثt جj حh خx دd ذz رr زz سs شS صs ضd طt ظz عE غG فf قk كk لl مm نn هh").split(" ")
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
/** Fewer consonants fit too many words. */
const LEAST_CONSONANTS = 3;
/** Removes doubling, also of letters that are written as two. */
const onceEach = (word: string) => word.replace(/(sh|kh|gh|th|dh|.)\1+/g, "$1");

/** Consonants by their spelling in Latin letters and digits; two-letter spellings first. */
const LATIN_CONSONANTS: [RegExp, string][] = [
  [/3'|gh/g, "G"],
  [/5|7'|kh/g, "x"],
  [/sh|ch/g, "S"],
  [/th/g, "t"],
  [/dh/g, "z"],
  [/3/g, "E"],
  [/6/g, "t"],
  [/7/g, "h"],
  [/8|q/g, "k"],
  [/g/g, "j"],
  [/p/g, "b"],
  [/v/g, "f"],
  [/[aeiouwy']/g, ""],
];

const consonantsOf = (word: string, nine: string) =>
  LATIN_CONSONANTS.reduce(
    (rest, [signs, consonant]) => rest.replace(signs, consonant),
    onceEach(word).replaceAll("9", nine),
  );

/** A word of Latin letters with digits for other Arabic letters. */
const ARABIZI_WORD =
  /(?<![\w'])(?=[a-z']*[2356789])[a-z][a-z'2356789]{3,30}(?![\w'])|(?<![\w'])[35679][a-z]['a-z2356789]{2,30}(?![\w'])/g;
const ARABIZI: Disguise = {
  sign: /[a-z'][2356789][a-z']|(?<!\w)[35679][a-z]{2}|[a-z]{3}[2356789](?!\w)/i,
  word: new RegExp(ARABIZI_WORD, "gi"),
  ofKeyword(folded) {
    if (!ARABIC_WORD.test(folded)) return [];
    // A final ه is written as a vowel, and ق often as 2 or g.
    const letters = folded.replace(/[هة]$/, "").replace(/^ال(?=.{3})/, "");
    const skeleton = (word: string) =>
      [...word].map((sign) => CONSONANTS.get(sign) ?? (sign === "2" ? sign : "")).join("");
    return [...new Set([letters, letters.replaceAll("ق", "2"), letters.replaceAll("ق", "ج")].map(skeleton))]
      .filter(({ length }) => length >= LEAST_CONSONANTS);
  },
  ofWord(given) {
    const word = given.toLowerCase();
    // Part numbers and hashes have no vowels, or digits side by side.
    if (!/[aeiou]/.test(word) || /\d\d/.test(word)) return [];
    const bare = word.replace(/^(?:[wfb]|wa|fa|bi|li)?-?(?:[aei]?l)-?(?=.{3})/, "");
    return [word, bare].map((form) => form.replace(/(?<=.{3})[aei]h$/, ""))
      .flatMap((form) => [consonantsOf(form, "s"), consonantsOf(form, "k")])
      .flatMap((form) => form.includes("2") ? [form, form.replaceAll("2", "")] : [form]);
  },
};

/** Letters by the digits and signs that look like them; i and l are one, since 1 and ! stand for both. */
const SIGNS = new Map(
  "0o 1i !i |i li ¡i 3e €e 4a @a ^a 5s $s §s 7t +t 8b ßb 9g 6g 2z (c ¢c <c ¥y £l".split(" ")
    .map((pair) => [pair.slice(0, 1), pair.slice(1) === "l" ? "i" : pair.slice(1)]),
);
const lettersOf = (word: string) =>
  [...word.toLowerCase()].map((letter) => SIGNS.get(letter) ?? letter).join("");
const LEET: Disguise = {
  sign: /[a-z][0-9@$!|+(€^¡§ß¢¥£]|[0-9@$!|(€^¡§ß¢¥£][a-z]/i,
  word: /(?<![\w@$!|+(€^¡§ß¢¥£])(?=[^\sa-z]{0,12}[a-z])[a-z0-9@$!|+(€^¡§ß¢¥£]{3,40}/gi,
  ofKeyword: (folded) => /^[a-z]{4,40}$/.test(folded) ? [lettersOf(folded)] : [],
  ofWord(word) {
    const bare = word.replace(/[!+(|]+$/, "");
    return /[^a-z]/i.test(bare) ? [...new Set([bare, bare.replace(/^\(/, "")])].map(lettersOf) : [];
  },
};

/** The same letter three times, in common alphabets: all of Unicode would take twice the time. */
const THRICE = String.raw`([a-zA-Z\u00c0-\u024f\u0370-\u052f\u0621-\u064a\u0671-\u06d3])\1\1`;
const onceOnly = (word: string) => word.replace(/(\p{L})\1+/gu, "$1");
/** Words with repeated letters; doubled ones of the keyword are one, too. */
const DRAWN_OUT: Disguise = {
  sign: new RegExp(THRICE),
  word: new RegExp(String.raw`(?<!\p{L})\p{L}{0,30}?${THRICE}\p{L}{0,60}`, "gu"),
  ofKeyword(folded) {
    const skeleton = onceOnly(folded);
    return /^\p{L}{3,40}$/u.test(skeleton) ? [skeleton] : [];
  },
  ofWord: (word) => [onceOnly(foldText(word))],
};

/** Signs in place of letters. */
const STARS = "*#•●█";
const STAR = new RegExp(`[${STARS}]`, "g");
const MOST_STARS = 2;
/** A word with fewer visible letters fits too many others. */
const LEAST_SEEN = 4;
const keyOf = (word: string) => `${word.charAt(0)}${word.length}`;

/** Words with a sign in place of one or two letters: dyna*ite, d#namite, متف*رات. */
const STARRED: Disguise = {
  sign: new RegExp(`[${STARS}](?<=\\p{L}[${STARS}])[${STARS}]?\\p{L}`, "u"),
  word: new RegExp(`(?<![\\p{L}${STARS}])\\p{L}[\\p{L}${STARS}]{3,15}(?![\\p{L}${STARS}])`, "gu"),
  // A keyword has too many starred forms, so words with its first letter and length are compared.
  ofKeyword: (folded) => /^\p{L}{5,14}$/u.test(folded) ? [keyOf(folded)] : [],
  ofWord: (word) => starredForms(word).map(keyOf),
  fits: (word, keyword) =>
    starredForms(word).some((form) =>
      form.length === keyword.length &&
      [...form].every((letter, i) => letter === "*" || letter === keyword.charAt(i))
    ),
};

/** A starred word, with and without Arabic prefixes. */
function starredForms(word: string): string[] {
  const stars = word.match(STAR)?.length ?? 0;
  if (stars === 0 || stars > MOST_STARS || word.length - stars < LEAST_SEEN) return [];
  const plain = foldText(word.replace(STAR, "*"));
  return [...new Set([plain, plain.replace(/^(?:[وفبكل]?ال|[وفبكل])(?=\p{L}.{3})/u, "")])];
}

const DISGUISES = [STARRED, DRAWN_OUT, DOTLESS, ARABIZI, LEET];

interface Owned<Owner> {
  owner: Owner;
  keyword: string;
}

/** Most comparisons letter by letter in a text. */
const MOST_COMPARED = 20_000;
/** Most words of a text that are compared. */
const MOST_WORDS = 5_000;

/** Finds keywords by their skeletons. */
export interface SkeletonMatcher<Owner> {
  /** Reports the owners of the keyword behind each disguised word of a text. */
  scan(text: string, tell: (owners: readonly Owner[], start: number, end: number) => void): void;
}

/** A matcher of single-word keywords; undefined when none can be disguised so. */
export function skeletonMatcher<Owner>(
  keywords: Iterable<readonly [keyword: string, owner: Owner]>,
): SkeletonMatcher<Owner> | undefined {
  const known = DISGUISES.map((disguise) => ({ disguise, owners: new Map<string, Owned<Owner>[]>() }));
  for (const [keyword, owner] of keywords) {
    const folded = foldText(keyword).trim();
    for (const { disguise, owners } of known) {
      for (const skeleton of disguise.ofKeyword(folded)) {
        const all = owners.get(skeleton) ?? [];
        owners.set(skeleton, all);
        if (
          !all.some((skeleton) => skeleton.owner === owner && (!disguise.fits || skeleton.keyword === folded))
        ) {
          all.push({ owner, keyword: folded });
        }
      }
    }
  }
  const used = known.filter(({ owners }) => owners.size > 0);
  if (used.length === 0) return undefined;
  return {
    scan(text, tell) {
      for (const { disguise: { sign, word, ofWord, fits }, owners } of used) {
        if (!sign.test(text)) continue;
        let count = 0;
        let compared = 0;
        for (const { 0: matched, index } of text.matchAll(word)) {
          if (count++ >= MOST_WORDS) break;
          const alike = ofWord(matched).flatMap((skeleton) => owners.get(skeleton) ?? []);
          if (fits && (compared += alike.length) > MOST_COMPARED) break;
          const whose = new Set(
            alike.filter(({ keyword }) => !fits || fits(matched, keyword)).map(({ owner }) => owner),
          );
          if (whose.size > 0) tell([...whose], index, index + matched.length);
        }
      }
    },
  };
}
