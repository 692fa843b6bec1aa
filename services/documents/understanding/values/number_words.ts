/** Numbers and amounts written out in words, in English and Arabic: "six thousand and fils eighty only". */
import { fold } from "lib/fold.ts";

const UNITS = [
  "zero",
  "one واحد واحده احد احدي",
  "two اثنان اثنين اثنا اثني اثنتان اثنتين اثنتا",
  "three ثلاثه ثلاث",
  "four اربعه اربع",
  "five خمسه خمس",
  "six سته ست",
  "seven سبعه سبع",
  "eight ثمانيه ثماني ثمان",
  "nine تسعه تسع",
  "ten عشره عشر",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = [
  "twenty عشرون عشرين",
  "thirty ثلاثون ثلاثين",
  "forty fourty اربعون اربعين",
  "fifty خمسون خمسين",
  "sixty ستون ستين",
  "seventy سبعون سبعين",
  "eighty ثمانون ثمانين",
  "ninety تسعون تسعين",
];
/** Arabic hundreds are one word; English ones multiply the word before. */
const HUNDREDS: Record<number, string> = {
  100: "مائه مئه ميه",
  200: "مائتان مائتين مئتان مئتين مائتا مئتا",
  ...Object.fromEntries(
    ["ثلاث", "اربع", "خمس", "ست", "سبع", "ثمان", "تسع"].map((unit, i) => [
      (i + 3) * 100,
      ["مائه", "مئه", "ميه"].flatMap((hundred) => [
        `${unit}${hundred}`,
        ...(unit === "ثمان" ? [`${unit}ي${hundred}`] : []),
      ]).join(" "),
    ]),
  ),
};
const SCALES: Record<number, string> = {
  1e3: "thousand thousands الف الفا الاف",
  1e5: "lakh lakhs lac lacs",
  1e6: "million millions مليون مليونا ملايين",
  1e7: "crore crores",
  1e9: "billion billions مليار مليارا مليارات",
};
const TWICE: Record<number, string> = { 1e3: "الفان الفين الفا", 1e6: "مليونان مليونين مليوني" };

type Word = { is: "unit" | "hundreds" | "hundred" | "scale" | "twice"; value: number };

const WORDS = new Map<string, Word>();
function put(words: string, word: Word): void {
  for (const one of words.split(" ")) if (!WORDS.has(one)) WORDS.set(one, word);
}
UNITS.forEach((words, value) => put(words, { is: "unit", value }));
TENS.forEach((words, i) => put(words, { is: "unit", value: (i + 2) * 10 }));
put("hundred hundreds", { is: "hundred", value: 100 });
for (const [value, words] of Object.entries(HUNDREDS)) put(words, { is: "hundreds", value: Number(value) });
for (const [value, words] of Object.entries(SCALES)) put(words, { is: "scale", value: Number(value) });
for (const [value, words] of Object.entries(TWICE)) put(words, { is: "twice", value: Number(value) });

/** The word of a token, which in Arabic may begin with "and". */
function wordOf(token: string): Word | undefined {
  return WORDS.get(token) ?? (token.startsWith("و") ? WORDS.get(token.slice(1)) : undefined);
}

interface Run {
  value: number;
  from: number;
  /** The index after its last word. */
  to: number;
}

/** The numbers in a list of words. */
function runsIn(tokens: string[]): Run[] {
  const runs: Run[] = [];
  let [whole, part, from] = [0, 0, -1];
  const end = (to: number) => {
    if (from >= 0) runs.push({ value: whole + part, from, to });
    [whole, part, from] = [0, 0, -1];
  };
  for (const [at, token] of tokens.entries()) {
    const word = wordOf(token);
    const joins = from >= 0 && (token === "and" || token === "و") && wordOf(tokens[at + 1] ?? "");
    if (!word && !joins) end(at);
    if (!word) continue;
    if (from >= 0 && !goesOn(part, word, tokens[at - 1] === "and")) end(at);
    if (from < 0) from = at;
    if (word.is === "unit") part += word.value;
    // "ثلاث مائة" are two words, "ألف ومائة" is a sum.
    else if (word.is === "hundreds") {
      part = part > 2 && part < 10 && word.value === 100 && !token.startsWith("و")
        ? part * 100
        : part + word.value;
    } else if (word.is === "hundred") part = Math.max(1, part) * 100;
    else {
      whole += Math.max(1, part) * word.value * (word.is === "twice" ? 2 : 1);
      part = 0;
    }
  }
  end(tokens.length);
  return runs;
}

/** Whether a word belongs to the number before it: "twenty" and "two", "أربعة" and "ستون", but not "two and sixty". */
function goesOn(part: number, { is, value }: Word, isAnd: boolean): boolean {
  const below = part % 100;
  if (is === "hundreds") return part < 10;
  if (is !== "unit" || below === 0) return true;
  return below >= 20 ? below % 10 === 0 && value < 10 && !isAnd : below < 10 && value >= 10 && !isAnd;
}

const MAJOR =
  /^و?(?:ال)?(?:dirhams?|dhs?|ri[iy]?als?|riyals?|dinars?|pounds?|dollars?|rupees?|euros?|liras?|shillings?|درهما?|دراهم|ريالا?|ريالات|دينارا?|دنانير|جنيها?|جنيهات|دولارا?|دولارات|يورو|ليره|ليرات|روبيه|روبيات|[a-z]{3})$/u;
/** Parts of currencies, with the number of them in a whole; undefined where that depends on the currency. */
const MINOR: [RegExp, number | undefined][] = [
  [/^و?(?:fils|فلسا?|فلوس)$/u, undefined],
  [/^و?(?:baisas?|baiza|بيسه|بيسات|millimes?|مليما?|مليمات)$/u, 1000],
  [
    /^و?(?:halalas?|halalah|هلله|هللات|piast(?:er|re)s?|قرشا?|قروش|cents?|سنتا?|سنتات|centimes?|سنتيما?|paise|paisa|pence|dirhams?|درهما?|دراهم)$/u,
    100,
  ],
];
/** Words that stand before an amount in words. */
const BEFORE =
  /^(?:words?|only|of|in|say|sum|amount|rupees|فقط|وقدره|قدره|كتابه|بالحروف|حروفا|بالاحرف|مبلغ|مبلغا|وقيمته)$/u;
const AFTER = /^(?:only|no|لا|فقط|لاغير|and|و|net)$/u;
/** Whether a text says that it is an amount in words. */
const SAYS = /(?<!\p{L})(?:only|in words|sum of|say|فقط|لا ?غير|كتابه|بالحروف|بالاحرف|حروفا|وقدره)(?!\p{L})/u;
const MOST_TOKENS = 60;
const LONGEST = 400;

/** Names of countries between a number and its currency: "Qatari Riyals". */
const COUNTRY =
  /^(?:u\.?a\.?e|u\.?s|united|arab|emirates|states|emirati|saudi|qatari?|omani?|kuwaiti?|bahraini?|egyptian|jordanian|iraqi|moroccan|tunisian|algerian|libyan|yemeni|indian|pakistani?|british|canadian|australian)$/;
/** The most words between or after. */
const ADJECTIVES = 2;

/**
 * The amount written out in a text, if all its words are known: `fils` is the number of fils in a whole. Undefined also
 * where an unknown word stands beside it, which may be a misread part of the number.
 */
export function amountInWords(text: string, fils: number): number | undefined {
  const folded = fold(text.slice(0, LONGEST));
  const tokens = withoutSpecks(
    folded.split(/[^\p{L}\p{N}.]+/u).map((token) => token.replace(/\.+$/, "")).filter((token) => token !== "")
      .slice(0, MOST_TOKENS),
  );
  const runs = runsIn(tokens);
  const [first, second] = runs;
  const isAlone = first?.from === 0 && tokens.length - (runs.at(-1)?.to ?? 0) <= ADJECTIVES;
  if (!isAlone && !SAYS.test(folded)) return undefined;
  if (!first || first.value <= 0 || !isBounded(tokens, first)) return undefined;
  const part = minorOf(tokens, { after: first.to, run: second, fils });
  return part === undefined ? undefined : Math.round((first.value + part) * 1000) / 1000;
}

/** The tokens without the strokes that a scan reads as a digit between two words: "ألف ريال ١ يمني". */
function withoutSpecks(tokens: string[]): string[] {
  const isWord = (token: string | undefined) =>
    token !== undefined && /^\p{Script=Arabic}+$/u.test(token) &&
    MINOR.every(([names]) => !names.test(token));
  return tokens.filter((token, at) =>
    !/^\d$/.test(token) || !isWord(tokens[at - 1]) || !isWord(tokens[at + 1])
  );
}

/** Whether a text ends with a number in words, to which a currency behind it belongs. */
export function endsInNumber(text: string): boolean {
  const last = fold(text.slice(-LONGEST)).split(/[^\p{L}]+/u).findLast((token) => token !== "");
  return last !== undefined && wordOf(last) !== undefined;
}

function isBounded(tokens: string[], { from, to }: Run): boolean {
  const before = tokens[from - 1];
  const hasBefore = before === undefined || BEFORE.test(before) || MAJOR.test(before);
  const next = tokens.slice(to, to + 4);
  const unit = next.findIndex((token) => !COUNTRY.test(token));
  const hasAfter = MAJOR.test(next[unit] ?? "") || AFTER.test(next[0] ?? "") ||
    wordOf(next[0] ?? "") !== undefined ||
    (next.length === 0 && before !== undefined && MAJOR.test(before));
  return hasBefore && hasAfter;
}

/** The part of a whole that is named after it, 0 if there is none; undefined if its number cannot be read. */
function minorOf(
  tokens: string[],
  { after, run, fils }: { after: number; run: Run | undefined; fils: number },
): number | undefined {
  // The currency itself may have the name of another's part: "درهم".
  const rest = tokens.slice(after);
  const major = rest.findIndex((token) => MAJOR.test(token));
  const unit = tokens.findIndex((token, at) =>
    at >= after + (major >= 0 && major <= ADJECTIVES ? major + 1 : 0) &&
    MINOR.some(([names]) => names.test(token))
  );
  if (unit < 0) return run && /\d/.test(rest.join("")) ? undefined : run === undefined ? 0 : undefined;
  const perWhole = MINOR.find(([names]) => names.test(tokens[unit] ?? ""))?.[1] ?? fils;
  const written = [tokens[unit - 1], tokens[unit + 1]].find((token) => /^و?\d{1,3}$/.test(token ?? ""));
  if (written !== undefined) return Number(written.replace("و", "")) / perWhole;
  if (run && (run.to === unit || run.from === unit + 1) && run.value < perWhole) return run.value / perWhole;
  return undefined;
}
