import { foldArabic } from "./arabic.ts";
import { DUALS, MULTIPLIERS, PARTS, UNIT_WORDS } from "./number_words.ts";
import { unitOf } from "./units.ts";

// Words of parts and multiples that are not read: with them the number stays open.
const OPEN = new Set(
  "none half halves third thirds quarters quarter dozen double twice نصف ربع ثلث ثلثان ثلثا ارباع اثلاث اخماس اسداس اثمان اعشار ضعف ضعفا ضعفان"
    .split(" "),
);
const AND = new Set(["and", "و"]);
const MINUS = new Set(["minus", "negative", "سالب", "ناقص"]);
const MOST_WORDS = 200;

/** The values that a run of words may have, and the place after it. */
interface Run {
  values: number[];
  next: number;
}

/**
 * The one number that a text spells out ("forty-two", «ألفان وخمسمئة», «ثلاثة ملايين ونصف»); undefined where there is
 * none, several, or one that can be read in two ways.
 */
export function spelledNumber(text: string): number | undefined {
  const words = wordsOf(text).slice(0, MOST_WORDS);
  const runs: number[][] = [];
  for (let at = 0; at < words.length;) {
    const run = runAt(words, at);
    if (run) runs.push(run.values);
    else if (opens(words, at)) return undefined;
    at = run?.next ?? at + 1;
  }
  const [first = [], ...rest] = runs;
  // «مليونا» alone may be one million or two; another mention decides.
  const common = new Set(first.filter((value) => rest.every((values) => values.includes(value))));
  const [value] = common;
  if (value === undefined || common.size !== 1) return undefined;
  return words.some((word) => MINUS.has(word)) ? -value : value;
}

/** Every number that a text spells in one reading, but 1: "one" and «واحد» are pronouns as often as numbers. */
export function spelledNumbers(text: string): number[] {
  const words = wordsOf(text).slice(0, MOST_WORDS);
  const numbers: number[] = [];
  for (let at = 0; at < words.length;) {
    const run = runAt(words, at);
    const [value = 1] = run?.values ?? [];
    if (run?.values.length === 1 && value !== 1) numbers.push(value);
    at = run?.next ?? at + 1;
  }
  return numbers;
}

/** Whether a text spells any number at all. */
export function spellsANumber(text: string): boolean {
  const words = wordsOf(text);
  return words.some((word, at) => {
    if (isOpen(word) || multiplier(word) !== undefined || dual(word) !== undefined) {
      return true;
    }
    // "one" and «واحد» are pronouns as often as numbers.
    const unit = unitWord(word) ?? runAt(words, at)?.values[0];
    return unit !== undefined && unit !== 1;
  });
}

function wordsOf(text: string): string[] {
  return foldArabic(text.slice(0, 5000)).toLowerCase().match(/[\p{L}]+/gu) ?? [];
}

/** A part that belongs to no number, or the ten of an ordinal. */
function opens(words: string[], at: number): boolean {
  return isOpen(words[at] ?? "");
}

function isOpen(word: string): boolean {
  return OPEN.has(word.replace(/^و?(?:ال)?/u, ""));
}

function lookUp(table: ReadonlyMap<string, number>, word: string): number | undefined {
  return table.get(word) ?? table.get(word.replace(/^و/u, ""));
}

function unitWord(word: string): number | undefined {
  return lookUp(UNIT_WORDS, word);
}

function multiplier(word: string): number | undefined {
  return lookUp(MULTIPLIERS, word);
}

function dual(word: string): number | undefined {
  return lookUp(DUALS, word);
}

/** «ألفا», «مليونا»: thousands after a number («عشرون ألفاً»); alone one with its ending's sign lost, or two. */
function accusative(word: string): number | undefined {
  return /[فنر]ا$/u.test(word) ? multiplier(word.slice(0, -1)) : undefined;
}

function runAt(words: string[], start: number): Run | undefined {
  if (ordinal(words, start)) return undefined;
  const sum = { total: 0, part: 0, last: 1, other: 0 };
  let at = start;
  while (at < words.length) {
    const word = words[at] ?? "";
    const joins = at > start && AND.has(word) && counts(words[at + 1]);
    if (!joins && !add(sum, word)) break;
    at++;
  }
  if (at === start) return oneAndPart(words, start);
  const value = sum.total + sum.part;
  const part = partAfter(words, at);
  if (!part) return { values: sum.other > 0 ? [value, value + sum.other] : [value], next: at };
  return {
    values: [value + part.value * (sum.part > 0 ? 1 : sum.last)].map((sumUp) => sumUp * part.times),
    next: part.next,
  };
}

interface Sum {
  total: number;
  part: number;
  /** The multiplier that a part after the number is a part of. */
  last: number;
  /** The difference to the other reading, where a word has two. */
  other: number;
}

function add(sum: Sum, word: string): boolean {
  const two = dual(word);
  const ending = accusative(word);
  const times = multiplier(word) ?? ending;
  const unit = unitWord(word);
  if (unit === undefined && two !== undefined) {
    sum.total += two;
    sum.last = two / 2;
  } else if (times !== undefined && times >= 1000) {
    if (ending !== undefined && sum.part === 0) sum.other += times;
    sum.total += Math.max(sum.part, 1) * times;
    sum.part = 0;
    sum.last = times;
  } else if (times !== undefined && sum.part > 0 && sum.part < 10) sum.part *= times;
  else if (unit !== undefined || times !== undefined) return addPart(sum, unit ?? times ?? 0, word);
  else return false;
  return true;
}

/** Adds what may stand in one number with what came before; "five six" are two numbers. */
function addPart(sum: Sum, value: number, word: string): boolean {
  const fits = value < 10 ? sum.part % 10 === 0 : value < 100 ? sum.part % 100 < 10 : sum.part === 0;
  // "nineteen eighty-four"
  const year = value >= 10 && value < 100 && sum.part >= 10 && sum.part < 100 && /^[a-z]/u.test(word);
  if (fits) sum.part += value;
  else if (year) sum.part = sum.part * 100 + value;
  return fits || year;
}

function counts(word: string | undefined): boolean {
  return word !== undefined && (unitWord(word) ?? multiplier(word) ?? dual(word)) !== undefined;
}

/** «الخامس عشر»: the ten of an ordinal is no number. */
function ordinal(words: string[], at: number): boolean {
  return words[at] === "عشر" && (words[at - 1] ?? "").startsWith("ال");
}

interface Part {
  value: number;
  times: number;
  next: number;
}

/** "and a half", «ونصف», with at most the thing counted between («ثلاث ساعات ونصف»), and what it multiplies. */
function partAfter(words: string[], at: number): Part | undefined {
  const english = words[at] === "and" && words[at + 1] === "a" ? PARTS.get(words[at + 2] ?? "") : undefined;
  if (english !== undefined) return multiplied(words, at + 3, english);
  const place = words[at]?.startsWith("و") ? at : at + 1;
  const word = words[place] ?? "";
  const value = word.startsWith("و") ? PARTS.get(word.slice(1)) : undefined;
  if (value === undefined) return undefined;
  const part = multiplied(words, place + 1, value);
  // «ونصف المليون», «ونصف الساعة»
  return (words[part.next] ?? "").startsWith("ال") ? { ...part, next: part.next + 1 } : part;
}

function multiplied(words: string[], at: number, value: number): Part {
  const times = MULTIPLIERS.get(words[at] ?? "") ?? 1;
  return { value, times, next: times > 1 ? at + 1 : at };
}

/** «دينار وربع الدينار», «ساعة ونصف»: one of the thing, and a part. */
function oneAndPart(words: string[], at: number): Run | undefined {
  const [thing = "", and = "", again = ""] = words.slice(at, at + 3);
  const value = and.startsWith("و") ? PARTS.get(and.slice(1)) : undefined;
  if (value === undefined || thing.startsWith("ال")) return undefined;
  const repeated = again === `ال${thing}`;
  return repeated || unitOf(thing) ? { values: [1 + value], next: at + (repeated ? 3 : 2) } : undefined;
}
