/** Writes numbers in words or unusual groups as digits: "four two four two", 4-1-1-1, 192 dot 0 dot 2 dot 44. */
import type { Edit } from "lib/streams/held_channel.ts";
import { joinedIn } from "../reading/edit_excerpts.ts";
import type { MappedText } from "../reading/mapped_text.ts";
import { ARABIC_NUMBER, arabicNumber } from "./arabic_numbers.ts";
import { luhn } from "./check_digits.ts";
import {
  CARD,
  GOES_ON,
  groupedIn,
  GULF_MOBILE,
  LONGEST_WORDS,
  lookAlikesIn,
  plainDigits,
} from "./grouped_numbers.ts";
import { findLabels, LABEL } from "./labels.ts";
import { ibansIn } from "./ibans.ts";
import { addressesIn } from "./spoken_addresses.ts";

/** Types that are found in such numbers, by a check digit or behind a label. */
export const SCATTERED_TYPES: readonly string[] = [
  ...["CREDIT_CARD", "IBAN", "PHONE", "IP_ADDRESS", "US_SSN", "EMIRATES_ID", "SAUDI_ID", "QATAR_ID"],
  ...["KUWAIT_CIVIL_ID", "BAHRAIN_CPR", "OMAN_CIVIL_ID"],
];

/** The digits that a word stands for. */
export const SAID = new Map<string, string>(
  ("zero:0 oh:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 " +
    "thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 " +
    "صفر:0 واحد:1 واحدة:1 اثنان:2 اثنين:2 إثنان:2 إثنين:2 اتنين:2 ثلاثة:3 ثلاث:3 تلاتة:3 أربعة:4 اربعة:4 أربع:4 اربع:4 " +
    "خمسة:5 خمس:5 ستة:6 ست:6 سبعة:7 سبع:7 ثمانية:8 ثماني:8 ثمان:8 تمانية:8 تسعة:9 تسع:9 عشرة:10 " +
    "عشرين:20 عشرون:20 ثلاثين:30 ثلاثون:30 تلاتين:30 أربعين:40 اربعين:40 أربعون:40 خمسين:50 خمسون:50 " +
    "ستين:60 ستون:60 سبعين:70 سبعون:70 ثمانين:80 ثمانون:80 تمانين:80 تسعين:90 تسعون:90")
    .split(" ").flatMap((pair) => {
      const [word = "", digits = ""] = pair.split(":");
      return [word, word.replace(/ة$/, "ه")].map((form): [string, string] => [form, digits]);
    }),
);
export const TENS = new Map<string, string>(
  ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    .map((word, i) => [word, String(i + 2)]),
);
export const TIMES = new Map([["double", 2], ["triple", 3]]);

const WORD = [...SAID.keys()].sort((a, b) => b.length - a.length).join("|");
const TEN = [...TENS.keys()].join("|");
const DIGITS = String.raw`[\d٠-٩۰-۹]{1,19}`;
const PIECE_SOURCE = String
  .raw`(?:(?<compound>${ARABIC_NUMBER})|(?<ten>${TEN})(?:[ -](?<unit>${WORD}))?|(?:(?<times>double|triple) )?(?:(?<word>${WORD})|(?<digits>${DIGITS})))`;
const PIECE = new RegExp(String.raw`(?=[a-z\d٠-٩۰-۹\u0621-\u064a])${PIECE_SOURCE}`, "gi");
/** Two number words side by side; other texts have no number in words. */
const MAY_BE_SAID = new RegExp(
  String.raw`(?:${WORD}|${TEN})[\s,،;؛-]{1,3}(?:و\s)?(?:${WORD}|${TEN}|double|triple)`,
  "iu",
);
const TENS_SAID = new RegExp(`\\b(?:${TEN})\\b|(?:عشر|ثلاث|[أا]ربع|خمس|ست|سبع|ثمان|تسع)[يو]ن`, "i");
/** Three groups of digits with separators. */
const MAY_BE_GROUPED = new RegExp(
  String
    .raw`(?:${DIGITS}[\s,،ـ._/·•|~*[\]()–\p{Extended_Pictographic}\u2190-\u27bf\ufe0f-]{1,6}){2}${DIGITS}`,
  "u",
);
/** Words that announce the rest of a number. */
const MAY_GO_ON =
  /(?:\bthen|\blast|\brest|\bnext|\bfollow|\bsecond|ثم|باقي|[آأا]خر|يلي)\P{N}{1,30}\p{Nd}{2}/iu;
/** Digits alone, in a text without numbers in words. */
const GROUP = /(?<digits>[\d٠-٩۰-۹]+)/g;
/** A stroke that lengthens Arabic letters is a letter to Unicode, but between digits it is a dash. */
const WORD_SIGN = /[[\p{L}\p{N}_]--ـ]/v;
/** Separators and connecting words between two pieces. */
const GAP =
  /^(?:[\s,،؛;:ـ._/·•|~*()[\]>–\p{Extended_Pictographic}\u2190-\u27bf\ufe0f-]{1,6}|[\s,،]{1,3}(?:then|and then|dash|hyphen|minus|ثم|و|شرطة|شرطه)\s)$/u;
/** The same in a code, where a spoken dash stays. */
const GAP_OF_CODES = new RegExp(GAP.source.replace("dash|hyphen|minus|", "").replace("|شرطة|شرطه", ""), "u");
const PLUS = /(?:(?:\bplus|زائد)[\s,،]{1,3}|\+[\s,،]{0,3})$/i;

interface Piece {
  start: number;
  end: number;
  digits: string;
  isSaid: boolean;
}

/** The fewest and the most digits of a number, and the most pieces. */
const SHORTEST = 8;
const LONGEST = 19;
/** Most findings of one kind in a text. */
const MOST = 2_000;
/** Longest distance between a number and its label. */
const LABEL_WITHIN = 60;

/** The places of a text with such numbers, in digits; undefined where there are none. */
export function spokenNumbers(source: MappedText): MappedText | undefined {
  const { text } = source;
  const edits = [numbersIn, ibansIn, addressesIn, lookAlikesIn, groupedIn].flatMap((find) => find(text));
  return joinedIn(source, edits);
}

function numbersIn(text: string): Edit[] {
  const isSaid = MAY_BE_SAID.test(text);
  if (!isSaid && !MAY_BE_GROUPED.test(text) && !MAY_GO_ON.test(text)) return [];
  const edits: Edit[] = [];
  for (const chain of chainsIn(text, isSaid ? PIECE : GROUP)) {
    if (chain.reduce((sum, { digits }) => sum + digits.length, 0) < SHORTEST) continue;
    const label = labelBefore(text, chain[0]?.start ?? 0);
    for (let first = 0; first < chain.length && edits.length < MOST;) {
      const number = numberFrom(text, chain.slice(first, first + LONGEST), label);
      if (number) edits.push(number);
      const end = number?.end ?? 0;
      do first++; while ((chain[first]?.start ?? Infinity) < end);
    }
  }
  return edits;
}

const TENS_AND_MORE = 2;

/** Numbers in words: tens by themselves, and three words for digits and more. */
export function saidNumbersIn(text: string): Edit[] {
  if (!MAY_BE_SAID.test(text) && !TENS_SAID.test(text)) return [];
  const pieces = [...text.matchAll(PIECE)].map(pieceOf).filter(({ start, end, isSaid }) =>
    isSaid && !WORD_SIGN.test(text.charAt(start - 1)) && !WORD_SIGN.test(text.charAt(end))
  );
  const edits: Edit[] = [];
  for (let i = 0; i < pieces.length && edits.length < MOST; i++) {
    const together = pieces.slice(i, i + 1);
    for (
      let next = pieces[i + 1];
      next && isGap(text.slice(together.at(-1)?.end, next.start), GAP_OF_CODES);
      next = pieces[++i + 1]
    ) {
      together.push(next);
    }
    const digits = together.map((piece) => piece.digits).join("");
    const [first, last] = [together[0], together.at(-1)];
    if (!first || !last || (together.length < 3 && digits.length < TENS_AND_MORE)) continue;
    edits.push({ start: first.start, end: last.end, text: digits });
  }
  return edits;
}

/** Runs of two pieces or more. */
function* chainsIn(text: string, pattern: RegExp): Generator<Piece[]> {
  let chain: Piece[] = [];
  for (const match of text.matchAll(pattern)) {
    const piece = pieceOf(match);
    if (isInWord(text, piece.start - 1, -1) || isInWord(text, piece.end, 1)) continue;
    const last = chain.at(-1);
    if (last && !isGap(text.slice(last.end, piece.start))) {
      if (chain.length > 1) yield chain;
      chain = [];
    }
    chain.push(piece);
  }
  if (chain.length > 1) yield chain;
}

/** Whether a piece continues as a word; an underscore between digits is a separator. */
function isInWord(text: string, at: number, step: number): boolean {
  const character = text.charAt(at);
  return WORD_SIGN.test(character) && !(character === "_" && /[\d٠-٩۰-۹]/.test(text.charAt(at + step)));
}

const LONGEST_GAP = 12;
const isGap = (between: string, gap = GAP) =>
  (between.length <= LONGEST_GAP && gap.test(between)) || goesOn(between);
const goesOn = (between: string) => between.length <= LONGEST_WORDS && GOES_ON.test(between);

function pieceOf({ 0: whole, index, groups = {} }: RegExpExecArray): Piece {
  const { compound, ten, unit, times, word, digits } = groups;
  const place = { start: index, end: index + whole.length, isSaid: digits === undefined };
  if (compound !== undefined) return { ...place, digits: arabicNumber(compound) };
  if (ten) {
    const digits = SAID.get(unit?.toLowerCase() ?? "") ?? "0";
    return { ...place, digits: (TENS.get(ten.toLowerCase()) ?? "") + digits };
  }
  const once = digits === undefined ? SAID.get(word?.toLowerCase() ?? "") ?? "" : plainDigits(digits);
  return { ...place, digits: once.repeat(TIMES.get(times?.toLowerCase() ?? "") ?? 1) };
}

/** The longest number that begins with the first of the pieces. */
function numberFrom(text: string, pieces: readonly Piece[], label: Label): Edit | undefined {
  const [first, second] = pieces;
  if (!first || !second) return undefined;
  const kind = first.start - label.end <= LABEL_WITHIN ? label.kind : 0;
  const plus = PLUS.exec(text.slice(Math.max(0, first.start - 10), first.start))?.[0];
  if (kind === 0 && plus === undefined && !pieces.some((piece) => piece.isSaid)) return undefined;
  const sign = text.slice(first.end, second.start);
  let { digits, isSaid } = first;
  // Lists of amounts have commas and the like between their numbers.
  let isAlike = !/[,،؛;:]/.test(sign);
  let longest: Edit | undefined;
  for (let i = 1; i < pieces.length; i++) {
    const [before, piece] = [pieces[i - 1], pieces[i]];
    if (!before || !piece) break;
    digits += piece.digits;
    if (digits.length > LONGEST) break;
    isSaid ||= piece.isSaid;
    const gap = text.slice(before.end, piece.start);
    isAlike &&= gap === sign || goesOn(gap) || (goesOn(sign) && GAP.test(gap));
    if (
      !isSaid &&
      ((kind === 0 && plus === undefined) || !isAlike || DATE.test(text.slice(first.start, piece.end)))
    ) continue;
    const isLast = i === pieces.length - 1;
    if (!isNumber(digits, { kind, isLast, isSaid, isInternational: plus !== undefined })) continue;
    const start = first.start - (plus?.length ?? 0);
    longest = { start, end: piece.end, text: `${plus ? "+" : ""}${digits}` };
  }
  return longest;
}

/** The kind of the last label, 0 without one, and where it ends. */
interface Label {
  kind: number;
  end: number;
}

const LONGEST_LABEL = 40;

function labelBefore(text: string, start: number): Label {
  const from = Math.max(0, start - LABEL_WITHIN - LONGEST_LABEL);
  const { count, kind, end } = findLabels(text.slice(from, start));
  return { kind: kind[count - 1] ?? 0, end: from + (end[count - 1] ?? 0) };
}

const DATE = /^[\d٠-٩۰-۹]{1,4}([/. -])[\d٠-٩۰-۹]{1,2}\1[\d٠-٩۰-۹]{1,4}$/;

/** Whether digits are a number by themselves, or the one that their label announces. */
function isNumber(
  digits: string,
  { kind, isLast, isSaid, isInternational }: {
    kind: number;
    isLast: boolean;
    isSaid: boolean;
    isInternational: boolean;
  },
): boolean {
  const { length } = digits;
  if (length < SHORTEST) return false;
  const isCard = CARD.test(digits) || (length === 15 && digits.startsWith("784"));
  if (length >= 13 && isCard && luhn(digits)) return true;
  // The others share no check digit, so they must end with their last piece.
  if (!isLast || length > 15) return false;
  if (isSaid && GULF_MOBILE.test(digits)) return true;
  return isInternational || (kind & (LABEL.phone | LABEL.nationalId | LABEL.ssn)) !== 0;
}
