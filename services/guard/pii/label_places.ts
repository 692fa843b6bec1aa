/** Where in a text a label can matter: most of a text is far from any number, and need not be read for labels. */
import { isSkipped } from "../matching/characters.ts";
import { LABEL, longestLabel, type Stretches } from "./labels.ts";
import { KIND, LETTER } from "./normalise.ts";

/** How far before a value its label may end, and how far behind it another may begin. */
export const BEFORE = 80;
export const AFTER = 30;
/** How far behind its label a date of birth may end. */
const BIRTH = 45;
/** The same of a year by itself. */
const BIRTH_YEAR = 8;
/** Signs between the label of a secret and the secret. */
const ASSIGNED = 20;
/** Characters of the longest labels. */
const ANY_LABEL = longestLabel(~0);
const BIRTH_LABEL = longestLabel(LABEL.birth);
const SECRET_LABEL = longestLabel(LABEL.secret);
/** The shortest secret behind a label. */
const SECRET_LEAST = 6;
/** The digits of the shortest number that needs a label, and the most groups of one. */
const DIGITS_LEAST = 7;
const MOST_GROUPS = 7;
const WIDEST_GAP = 3;

interface Read {
  units: Uint16Array;
  length: number;
}

/** Stretches that are added one by one, each with the length of a label besides. */
interface Growing {
  /** One in which a label of at most `longest` characters ends. */
  before(start: number, end: number, longest: number): void;
  /** One in which a label ends or begins. */
  around(start: number, end: number): void;
  done(): Stretches;
}

/** The stretches around numbers that a label may name. `mixed` are the tokens of letters and digits, in order. */
export function labelPlaces(text: Read, runs: Stretches, mixed: Stretches): Stretches {
  const stretches = growing(text);
  const secrets = secretsIn(text, stretches);
  let m = 0;
  for (let k = 0; k <= runs.count; k++) {
    const start = runs.start[k] ?? text.length;
    for (; m < mixed.count && (mixed.start[m] ?? 0) < start; m++) {
      const [from, to] = [mixed.start[m] ?? 0, mixed.end[m] ?? 0];
      secrets(from);
      if (isYearLike(text.units, from, to)) stretches.before(from - BIRTH, from, BIRTH_LABEL);
      if (isCodeLike(text.units, from, to)) stretches.around(from - BEFORE, to + AFTER);
    }
    if (k === runs.count) break;
    secrets(start);
    const end = runs.end[k] ?? 0;
    if (isYearLike(text.units, start, end)) {
      if (isOfDate(text.units, start, end)) stretches.before(start - BIRTH, start, BIRTH_LABEL);
      else if (mayBeOfBirth(text.units, start)) {
        stretches.before(start - BIRTH_YEAR, start, BIRTH_LABEL);
      }
    }
    const last = lastOfNumber(text.units, runs, k);
    if (last >= 0) stretches.around(start - BEFORE, (runs.end[last] ?? 0) + AFTER);
  }
  return stretches.done();
}

/** A year, or the first number but one of a date. */
function isYearLike(units: Uint16Array, start: number, end: number): boolean {
  const first = units[start];
  if (end - start >= 4) return first === 49 || first === 50;
  const after = units[end];
  return end - start <= 2 && (after === 45 || after === 46 || after === 47);
}

/** The last letters of the names of months, of the longer ones four. */
const MONTHS = new Set(
  ("january february march april may june july august september october november december jan feb mar apr jun jul aug " +
    "sep sept oct nov dec يناير فبراير مارس أبريل ابريل مايو يونيو يونية يوليو أغسطس اغسطس سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر " +
    "الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول الأول محرم صفر رجب شعبان رمضان شوال")
    .split(" ").map((month) =>
      lastLetters(Uint16Array.from(month, (letter) => letter.charCodeAt(0)), month.length)
    ),
);

/** The last four letters before a place of a text as one number, those of the Latin alphabet in small letters. */
function lastLetters(units: Uint16Array, end: number): number {
  let letters = 0;
  for (let at = end - 1; at >= end - 4 && isLetter(units[at]); at--) {
    const unit = units[at] ?? 0;
    // Letters of either alphabet differ in their last eleven bits.
    letters = letters * 2048 + (unit < 128 ? unit | 32 : unit & 2047);
  }
  return letters;
}

/** Whether a year, or the first number of a date, stands in a date: beside its signs, or behind a day or a month. */
function isOfDate(units: Uint16Array, start: number, end: number): boolean {
  const after = units[end] ?? 0;
  if (end - start !== 4 || after === 45 || after === 46 || after === 47) return true;
  let at = start - 1;
  const before = units[at] ?? 0;
  // Other dates begin with another number.
  if (before !== 32 && before !== 45) return false;
  while (at > 0 && (units[at - 1] === 44 || units[at - 1] === 46)) at--;
  const last = units[at - 1] ?? 0;
  if (last >= 48 && last <= 57) return true;
  return MONTHS.has(lastLetters(units, at)) || isOrdinal(units, at);
}

/** The last letters of English labels of a birth, and of "in" behind them. */
const ENDS_OF_BIRTH = new Set(Array.from("hybenHYBEN", (letter) => letter.charCodeAt(0)));

/** Whether a year by itself may be one of birth, by the letter before it. */
function mayBeOfBirth(units: Uint16Array, start: number): boolean {
  let at = start - 1;
  while (at > 0 && ((units[at] ?? 0) <= 32 || units[at] === 58)) at--;
  const unit = units[at] ?? 0;
  return unit >= 128 || unit === 46 || ENDS_OF_BIRTH.has(unit);
}

/** Behind the day of an English date: 3rd. */
const isOrdinal = (units: Uint16Array, end: number) => {
  const digit = units[end - 3] ?? 0;
  return digit >= 48 && digit <= 57 && isLetter(units[end - 1]) && isLetter(units[end - 2]);
};

/** The shape of passports' and tax numbers. */
const isCodeLike = (units: Uint16Array, start: number, end: number) =>
  end - start >= 7 && end - start <= 12 && (units[start] ?? 0) >= 65 && (units[start] ?? 0) <= 90;

/** Signs between the groups of a number. */
const JOINS = new Uint8Array(65_536);
for (const unit of " -.()/") JOINS[unit.charCodeAt(0)] = 1;

/** The last group of the number that begins at run `k`; -1 where there are too few digits for one with a label. */
function lastOfNumber(units: Uint16Array, { count, start, end }: Stretches, k: number): number {
  let digits = (end[k] ?? 0) - (start[k] ?? 0);
  let last = k;
  for (; last + 1 < count && last + 1 < k + MOST_GROUPS; last++) {
    const [from, to] = [end[last] ?? 0, start[last + 1] ?? 0];
    if (to - from > WIDEST_GAP || JOINS[units[from] ?? 0] === 0 || JOINS[units[to - 1] ?? 0] === 0) break;
    digits += (end[last + 1] ?? 0) - to;
  }
  return digits >= DIGITS_LEAST || last >= k + 3 ? last : -1;
}

/** Signs that no secret contains: white space, quotes, commas and the like. */
const SEPARATES = new Uint8Array(65_536);
for (const unit of " \t\n\v\f\r\u2028\u2029\"'`,;<>،؛") SEPARATES[unit.charCodeAt(0)] = 1;

/** Returns a function that adds what stands before the piece of text around `at`, if that may be a secret. */
function secretsIn({ units, length }: Read, stretches: Growing): (at: number) => void {
  let read = 0;
  return (at) => {
    if (at < read) return;
    let start = at;
    let hasLetter = false;
    for (; start > read && SEPARATES[units[start - 1] ?? 0] === 0; start--) {
      hasLetter ||= isLetter(units[start - 1]);
    }
    for (read = at; read < length && SEPARATES[units[read] ?? 0] === 0; read++) {
      hasLetter ||= isLetter(units[read]);
    }
    if (hasLetter && read - start >= SECRET_LEAST) stretches.before(start - ASSIGNED, read, SECRET_LABEL);
  };
}

function isLetter(unit = 0): boolean {
  return (KIND[unit] ?? 0) === LETTER || (unit >= 0x600 && unit <= 0x6ff);
}

function growing({ units, length }: Read): Growing {
  const start: number[] = [];
  const end: number[] = [];
  let count = 0;
  /** The last stretch: what it was added for first, and how far right a label may begin in it. */
  let from = 0;
  let longest = 0;
  let begun = 0;

  function add(left: number, right: number, label: number): void {
    const last = count - 1;
    const isInside = last >= 0 && left >= from && label <= longest && left <= (end[last] ?? 0);
    if (!isInside && !widens(left, label)) {
      start[count] = leftOf(left, label);
      end[count++] = Math.min(right, length);
      [from, longest, begun] = [left, label, 0];
    }
    end[count - 1] = Math.max(end[count - 1] ?? 0, Math.min(right, length));
  }
  /** Whether it meets the last stretch, which then begins no later, as may those before it. */
  function widens(left: number, label: number): boolean {
    if (count === 0) return false;
    const first = leftOf(left, label);
    if (first > (end[count - 1] ?? 0)) close();
    if (first > (end[count - 1] ?? 0)) return false;
    start[count - 1] = Math.min(start[count - 1] ?? 0, first);
    while (count > 1 && (end[count - 2] ?? 0) >= (start[count - 1] ?? 0)) {
      count--;
      start[count - 1] = Math.min(start[count - 1] ?? 0, start[count] ?? 0);
      end[count - 1] = Math.max(end[count - 1] ?? 0, end[count] ?? 0);
    }
    if (left <= from && label >= longest) [from, longest] = [left, label];
    return true;
  }
  /** Ends the last stretch behind the longest label that may begin in it. */
  function close(): void {
    if (begun > 0) end[count - 1] = Math.max(end[count - 1] ?? 0, rightOf(begun));
    begun = 0;
  }
  function leftOf(at: number, label: number): number {
    for (let left = label; left > 0 && at > 0;) if (counts(units[--at], units[at + 1])) left--;
    return Math.max(0, at);
  }
  function rightOf(at: number): number {
    for (let left = ANY_LABEL; left > 0 && at < length; at++) if (counts(units[at], units[at + 1])) left--;
    return Math.min(at, length);
  }

  return {
    before: add,
    around(left, right) {
      add(left, right, ANY_LABEL);
      begun = Math.max(begun, right);
    },
    done() {
      close();
      return { count, start, end };
    },
  };
}

const UNKNOWN = 0;
const COUNTED = 1;
const IGNORED = 2;
const counted = new Uint8Array(65_536);

function countedOf(unit: number): number {
  return counted[unit] = isSkipped(unit) ? IGNORED : COUNTED;
}

/** Labels may contain any number of marks, and of several spaces only one counts. */
function counts(unit = 0, next = 0): boolean {
  const known = counted[unit] ?? UNKNOWN;
  return (known === UNKNOWN ? countedOf(unit) : known) === COUNTED && (unit > 32 || next > 32);
}
