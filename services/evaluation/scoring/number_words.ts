import { foldArabic } from "./arabic.ts";

/** Words and letters after a number that multiply it. A single letter has to touch the number. */
export const SCALES: Record<string, number> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  k: 1e3,
  mn: 1e6,
  bn: 1e9,
  mio: 1e6,
  mrd: 1e9,
  "ألف": 1e3,
  "الف": 1e3,
  "ألفاً": 1e3,
  "آلاف": 1e3,
  "الاف": 1e3,
  "مليون": 1e6,
  "مليوناً": 1e6,
  "ملايين": 1e6,
  "مليار": 1e9,
  "ملياراً": 1e9,
  "مليارات": 1e9,
  "بليون": 1e9,
  "تريليون": 1e12,
};

const ENGLISH_UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ");
const ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ARABIC: Record<string, number> = {
  صفر: 0,
  واحد: 1,
  واحدة: 1,
  احد: 1,
  احدى: 1,
  اثنان: 2,
  اثنين: 2,
  اثنتان: 2,
  اثنتين: 2,
  اثنا: 2,
  اثنتا: 2,
  ثلاث: 3,
  ثلاثة: 3,
  اربع: 4,
  اربعة: 4,
  خمس: 5,
  خمسة: 5,
  ست: 6,
  ستة: 6,
  سبع: 7,
  سبعة: 7,
  ثمان: 8,
  ثماني: 8,
  ثمانية: 8,
  تسع: 9,
  تسعة: 9,
  عشر: 10,
  عشرة: 10,
  عشرون: 20,
  عشرين: 20,
  ثلاثون: 30,
  ثلاثين: 30,
  اربعون: 40,
  اربعين: 40,
  خمسون: 50,
  خمسين: 50,
  ستون: 60,
  ستين: 60,
  سبعون: 70,
  سبعين: 70,
  ثمانون: 80,
  ثمانين: 80,
  تسعون: 90,
  تسعين: 90,
  مئة: 100,
  مائة: 100,
  مئتان: 200,
  مئتين: 200,
};

const HUNDREDS = ["ثلاث", "اربع", "خمس", "ست", "سبع", "ثمان", "تسع"].flatMap((stem, at) =>
  ["مئة", "مائة", "مئه", "مائه"].map((hundred) => [stem + hundred, (at + 3) * 100] as const)
);

/** Words that count, in both languages, by their value. */
export const UNIT_WORDS: ReadonlyMap<string, number> = new Map([
  ...ENGLISH_UNITS.map((word, at) => [word, at] as const),
  ...ENGLISH_TENS.map((word, at) => [word, 20 + at * 10] as const),
  ...Object.entries(ARABIC),
  ...HUNDREDS,
]);
const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["مئة", 100],
  ["مائة", 100],
  ...Object.entries(SCALES).filter(([word]) => word.length > 2).map(([word, value]) =>
    [foldArabic(word).replace(/ا$/u, ""), value] as const
  ),
]);
const FRACTIONS = new Set(
  "none half halves third thirds quarter quarters dozen double twice نصف ربع ثلث ثلثان ضعف الفان الفين مليونان مليونين"
    .split(" "),
);
const AND = new Set(["and", "و"]);
const MOST_WORDS = 200;

/** The one number that a text spells out ("forty-two", «خمسة وعشرون»); undefined where there is none, or several. */
export function spelledNumber(text: string): number | undefined {
  const words = wordsOf(text);
  // Halves, ordinals and the dual are not read.
  if (
    words.some((word, at) =>
      FRACTIONS.has(word.replace(/^و/u, "")) || (word === "عشر" && words[at - 1]?.startsWith("ال"))
    )
  ) {
    return undefined;
  }
  const runs: number[] = [];
  let run: string[] = [];
  for (const word of [...words.slice(0, MOST_WORDS), ""]) {
    const counted = countWord(word);
    if (counted !== undefined) run.push(counted);
    else if (!(AND.has(word) && run.length > 0)) {
      if (run.length > 0) runs.push(valueOf(run));
      run = [];
    }
  }
  const distinct = new Set(runs);
  const [value] = runs;
  return distinct.size === 1 && value !== undefined
    ? (words.some((word) => MINUS.has(word)) ? -value : value)
    : undefined;
}

/** Whether a text spells any number at all. */
export function spellsANumber(text: string): boolean {
  const words = wordsOf(text);
  if (words.some((word) => FRACTIONS.has(word.replace(/^و/u, "")))) return true;
  // "one" and «واحد» are pronouns as often as numbers.
  return words.some((word) => {
    const counted = countWord(word);
    return counted !== undefined && (UNIT_WORDS.get(counted) ?? 2) !== 1;
  });
}

const MINUS = new Set(["minus", "negative", "سالب", "ناقص"]);

function wordsOf(text: string): string[] {
  return foldArabic(text.slice(0, 5000)).toLowerCase().match(/[\p{L}]+/gu) ?? [];
}

function countWord(word: string): string | undefined {
  for (const shape of [word, word.replace(/^و/u, "")]) {
    if (UNIT_WORDS.has(shape) || MULTIPLIERS.has(shape)) return shape;
  }
  return undefined;
}

function valueOf(words: string[]): number {
  let total = 0;
  let part = 0;
  for (const word of words) {
    const times = MULTIPLIERS.get(word);
    if (times !== undefined && times >= 1000) {
      total += Math.max(part, 1) * times;
      part = 0;
    } else if (times !== undefined && part > 0 && part < 10) part *= times;
    else part += UNIT_WORDS.get(word) ?? times ?? 0;
  }
  return total + part;
}
