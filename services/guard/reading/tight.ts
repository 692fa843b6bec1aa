/** Joins split words (con-fid-ential, b o m b, c.o.d.e, boooomb) and reads digits that stand for letters (b0mb). */
import { type MappedText, mappedWriter } from "./mapped_text.ts";

const LETTER = /^\p{L}$/u;

const UNKNOWN = 0;
const A_LETTER = 1;
const A_DIGIT = 2;
const A_SIGN = 3;
const kinds = new Uint8Array(65_536);

/** What a unit is; halves of pairs count as letters, which some are. */
function kindOf(unit: number): number {
  const known = kinds[unit] ?? A_SIGN;
  if (known !== UNKNOWN) return known;
  const one = String.fromCharCode(unit);
  const isLetter = (unit & 0xf800) === 0xd800 || LETTER.test(one);
  return kinds[unit] = isLetter ? A_LETTER : /\p{N}/u.test(one) ? A_DIGIT : A_SIGN;
}

/** Signs between two letters, each of which may be a pair of units. */
const MOST_BETWEEN = 8;

/** Whether three letters by themselves are near each other. */
function hasSingles(text: string): boolean {
  let last = -Infinity;
  let near = 0;
  let start = 0;
  let length = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = i < text.length ? kindOf(unit) : A_SIGN;
    if (kind !== A_SIGN) {
      if (length === 0) start = i;
      // The second half of a pair is no letter of its own.
      if (kind === A_DIGIT || (unit & 0xfc00) !== 0xdc00) length += kind;
      continue;
    }
    if (length === A_LETTER) {
      near = start - last <= MOST_BETWEEN ? near + 1 : 0;
      if (near === 2) return true;
      last = i;
    }
    length = 0;
  }
  return false;
}

/** A way to split or disguise words. */
interface Split {
  /** Quick to tell that nothing in a text is written so. */
  sign: { test(text: string): boolean };
  pattern: RegExp;
  joined(found: RegExpExecArray): string;
}

/** Three or more single letters with the same signs between them. */
const SINGLES = { test: hasSingles };
const SINGLE: Split = {
  sign: SINGLES,
  pattern: new RegExp(
    String
      .raw`(?<![\p{L}\p{N}])\p{L}(?![\p{L}\p{N}])([^\p{L}\p{N}]{1,4})\p{L}(?![\p{L}\p{N}])(?:\1\p{L}(?![\p{L}\p{N}]))+`,
    "gu",
  ),
  joined: ({ 0: run }) => run.replace(/[^\p{L}]/gu, ""),
};

/** A dash or the like between letters, and one that ends a line within a word. */
const DASHED: Split = {
  sign: /[-_+*~|.#^\\\u00b7\u2010-\u2015]/,
  pattern:
    /[-_+*~|.#^\\\u00b7\u2010-\u2015](?<=\p{L}[^])(?:[ \t]{0,4}\r?\n[ \t]{0,8}(?:(?:>|#|\*|\/\/|--) ?){0,3})?(?=\p{L})/gu,
  joined: () => "",
};

/** Four or more single letters with a sign each between them, not always the same. */
const SINGLE_MIXED: Split = {
  sign: SINGLES,
  pattern: /(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}\s]{1,2}\p{L}(?![\p{L}\p{N}])){3,60}/gu,
  joined: ({ 0: run }) => run.replace(/[^\p{L}]/gu, ""),
};

/** Digits for the Arabic letters that they look like. */
const MIXED_ARABIC: Split = {
  sign: /[\u0621-\u064a][35-79]|[35-79][\u0621-\u064a]{2}/,
  pattern:
    /(?<![\p{L}\p{N}])(?=[\u0621-\u064a]{0,29}[35-79])(?=[35-79]?[\u0621-\u064a])[\u0621-\u064a35-79]{3,30}(?![\p{L}\p{N}])/gu,
  joined: ({ 0: word }) => [...word].map((one) => ARABIC_LETTERS[one] ?? one).join(""),
};
const ARABIC_LETTERS: Record<string, string> = { "3": "ع", "5": "خ", "6": "ط", "7": "ح", "9": "ق" };

/** Pictures between letters. */
const PICTURED: Split = {
  sign: /[\u2190-\u21ff\u2300-\u27bf]|[\ud83c-\ud83e]/,
  pattern: /(?:\p{Extended_Pictographic}\ufe0f?){1,3}(?=\p{L})/gu,
  joined: ({ 0: pictures, index, input }) => LETTER.test(input.charAt(index - 1)) ? "" : pictures,
};

/** The marks of quoted lines and of remarks, between the words of a phrase. */
const QUOTED_LINES: Split = {
  sign: /\n[ \t]{0,4}(?:>|\/\/)/,
  pattern: /(?<=\n)[ \t]{0,4}(?:> ?|\/\/ ?){1,6}/g,
  joined: () => "",
};

/** Marks of Markdown within a word, and the end and the beginning of strings that a program joins. */
const MARKED: Split = {
  sign: /[*_~]{2}|\/\*|["'`]\s{0,8}(?:[+.&|\n]|["'`])|\{(?:""|'')?\}|["'`]\}\$?\{|\]\[|\)\(|\}\{/,
  pattern:
    /(?:[*_~]{2,8}|(["'`])(?:\s{0,8}(?:[+.&]|\|\||\.\.|\.concat\()\s{0,8}|\s{1,8})\1|\$?\{(?:""|'')?\}|(["'`])\}\$?\{\2|\/\*[^*\n]{0,40}\*\/|\]\[|\)\(|\}\{)(?=\p{L})/gu,
  joined: ({ 0: marks, index, input }) => LETTER.test(input.charAt(index - 1)) ? "" : marks,
};

/** The last marks of Markdown of a word that has others within it. */
const MARKED_END: Split = {
  sign: /(?:\*\*|__|~~)(?<=\p{L}..)\p{L}/u,
  pattern: /(?:\*\*|__|~~)(?<=\p{L}..)(?![\p{L}\p{N}*_~])/gu,
  joined: () => "",
};

/** Marks of Markdown within a code. */
const MARKED_CODE: Split = {
  sign: /[*_~]{2}[-\d]|[-\d][*_~]{2}/,
  pattern: /(?:\*\*|__|~~)(?<=[\p{L}\d-]..)(?=[\p{L}\d-])(?!(?<=\p{L}..)\p{L})/gu,
  joined: () => "",
};

/** Quotation marks within a word, around nothing or a part of it, as shells join them: dy"na"mite. */
const QUOTED: Split = {
  sign: /["'`](?<=\p{L}["'`])\p{L}{0,20}["'`]\p{L}/u,
  pattern: /(["'`])(?<=\p{L}["'`])(?<inner>\p{L}{0,20})\1(?=\p{L})/gu,
  joined: ({ groups }) => groups?.inner ?? "",
};

/** Words with a digit between letters or at their end, as `b0mb`; a number behind a word is none. */
const MIXED: Split = {
  sign: /[a-zA-Z$@][0134578@$]|[0134578@$][a-zA-Z]/,
  pattern: new RegExp(
    String
      .raw`(?<![\p{L}\p{N}@$])(?=[a-zA-Z]{0,29}[0134578@$])(?=[a-zA-Z0134578@$]{3,30}(?![\p{L}\p{N}@$]))` +
      String.raw`(?:[a-zA-Z]+|[0134578@$](?=[a-zA-Z]{2}|[a-zA-Z]?[0134578@$]{1,3}[a-zA-Z])[a-zA-Z]*)` +
      String.raw`(?:(?:[0134578@$]{1,3}[a-zA-Z]+)+[0134578@$]{0,2}|[0134578@$]?)(?![\p{L}\p{N}@$])`,
    "gu",
  ),
  joined: ({ 0: word }) => [...word].map((one) => LETTERS[one] ?? one).join(""),
};

const LETTERS: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  "$": "s",
};

/** A piece of the text, and the letters that it stands for. */
interface Joined {
  start: number;
  end: number;
  joined: string;
}

/** A drawn-out word is no longer, and no shorter without the letters that are drawn out. */
const LONGEST_STRETCHED = 60;
const SHORTEST_DRAWN = 3;
/** Thrice the same letter of an alphabet; all letters of Unicode would take twice the time. */
const STRETCH = /([a-zA-Z\u00c0-\u024f\u0370-\u052f\u0621-\u064a\u0671-\u06d3])\1\1/;

/** Words with a letter that is drawn out, as boooomb. */
function stretchedIn(text: string): Joined[] {
  const found: Joined[] = [];
  const run = new RegExp(STRETCH, "g");
  const other = /[^\p{L}]/gu;
  for (let match = run.exec(text); match; match = run.exec(text)) {
    other.lastIndex = match.index;
    const end = other.exec(text)?.index ?? text.length;
    // A long word is looked at once.
    run.lastIndex = end;
    let start = match.index;
    const first = Math.max(0, end - LONGEST_STRETCHED - 1);
    while (start > first && LETTER.test(text.charAt(start - 1))) start--;
    if (end - start > LONGEST_STRETCHED) continue;
    const joined = text.slice(start, end).replace(/(\p{L})\1{2,}/gu, "$1");
    if (joined.length >= SHORTEST_DRAWN) found.push({ start, end, joined });
  }
  return found;
}

const SPLITS = [
  SINGLE,
  SINGLE_MIXED,
  MIXED_ARABIC,
  DASHED,
  QUOTED_LINES,
  PICTURED,
  MARKED,
  QUOTED,
  MARKED_CODE,
  MARKED_END,
  MIXED,
];

/** The text with such words joined; undefined when there are none. */
export function tight(given: MappedText): MappedText | undefined {
  const { text } = given;
  const found = stretchedIn(text);
  const present = new Map<Split["sign"], boolean>();
  for (const { sign, pattern, joined } of SPLITS) {
    const isPresent = present.get(sign) ?? sign.test(text);
    present.set(sign, isPresent);
    if (!isPresent) continue;
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const whole = joined(match);
      if (whole !== match[0]) found.push({ start: match.index, end, joined: whole });
    }
  }
  if (found.length === 0) return undefined;
  const writer = mappedWriter(given);
  let at = 0;
  for (const { start, end, joined } of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    writer.add(text.slice(at, start), at, start);
    writer.add(joined, start, end);
    at = end;
  }
  writer.add(text.slice(at), at, text.length);
  return writer.done();
}
