/** Amounts in words, in both languages: "eighty-six dinars and fils nine hundred only", "سبعة ملايين دينار لا غير". */
import { fold } from "lib/fold.ts";

const ENGLISH: Record<string, number> = Object.fromEntries(
  ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
    "eighteen nineteen").split(" ").map((word, value) => [word, value]),
);
"twenty thirty forty fifty sixty seventy eighty ninety".split(" ").forEach((word, at) =>
  ENGLISH[word] = (at + 2) * 10
);

/** Arabic number words in folded spelling. */
const ARABIC: [value: number, words: string][] = [
  [1, "واحد واحده احد احدي"],
  [2, "اثنان اثنين اثنتان اثنتين اثنا اثني اثنتا اثنتي"],
  [3, "ثلاثه ثلاث"],
  [4, "اربعه اربع"],
  [5, "خمسه خمس"],
  [6, "سته ست"],
  [7, "سبعه سبع"],
  [8, "ثمانيه ثماني ثمان"],
  [9, "تسعه تسع"],
  [10, "عشره عشر"],
  [20, "عشرون عشرين"],
  [30, "ثلاثون ثلاثين"],
  [40, "اربعون اربعين"],
  [50, "خمسون خمسين"],
  [60, "ستون ستين"],
  [70, "سبعون سبعين"],
  [80, "ثمانون ثمانين"],
  [90, "تسعون تسعين"],
  [100, "مائه مئه مايه ميه"],
  [200, "مائتان مائتين مئتان مئتين مائتا مئتا"],
  [300, "ثلاثمائه ثلاثمئه"],
  [400, "اربعمائه اربعمئه"],
  [500, "خمسمائه خمسمئه"],
  [600, "ستمائه ستمئه"],
  [700, "سبعمائه سبعمئه"],
  [800, "ثمانمائه ثمانمئه ثمانيمائه"],
  [900, "تسعمائه تسعمئه"],
];
const UNITS = new Map<string, number>([
  ...Object.entries(ENGLISH),
  ...ARABIC.flatMap(([value, words]) => words.split(" ").map((word): [string, number] => [word, value])),
]);
/** Words that multiply what stands before them; the dual is a number of its own. */
const SCALES = new Map<string, { times: number; dual?: true }>([
  ["thousand", { times: 1e3 }],
  ["lakh", { times: 1e5 }],
  ["million", { times: 1e6 }],
  ["crore", { times: 1e7 }],
  ...["الف", "الفا", "الاف"].map((word): [string, { times: number }] => [word, { times: 1e3 }]),
  ...["الفان", "الفين"].map((word): [string, { times: number; dual: true }] => [
    word,
    { times: 1e3, dual: true },
  ]),
  ...["مليون", "مليونا", "ملايين"].map((word): [string, { times: number }] => [word, { times: 1e6 }]),
  ...["مليونان", "مليونين"].map((word): [string, { times: number; dual: true }] => [
    word,
    { times: 1e6, dual: true },
  ]),
]);

const CURRENCY =
  /^(?:و|ب)?(?:ال)?(?:ريالا?|ريالات|درهما?|دراهم|دينارا?|دنانير|جنيها?|جنيهات|دولارا?|دولارات|يورو|قطريا?|سعوديا?|عمانيا?|كويتيا?|بحرينيا?|اماراتيا?|مصريا?|اردنيا?|عراقيا?|تونسيا?|مغربيا?|امريكيا?|قطريه|سعوديه|عمانيه|كويتيه|بحرينيه|مصريه|عراقيه)$|^(?:dirhams?|riyals?|rials?|dinars?|pounds?|dollars?|rupees?|euros?|aed|sar|qar|omr|kwd|bhd|egp|jod|iqd|usd|eur|gbp|inr|pkr|bahraini|qatari|saudi|omani|kuwaiti|emirati|uae|egyptian|jordanian|iraqi|indian|us|sterling)$/;
const MINOR =
  /^(?:و)?(?:ال)?(?:فلسا?|فلوس|هلله|هللات|بيسه|بيسات|قرشا?|قروش|سنتا?|مليما?|مليمات)$|^(?:fils|halalas?|baisas?|baizas?|cents?|piast(?:er|re)s?|paisa|paise|pence|pies)$/;
/** Currencies whose minor unit is a thousandth. */
const OF_THOUSAND = /دينار|دنانير|عماني|بيس|dinar|omani|baisa|baiza|bhd|kwd|omr|jod/;
const ONLY = /^(?:only|لاغير|غير)$/;
const FILLER = /^(?:لا|say|of|the|sum|a|مبلغ|مبلغا|وقدره|قدره|وقدرها)$/;

/** Parts of the number that is being read. */
interface Parts {
  whole: number;
  group: number;
  isOpen: boolean;
  /** Whether its words do not follow each other as in a number: "ten thirty five". */
  isBroken: boolean;
}

const NONE: Parts = { whole: 0, group: 0, isOpen: false, isBroken: false };

/** Whether a word may follow a group below a thousand: Arabic has units before tens. */
function mayFollow(group: number, unit: number, isArabic: boolean): boolean {
  const rest = group % 100;
  if (unit >= 100) return group === 0 || (unit === 100 && group < 10);
  if (unit >= 10) return rest === 0 || (isArabic && rest < 10);
  return rest === 0 || (rest >= 20 && rest % 10 === 0);
}

function withWord(parts: Parts, word: string): Parts | undefined {
  const { whole, group } = parts;
  const isArabic = /[ء-ي]/.test(word);
  const unit = UNITS.get(word);
  if (unit !== undefined) {
    const isBroken = parts.isBroken || !mayFollow(group, unit, isArabic);
    const isCounted = unit === 100 && group > 0 && group < 10;
    return { whole, group: isCounted ? group * 100 : group + unit, isOpen: true, isBroken };
  }
  if (word === "hundred") {
    return { whole, group: Math.max(1, group) * 100, isOpen: true, isBroken: parts.isBroken || group > 99 };
  }
  const scale = SCALES.get(word);
  if (!scale) return undefined;
  const counted = scale.dual ? 2 : Math.max(1, group);
  const isBroken = parts.isBroken || (scale.dual === true && group > 0) ||
    (whole > 0 && whole < counted * scale.times);
  return { whole: whole + counted * scale.times, group: 0, isOpen: true, isBroken };
}

interface Amount {
  value: number;
  isMinor: boolean;
}

/** Reads the words of a text one after the other. */
class Speller {
  readonly amounts: Amount[] = [];
  isValid = true;
  #parts = NONE;
  /** The number before the last "and", and the one since. */
  #before = NONE;
  #after = NONE;
  #isCurrencyFirst = false;
  #isMinorNext = false;
  hasCurrency = false;

  /** Whether a word is part of a number. */
  takesNumber(word: string): boolean {
    const isJoined = /^و./.test(word) && withWord(NONE, word) === undefined;
    const part = isJoined ? word.slice(1) : word;
    if (withWord(NONE, part) === undefined) return false;
    if (isJoined) this.takesAnd();
    this.#parts = withWord(this.#parts, part) ?? NONE;
    this.#after = withWord(this.#after, part) ?? NONE;
    return true;
  }

  takesAnd(): void {
    [this.#before, this.#after] = [this.#parts, NONE];
  }

  takesCurrency(): void {
    this.hasCurrency = true;
    this.#isCurrencyFirst ||= !this.#parts.isOpen && this.amounts.length === 0;
    this.close(this.#isMinorNext);
  }

  /** "Dinars eighty-six and fils nine hundred", "dinars eighty-six and nine hundred fils", "nine hundred fils". */
  takesMinor(isNumberNext: boolean): void {
    if (isNumberNext || !this.#isCurrencyFirst || this.amounts.length > 0) {
      this.close(!isNumberNext || !this.#isCurrencyFirst);
      this.#isMinorNext = isNumberNext;
      return;
    }
    const after = this.#after;
    this.#parts = this.#before;
    this.close(false);
    this.#parts = after;
    this.close(true);
  }

  close(isMinor = this.#isMinorNext): void {
    const { whole, group, isOpen, isBroken } = this.#parts;
    this.isValid &&= !isBroken;
    if (isOpen) this.amounts.push({ value: whole + group, isMinor });
    [this.#parts, this.#before, this.#after] = [NONE, NONE, NONE];
  }

  get isWithin(): boolean {
    return this.#parts.isOpen || this.amounts.length > 0;
  }
}

/** The amount that a text spells out; undefined if a word of it is unknown, or two amounts are. */
export function spelledAmount(text: string): number | undefined {
  const words = fold(text).replace(/[-(),.،؛:"“”/*#=]/g, " ").split(/\s+/).filter((word) => word !== "");
  const speller = new Speller();
  let hasEnd = false;
  for (const [at, word] of words.entries()) {
    if (speller.takesNumber(word)) continue;
    if (MINOR.test(word)) speller.takesMinor(withWord(NONE, words[at + 1] ?? "") !== undefined);
    else if (CURRENCY.test(word)) speller.takesCurrency();
    else if (word === "and" || word === "و") speller.takesAnd();
    else if (ONLY.test(word)) {
      hasEnd = true;
      if (speller.isWithin) break;
    } else if (word === "فقط") hasEnd = true;
    else if (!FILLER.test(word) && speller.isWithin) return undefined;
  }
  speller.close();
  return speller.isValid && speller.hasCurrency && hasEnd ? amountOf(speller.amounts, words) : undefined;
}

function amountOf([major, minor, ...others]: Amount[], words: string[]): number | undefined {
  if (!major || major.isMinor || others.length > 0 || (minor && !minor.isMinor)) return undefined;
  const share = OF_THOUSAND.test(words.join(" ")) ? 1000 : 100;
  return (minor?.value ?? 0) < share ? major.value + (minor?.value ?? 0) / share : undefined;
}
