/** Words and codes in pieces that no letters join: names of programs, single signs, first letters of lines, numbers. */
import { isWord } from "../matching/characters.ts";
import { type MappedText, mappedWriter } from "./mapped_text.ts";
import { type Found, MOST_PIECES as MOST, type Pieces, piecesIn } from "./piece.ts";
import { joinedNames, joinedStrings } from "./programs.ts";

/** Where a name goes on with another word: build_house, buildHouse, #بيت_جديد, build-house, build+house. */
const JOINT = /_|[a-z][A-Z]|[-+](?<=\p{L}[-+])(?=\p{L})/gu;
const LONGEST_NAME = 200;

const isOfName = (unit: number) => isWord(unit) || unit === 45 || unit === 43;

/** Names in programs, in addresses and behind hash signs, as words. */
function namesIn(text: string): Found[] {
  const found: Found[] = [];
  let last = 0;
  for (const { index } of text.matchAll(JOINT)) {
    if (index < last) continue;
    let start = index;
    while (start > last && index - start < LONGEST_NAME && isOfName(text.charCodeAt(start - 1))) start--;
    last = index + 1;
    while (last < text.length && last - index < LONGEST_NAME && isOfName(text.charCodeAt(last))) last++;
    const name = text.slice(start, last);
    const words = name.replace(/[_+-]+/g, " ").replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
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

/** Single letters in cells of a table, items of a list and the like. */
const CELLS: Pieces = {
  sign: /<(td|th|li|p|div|span)\b[^<>]{0,60}>\s{0,3}\S{1,2}\s{0,3}<\/\1>/i,
  pattern: /(?:<(td|th|li|p|div|span)\b[^<>]{0,60}>\s{0,3}[^<>\s]{1,2}\s{0,3}<\/\1>\s{0,3}){3,60}/gi,
  words: ({ 0: cells }) => cells.replace(/<[^<>]*>|\s+/g, ""),
};

/** Cells of a table of which one ends with the sign that joins it to the next: | LIC- | 440- | 219 |. */
const ROWS: Pieces = {
  sign: /[-_/#:] ?(?:\||<\/t[dh]>\s?<t[dh]\b[^<>]{0,40}>) ?[\p{L}\p{N}]/iu,
  pattern:
    /[\p{L}\p{N}]{1,20}(?:[-_/#:] ?(?:\||<\/t[dh]>\s?<t[dh]\b[^<>]{0,40}>) ?[\p{L}\p{N}]{1,20}){1,8}/giu,
  words: ({ 0: row }) => row.replace(/ ?\| ?|\s?<[^<>]*>\s?/g, ""),
};

/** Lines of one to three letters each. */
const VERTICAL: Pieces = {
  sign: /(?:^|\n)[ \t]{0,4}\p{L}{1,3}[ \t]{0,4}\r?\n[ \t]{0,4}\p{L}{1,3}[ \t]{0,4}\r?\n/u,
  pattern: /(?<=^|\n)(?:[ \t]{0,4}\p{L}{1,3}[ \t]{0,4}(?:\r?\n|$)){3,60}/gu,
  words: ({ 0: lines }) => lines.replace(/\s+/g, ""),
};

/** Digits with a line each. */
const VERTICAL_NUMBER: Pieces = {
  sign: /(?:^|\n)[ \t]{0,4}[\d+][ \t]{0,4}\r?\n[ \t]{0,4}\d[ \t]{0,4}\r?\n[ \t]{0,4}\d[ \t]{0,4}\r?\n/,
  pattern: /(?<=^|\n)(?:[ \t]{0,4}[\d+.-][ \t]{0,4}(?:\r?\n|$)){8,40}/g,
  words: ({ 0: lines }) => lines.replace(/\s+/g, ""),
};

/** Lines whose first digits are a number, as the text says. */
const FIRST_DIGITS: Pieces = {
  sign: /first (?:digit|number)|[أا]ول رقم|[أا]ول خانة/i,
  pattern: /(?<=^|\n)(?:\d[ \t:.)-]{1,2}[^\d\n]{1,60}(?:\r?\n|$)){8,20}/g,
  words: ({ 0: lines }) => lines.replace(/\D/g, ""),
};

const KINDS = [VERTICAL, VERTICAL_NUMBER, FIRST_DIGITS, SINGLES, LINES, PLACES, PADDED, CELLS, ROWS];

/** The words that are in pieces, each in a line of its own; undefined when there are none. */
export function wordsInPieces(source: MappedText): MappedText | undefined {
  const { text } = source;
  return inLines(source, [
    ...namesIn(text),
    ...joinedStrings(text),
    ...KINDS.flatMap((kind) => piecesIn(text, kind)),
  ]);
}

/** Words in pieces with signs in them that are no escapes: backslashes, and equals signs behind names. */
export function piecesAsGiven(source: MappedText): MappedText | undefined {
  const { text } = source;
  return inLines(source, [
    ...text.includes("\\") ? piecesIn(text, BACKSLASHES) : [],
    ...text.includes("=") ? joinedNames(text) : [],
  ]);
}

/** Words that usually stand by themselves: behind or before them a line was not cut within a word. */
const BY_THEMSELVES = new Set(
  ("a about after age ago air all also am an and any are arm art as at ate away back bad be bed been big but buy by can car " +
    "case come did do done down each eat end far few for form from full get go gold good had hand has have he head heart " +
    "her here hero high him his hold home hot how i if ill in into is it its job just keep key land last late law lay led " +
    "less let life light like line little long lost low made main make man many may me men mind more most much must my name " +
    "near new no nor not now of off old on once one only or other our out over own part pass past pay place put ran real red " +
    "right room rule run said same sat saw say see sell sent set she ship short show side sit so some son such sun table " +
    "take tell ten than that the their them then there they thing this time to told too top two under up upon us use very " +
    "war was way we well went were what when where which who why will win with word work year yes yet you your في من على " +
    "إلى الى عن مع هذا هذه ذلك التي الذي كل بعد قبل أو او ثم لا ما لم لن هو هي هم كان كانت قد أن ان إن إذا بين عند حتى غير يا")
    .split(" "),
);
const LINE_CUT =
  /(?<=(?<!\S)(?<before>\p{L}{2,20})(?<gap>[ \t]{0,4}\r?))\n[ \t]{0,8}(?:> ?){0,3}(?<behind>\p{L}{2,20})(?![\p{L}\p{N}])/gu;
const SHORTEST_CUT = 4;

/** Words that the end of a line may cut without any sign; ordinary words side by side may look so too. */
export function cutWords(source: MappedText): MappedText | undefined {
  if (!source.text.includes("\n")) return undefined;
  const found: Found[] = [];
  for (const { 0: whole, index, groups } of source.text.matchAll(LINE_CUT)) {
    const { before = "", gap = "", behind = "" } = groups ?? {};
    if (before.length + behind.length < SHORTEST_CUT) continue;
    if ([before, behind].some((one) => BY_THEMSELVES.has(one.toLowerCase()))) continue;
    // A capital letter begins a sentence or a heading.
    if (/^\p{Lu}/u.test(behind) && !/^\p{Lu}+$/u.test(before)) continue;
    const start = index - gap.length - before.length;
    found.push({ start, end: index + whole.length, words: before + behind });
    if (found.length >= MOST) break;
  }
  return inLines(source, found);
}

const DIGITS = /\d{2}[^]{0,9}\d{2}/;
const LABEL = 60;

function inLines(source: MappedText, found: readonly Found[]): MappedText | undefined {
  if (found.length === 0) return undefined;
  const writer = mappedWriter(source);
  for (const { start, end, words } of found) {
    // The label of a number stands before it.
    const label = DIGITS.test(words) ? Math.max(0, start - LABEL) : start;
    writer.add(source.text.slice(label, start).replaceAll("\n", " "), label, start);
    writer.add(`${words}\n`, start, end);
  }
  return writer.done();
}
