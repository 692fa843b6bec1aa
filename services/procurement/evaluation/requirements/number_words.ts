import { remembered } from "./remembered.ts";

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

/** Arabic number words, folded, without their ending of gender and case. */
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

const SCALES: [RegExp, number][] = [
  [/^(?:hundred|مئه|مائه)$/, 100],
  [/^(?:thousand|k|الف|الاف)$/, 1_000],
  [/^(?:million|mn|m|مليون|ملايين|مليونا)$/, 1_000_000],
  [/^(?:billion|bn|مليار|مليارات)$/, 1_000_000_000],
];

/** The number that a folded word is; digits too. */
export const numberOf: (word: string) => number | undefined = remembered((word) => {
  if (/^\d+(?:\.\d+)?$/.test(word)) return Number(word);
  if (Object.hasOwn(ENGLISH, word)) return ENGLISH[word];
  return ARABIC.find(([pattern]) => pattern.test(word))?.[1];
});

/** What a word like million multiplies the number before it by. */
export const scaleOf: (word: string) => number | undefined = remembered((word) =>
  SCALES.find(([pattern]) => pattern.test(word))?.[1]
);
