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
const FILLER = /^(?:and|و|فقط|لا|say|of|the|sum|a|مبلغ|مبلغا|وقدره|قدره|وقدرها)$/;

/** Parts of the number that is being read. */
interface Parts {
  whole: number;
  group: number;
  isOpen: boolean;
}

const NONE: Parts = { whole: 0, group: 0, isOpen: false };

function withWord({ whole, group }: Parts, word: string): Parts | undefined {
  const unit = UNITS.get(word);
  if (unit !== undefined) {
    const isCounted = unit === 100 && group % 100 > 0 && group % 100 < 10;
    return { whole, group: isCounted ? group + (group % 100) * 99 : group + unit, isOpen: true };
  }
  if (word === "hundred") return { whole, group: Math.max(1, group) * 100, isOpen: true };
  const scale = SCALES.get(word);
  if (!scale) return undefined;
  const counted = scale.dual ? 2 : Math.max(1, group);
  // "Two lakh five thousand", but never a larger scale behind a smaller one.
  return { whole: whole + counted * scale.times, group: 0, isOpen: true };
}

/** The amount that a text spells out; undefined if a word of it is unknown, or two amounts are. */
export function spelledAmount(text: string): number | undefined {
  const words = fold(text).replace(/[-(),.،؛:"“”/*#=]/g, " ").split(/\s+/).filter((word) => word !== "");
  let parts = NONE;
  const amounts: { value: number; isMinor: boolean }[] = [];
  // "Dinars eighty-six, fils nine hundred" beside "eighty-six dinars, nine hundred fils".
  let isCurrencyFirst = false;
  let isMinorNext = false;
  let [hasCurrency, hasEnd] = [false, false];
  const close = (isMinor: boolean) => {
    if (parts.isOpen) amounts.push({ value: parts.whole + parts.group, isMinor });
    parts = NONE;
  };
  for (const word of words) {
    const more = withWord(parts, word) ?? (/^و./.test(word) ? withWord(parts, word.slice(1)) : undefined);
    if (more) {
      parts = more;
      continue;
    }
    if (MINOR.test(word)) {
      close(!isCurrencyFirst);
      isMinorNext = isCurrencyFirst;
      continue;
    }
    if (CURRENCY.test(word)) {
      hasCurrency = true;
      isCurrencyFirst ||= !parts.isOpen && amounts.length === 0;
      close(isMinorNext);
      continue;
    }
    if (ONLY.test(word)) {
      hasEnd = true;
      close(isMinorNext);
      break;
    }
    if (word === "فقط") hasEnd = true;
    if (FILLER.test(word)) continue;
    if (parts.isOpen || amounts.length > 0) return undefined;
  }
  close(isMinorNext);
  const [major, minor, ...others] = amounts;
  if (!major || major.isMinor || others.length > 0 || !(hasCurrency && hasEnd)) return undefined;
  if (minor && !minor.isMinor) return undefined;
  const share = OF_THOUSAND.test(words.join(" ")) ? 1000 : 100;
  if ((minor?.value ?? 0) >= share) return undefined;
  return major.value + (minor?.value ?? 0) / share;
}
