/** Joins split words (con-fid-ential, b o m b, c.o.d.e) and reads digits that stand for letters (b0mb). */
import { isWord } from "../matching/characters.ts";
import { type MappedText, mappedWriter } from "./mapped_text.ts";

const LETTER = /^\p{L}$/u;

const LOW_LINE = 95;
/** Signs between two letters, each of which may be a pair of units. */
const MOST_BETWEEN = 8;

/** Whether three letters or digits by themselves are near each other. */
function hasSingles(text: string): boolean {
  let last = -Infinity;
  let near = 0;
  let start = 0;
  let length = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = text.charCodeAt(i);
    if (i < text.length && ((isWord(unit) && unit !== LOW_LINE) || (unit & 0xf800) === 0xd800)) {
      if (length === 0) start = i;
      // The second half of a pair is no letter of its own.
      if ((unit & 0xfc00) !== 0xdc00) length++;
      continue;
    }
    if (length === 1) {
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
  joined(match: RegExpExecArray): string;
}

/** A letter, or a digit that looks like one, by itself. */
const ONE = String.raw`[\p{L}0134578](?![\p{L}\p{N}])`;
/** Words of one letter that may stand before a word whose letters are apart: Arabic joins and. */
const OWN_WORD = /^[aioو]/i;

/** Three or more single letters with the same signs between them, and further words of such behind some spaces. */
const SINGLE: Split = {
  sign: { test: hasSingles },
  pattern: new RegExp(
    String.raw`(?<![\p{L}\p{N}])\p{L}(?![\p{L}\p{N}])([^\p{L}\p{N}]{1,4})${ONE}(?:\1${ONE})+` +
      String.raw`(?: {2,4}${ONE}(?:\1${ONE})*)*`,
    "gu",
  ),
  joined({ 0: run, 1: between = "" }) {
    const words = between.startsWith("  ") ? [run] : run.split(/ {2,4}/);
    const given = words.map((word) => word.replaceAll(between, "")).join(" ");
    const letters = lettersOf(given);
    const read = given === letters ? [given] : [given, letters];
    return [...read, ...OWN_WORD.test(letters) ? [letters.slice(1)] : []].join("\n");
  },
};

/** A dash or the like between letters, and one that ends a line within a word. */
const DASHED: Split = {
  sign: /[-_+*~|.#^\\\u00b7\u2010-\u2015]/,
  pattern:
    /[-_+*~|.#^\\\u00b7\u2010-\u2015](?<=\p{L}[^])(?:[ \t]{0,4}\r?\n[ \t]{0,8}(?:(?:>|#|\*|\/\/|--) ?){0,3})?(?=\p{L})/gu,
  joined: () => "",
};

/** Pictures between letters. */
const PICTURED: Split = {
  sign: /[\u2190-\u21ff\u2300-\u27bf]|[\ud83c-\ud83e]/,
  pattern: /(?:\p{Extended_Pictographic}\ufe0f?){1,3}(?=\p{L})/gu,
  joined: ({ 0: pictures, index, input }) => LETTER.test(input.charAt(index - 1)) ? "" : pictures,
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
  joined: ({ 0: word }) => lettersOf(word),
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

/** The text with letters for the digits and signs that look like them. */
function lettersOf(text: string): string {
  return [...text].map((letter) => LETTERS[letter] ?? letter).join("");
}

/** A piece of the text, and the letters that it stands for. */
interface Joined {
  start: number;
  end: number;
  joined: string;
}

const SPLITS = [SINGLE, DASHED, PICTURED, MARKED, MARKED_END, MIXED];

/** The text with such words joined; undefined when there are none. */
export function joinedLetters(given: MappedText): MappedText | undefined {
  const { text } = given;
  const joins = SPLITS.flatMap((split) => joinedBy(split, text));
  if (joins.length === 0) return undefined;
  const writer = mappedWriter(given);
  let at = 0;
  let isRun = false;
  for (const { start, end, joined } of joins.sort((a, b) => a.start - b.start || b.end - a.end)) {
    // A sign behind letters that are apart ends their word.
    if (start < at || (start === at && isRun && joined === "")) continue;
    writer.add(text.slice(at, start), at, start);
    writer.add(joined, start, end);
    at = end;
    isRun = joined !== "";
  }
  writer.add(text.slice(at), at, text.length);
  return writer.done();
}

function joinedBy({ sign, pattern, joined }: Split, text: string): Joined[] {
  if (!sign.test(text)) return [];
  return [...text.matchAll(pattern)].flatMap((match) => {
    const whole = joined(match);
    return whole === match[0]
      ? []
      : [{ start: match.index, end: match.index + match[0].length, joined: whole }];
  });
}
