/** Words and codes in pieces that no letters join: names of programs, single signs, first letters of lines, numbers. */
import { isWord } from "../matching/characters.ts";
import { type MappedText, mappedWriter } from "./mapped_text.ts";

/** Of one kind in one text. */
const MOST = 2_000;

/** A way to write words and codes in pieces. */
interface Pieces {
  /** Quick to tell that nothing in a text is written so. */
  sign: RegExp;
  pattern: RegExp;
  /** The pieces as words; undefined where they are none. */
  words(found: RegExpExecArray): string | undefined;
}

/** Where a name of a program goes on with another word: build_house, buildHouse, #بيت_جديد. */
const JOINT = /_|[a-z][A-Z]/g;
const LONGEST_NAME = 200;

/** Names in programs and behind hash signs, as words. */
function namesIn(text: string): Found[] {
  const found: Found[] = [];
  let last = 0;
  for (const { index } of text.matchAll(JOINT)) {
    if (index < last) continue;
    let start = index;
    while (start > last && index - start < LONGEST_NAME && isWord(text.charCodeAt(start - 1))) start--;
    last = index + 1;
    while (last < text.length && last - index < LONGEST_NAME && isWord(text.charCodeAt(last))) last++;
    const name = text.slice(start, last);
    const words = name.replace(/_+/g, " ").replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
      .trim();
    if (words.includes(" ") && /\p{L}{3}/u.test(words)) found.push({ start, end: last, words });
    if (found.length >= MOST) break;
  }
  return found;
}

/** Single letters, digits and signs with a space behind each; digits alone are lists and tables. */
const SINGLES: Pieces = {
  sign: /(?:^|\s)[^\s] [^\s] [^\s] {1,3}[^\s](?:\s|$)/,
  pattern: /(?<!\S)[\p{L}\p{N}](?: {1,3}[\p{L}\p{N}\p{P}](?!\S)){4,200}/gu,
  words: ({ 0: run }) =>
    /\p{L}/u.test(run) ? run.replace(/ {2,3}/g, "\n").replaceAll(" ", "").replaceAll("\n", " ") : undefined,
};

/** Lines that begin with one letter each and a sign. */
const LINES: Pieces = {
  sign: /(?:^|\n)[ \t]*\p{L}[ \t]?[:.)=-][^\n]*\n[ \t]*\p{L}[ \t]?[:.)=-]/u,
  pattern: /(?<=^|\n)(?:[ \t]{0,8}\p{L}[ \t]?[:.)=\u2013-][^\n]{0,200}(?:\r?\n|$)){3,60}/gu,
  words: ({ 0: lines }) => (lines.match(/(?<=^|\n)[ \t]*\p{L}/gu) ?? []).map((one) => one.trim()).join(""),
};

/** Letters by their places in the alphabet, four or more: 2-15-13-2. */
const PLACES: Pieces = {
  sign: /(?<!\d)\d{1,2}[- .,]\d{1,2}[- .,]\d{1,2}[- .,]\d{1,2}(?!\d)/,
  pattern:
    /(?<![\d.,:/-])(?:[1-9]|1\d|2[0-6])(?:([- .]|, ?)(?:[1-9]|1\d|2[0-6]))(?:\1(?:[1-9]|1\d|2[0-6])){2,40}(?![\d:/-])/g,
  words: ({ 0: run }) =>
    (run.match(/\d+/g) ?? []).map((place) => String.fromCharCode(96 + Number(place))).join(""),
};

/** Words whose letters have a backslash before them more than once. */
const BACKSLASHES: Pieces = {
  sign: /\p{L}\\{1,2}\p{L}{1,8}\\{1,2}\p{L}/u,
  pattern: /(?<![\p{L}\\])\p{L}{1,20}(?:\\{1,2}\p{L}{1,20}){2,20}(?![\p{L}\\])/gu,
  words: ({ 0: run }) => run.replaceAll("\\", ""),
};

const LETTERS = String.raw`a-zA-Z\u0621-\u064a`;
/** The same letter between all letters of a word: bxoxmxb. */
const PADDED: Pieces = {
  sign: new RegExp(
    `(?:^|[^${LETTERS}])[${LETTERS}]([${LETTERS}])(?!\\1)[${LETTERS}]\\1(?!\\1)[${LETTERS}]\\1`,
  ),
  pattern: new RegExp(
    String
      .raw`(?<![${LETTERS}])[${LETTERS}]([${LETTERS}])(?:(?!\1)[${LETTERS}]\1){2,30}(?:(?!\1)[${LETTERS}])?(?![${LETTERS}])`,
    "g",
  ),
  words: ({ 0: word }) => [...word].filter((_, i) => i % 2 === 0).join(""),
};

/** Strings in brackets that a program joins, or that are too short to be words. */
const STRINGS: Pieces = {
  sign: /["'`]\s?,\s?["'`]/,
  pattern: /[[({]\s?(["'`])[^"'`\\\n]{0,12}\1(?:\s{0,3},\s{0,3}\1[^"'`\\\n]{0,12}\1){1,60}\s?,?\s?[\])}]/g,
  words({ 0: list, index, input }) {
    const strings = [...list.matchAll(/(["'`])([^"'`]*)\1/g)].map(([, , string = ""]) => string);
    const around = input.slice(Math.max(0, index - 40), index) +
      input.slice(index + list.length).slice(0, 40);
    const isShort = strings.every(({ length }) => length <= 3);
    return isShort || JOINS.test(around) ? strings.join("") : undefined;
  },
};
const JOINS = /join|concat|implode|reduce|glue|together|combin|merg|sum\(|اجمع|ادمج|وصّ?ل|ركّ?ب/i;

/** Two strings with names, and sums of names: a = "bo"; b = "mb"; a + b. */
const NAMED = /\w\s?=\s?["'][^"'\n]{1,40}["'][^]{1,300}?\w\s?=\s?["']/;
const VALUE = /\b([a-zA-Z_]\w{0,20})\s?=\s?(["'])([^"'\n]{0,200})\2/g;
const SUM =
  /\{?\b[a-zA-Z_]\w{0,20}\}?(?:\s?\+\s?|(?<=\})(?=\$?\{))(?:\$?\{?\b[a-zA-Z_]\w{0,20}\}?(?:\s?\+\s?|(?<=\})(?=\$?\{)|\b|(?<=\}))){1,20}/g;
const MOST_VALUES = 100;

/** Pieces that a program joins by name. */
function sumsIn(text: string): Found[] {
  if (!NAMED.test(text)) return [];
  const values = new Map<string, string>();
  for (const [, name = "", , value = ""] of text.matchAll(VALUE)) {
    if (values.size === MOST_VALUES) break;
    values.set(name, value);
  }
  const found: Found[] = [];
  for (const { 0: sum, index } of text.matchAll(SUM)) {
    const names = sum.match(/\w+/g) ?? [];
    if (names.length < 2 || !names.every((name) => values.has(name))) continue;
    const words = names.map((name) => values.get(name)).join("");
    found.push({ start: index, end: index + sum.length, words });
    if (found.length >= MOST) break;
  }
  return found;
}

/** Strings that are named, or kept under names, and to be joined. */
const KEPT: Pieces = {
  sign: /[:=]\s?["'«]/,
  pattern:
    /(?<![\p{L}\p{N}_])(?:[{(\[]\s?)?(?:["']?[\p{L}\p{N}_]{1,40}["']?\s?[:=]\s?["'«][^\s"'«»\\]{1,20}["'»][\s,;،و&]{0,8}(?:and\s)?){2,40}/gu,
  words({ 0: list, index, input }) {
    if (!JOINS.test(input.slice(Math.max(0, index - 60), index + list.length + 60))) return undefined;
    return [...list.matchAll(/[:=]\s?["'«]([^\s"'«»]{1,20})["'»]/g)].map(([, value = ""]) => value).join("");
  },
};

const KINDS = [KEPT, SINGLES, LINES, PLACES, PADDED, STRINGS];

interface Found {
  start: number;
  end: number;
  words: string;
}

function piecesIn(text: string, { sign, pattern, words }: Pieces): Found[] {
  const found: Found[] = [];
  if (!sign.test(text)) return found;
  for (const match of text.matchAll(pattern)) {
    if (found.length >= MOST) break;
    const together = words(match);
    if (together === undefined || together === match[0]) continue;
    found.push({ start: match.index, end: match.index + match[0].length, words: together });
  }
  return found;
}

/** The words that are in pieces, each in a line of its own; undefined when there are none. */
export function wordsInPieces(source: MappedText): MappedText | undefined {
  const { text } = source;
  return inLines(source, [
    ...namesIn(text),
    ...sumsIn(text),
    ...KINDS.flatMap((kind) => piecesIn(text, kind)),
  ]);
}

/** Words with backslashes in them, which must not be read as escapes. */
export function backslashed(source: MappedText): MappedText | undefined {
  return source.text.includes("\\") ? inLines(source, piecesIn(source.text, BACKSLASHES)) : undefined;
}

function inLines(source: MappedText, found: readonly Found[]): MappedText | undefined {
  if (found.length === 0) return undefined;
  const writer = mappedWriter(source);
  for (const { start, end, words } of found) writer.add(`${words}\n`, start, end);
  return writer.done();
}
