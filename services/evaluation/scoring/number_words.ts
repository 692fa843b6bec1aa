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
  مئتا: 200,
  مائتا: 200,
  مئتين: 200,
  مئتي: 200,
  مائتان: 200,
  مائتين: 200,
  مائتي: 200,
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
export const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["مئة", 100],
  ["مائة", 100],
  ...Object.entries(SCALES).filter(([word]) => word.length > 2).map(([word, value]) =>
    [foldArabic(word).replace(/ا$/u, ""), value] as const
  ),
]);

/** The Arabic dual of the multipliers, free and before a noun («مليونان», «مليوني درهم»). */
export const DUALS: ReadonlyMap<string, number> = new Map(
  ([["الف", 1e3], ["مليون", 1e6], ["مليار", 1e9]] as const).flatMap(([word, value]) =>
    ["ان", "ين", "ي"].map((ending) => [word + ending, 2 * value] as const)
  ),
);
/** Parts that may follow a number: "and a half", «ونصف». */
export const PARTS: ReadonlyMap<string, number> = new Map([
  ["half", 1 / 2],
  ["third", 1 / 3],
  ["quarter", 1 / 4],
  ["نصف", 1 / 2],
  ["ثلث", 1 / 3],
  ["ربع", 1 / 4],
  ["خمس", 1 / 5],
]);
