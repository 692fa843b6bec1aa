import { memoised } from "./memoised.ts";
import { isMoney, unitOf } from "./units.ts";

const ENGLISH: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

/** Arabic number words, folded, without gender and case endings. */
const ARABIC: [RegExp, number][] = [
  [/^(?:ثلاث|ثلاثه)$/, 3],
  [/^(?:اربع|اربعه)$/, 4],
  [/^(?:خمس|خمسه)$/, 5],
  [/^(?:ست|سته)$/, 6],
  [/^(?:سبع|سبعه)$/, 7],
  [/^(?:ثمان|ثماني|ثمانيه)$/, 8],
  [/^(?:تسع|تسعه)$/, 9],
  [/^(?:عشر|عشره)$/, 10],
  [/^(?:احد|احدي)$/, 1],
  [/^(?:اثنا|اثني|اثنتا|اثنتي|اثنان|اثنين|اثنتان|اثنتين)$/, 2],
  [/^(?:عشرون|عشرين)$/, 20],
  [/^(?:ثلاثون|ثلاثين)$/, 30],
  [/^(?:اربعون|اربعين)$/, 40],
  [/^(?:خمسون|خمسين)$/, 50],
  [/^(?:ستون|ستين)$/, 60],
  [/^(?:سبعون|سبعين)$/, 70],
  [/^(?:ثمانون|ثمانين)$/, 80],
  [/^(?:تسعون|تسعين)$/, 90],
];

/** Arabic words that combine a number and its scale. */
const WHOLE: [RegExp, number][] = [
  [/^(?:مئتان|مئتين|مئتا|مئتي|مائتان|مائتين|مائتا|مائتي)$/, 200],
  [/^(?:الفان|الفين|الفا|الفي)$/, 2_000],
  [/^(?:مليونان|مليونين|مليوني)$/, 2_000_000],
  ...["ثلاث", "اربع", "خمس", "ست", "سبع", "ثمان", "تسع"].map((word, index): [RegExp, number] => [
    new RegExp(`^${word}ي?(?:مئه|مائه|ميه)$`),
    (index + 3) * 100,
  ]),
];

const SCALES: [RegExp, number][] = [
  [/^(?:dozen|دزينه)$/, 12],
  [/^(?:hundred|مئه|مائه)$/, 100],
  [/^(?:thousand|k|الف|الاف)$/, 1_000],
  [/^(?:million|mn|m|مليون|ملايين|مليونا)$/, 1_000_000],
  [/^(?:billion|bn|مليار|مليارات)$/, 1_000_000_000],
];

/** The value of a folded number word or of digits. */
export const numberOf: (word: string) => number | undefined = memoised((word) => {
  if (/^\d+(?:\.\d+)?$/.test(word)) return Number(word);
  if (Object.hasOwn(ENGLISH, word)) return ENGLISH[word];
  const known = arabicNumber(word) ?? (/[^ا]ا$/.test(word) ? arabicNumber(word.slice(0, -1)) : undefined);
  // A preposition is attached: بخمسه, لسته.
  return known ?? (/^[بل]\p{L}{3,}$/u.test(word) ? arabicNumber(word.slice(1)) : undefined);
});

function arabicNumber(word: string): number | undefined {
  return (ARABIC.find(([pattern]) => pattern.test(word)) ?? WHOLE.find(([pattern]) => pattern.test(word)))
    ?.[1];
}

/** The factor of a scale word such as million. */
export const scaleOf: (word: string) => number | undefined = memoised((word) =>
  SCALES.find(([pattern]) => pattern.test(word))?.[1]
);

/**
 * Reads a number in digits or words with its scale: `1.5 million`, `two hundred and fifty`, ثمانية ملايين
 * وخمسمئة ألف.
 */
export function numberAt(words: string[], at: number): { value: number; to: number } | undefined {
  const half = halfAt(words, at);
  if (half) return half;
  let [total, current, lastScale, to] = [0, 0, 0, at];
  const digits = /^\d/.test(words[at] ?? "");
  for (;;) {
    const raw = words[to] ?? "";
    const seen = to > at;
    if (seen && isAnd(words, to, { lastScale, digits })) {
      to++;
      continue;
    }
    const joined = seen && raw.length > 2 && raw.startsWith("و");
    const word = joined ? raw.slice(1) : raw;
    const number = seen && /^\d/.test(word) ? undefined : numberOf(word);
    const scale = number === undefined ? scaleOf(word) : undefined;
    if (number !== undefined && (!seen || !digits && fits(current, number, { joined, lastScale }))) {
      if (number >= 1000 && !digits) [total, lastScale] = [total + number, 1000];
      else [current, lastScale] = [current + number, number >= 100 && !digits ? 100 : 0];
    } else if (scale !== undefined && isScaled(words, { at, to, joined })) {
      if (scale <= 100) current = (current || 1) * scale;
      else [total, current] = [total + (current || 1) * scale, 0];
      lastScale = scale;
    } else break;
    to++;
  }
  if (to === at) return undefined;
  const value = total + current;
  if (/^ونصفا?$/.test(words[to] ?? "") && lastScale > 100) {
    const named = scaleOf((words[to + 1] ?? "").replace(/^ال/, ""));
    return { value: value + lastScale / 2, to: to + (named === undefined ? 1 : 2) };
  }
  if (words[to] === "and" && words[to + 1] === "a" && words[to + 2] === "half") {
    return { value: value + (lastScale || 1) / 2, to: to + 3 };
  }
  return { value, to };
}

/** Whether a scale word multiplies the number before it. A bare `m` or `k` may be a unit or a letter. */
function isScaled(words: string[], { at, to, joined }: { at: number; to: number; joined: boolean }): boolean {
  const word = words[to] ?? "";
  if (to === at) return word.length >= 3;
  // `AED 5 m` is five million; `500 m` is a length.
  return !joined && (!/^[mk]$/.test(word) || isMoney(unitOf(words[at - 1] ?? "")?.dimension ?? ""));
}

/** Whether a number word adds to the preceding ones: `twenty five`, خمسة عشر, مئة وعشرون. */
function fits(
  current: number,
  number: number,
  { joined, lastScale }: { joined: boolean; lastScale: number },
): boolean {
  const rest = current % 100;
  if (lastScale >= 1000 && current === 0) return number < lastScale;
  if (rest === 0) return lastScale === 100 && number < 100;
  if (rest < 10) return number === 10 && !joined || joined && number >= 20 && number < 100;
  return rest >= 20 && rest % 10 === 0 && number < 10 && !joined;
}

function isAnd(
  words: string[],
  to: number,
  { lastScale, digits }: { lastScale: number; digits: boolean },
): boolean {
  const next = words[to + 1] ?? "";
  return words[to] === "and" && lastScale > 0 && !digits && !/^\d/.test(next) && numberOf(next) !== undefined;
}

/** Reads a fraction of the next unit: `half a million`, نصف ساعة, ربع طن. */
function halfAt(words: string[], at: number): { value: number; to: number } | undefined {
  const part = /^(?:half|نصف)$/.test(words[at] ?? "")
    ? 0.5
    : /^ربع$/.test(words[at] ?? "")
    ? 0.25
    : undefined;
  if (part === undefined) return undefined;
  const to = /^an?$/.test(words[at + 1] ?? "") ? at + 2 : at + 1;
  const scale = scaleOf(words[to] ?? "");
  if (scale !== undefined) return { value: part * scale, to: to + 1 };
  return unitOf(words[to] ?? "") ? { value: part, to } : undefined;
}
