/**
 * Closed classes of which a thing has one at a time: who names a lower grade or degree, hours of the day where it is
 * asked around the clock, or another currency, says that what is asked for is not there.
 */
import { asksForProperty, isAlternative } from "./alternatives.ts";
import { countriesIn, isAbroad } from "./places.ts";
import { memoised } from "./memoised.ts";
import { noesOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { isLowerGrade } from "./grades.ts";

const DEGREES: [RegExp, number][] = [
  [/\b(?:ph d|phd|doctorate|doctoral)\b|(?<!\p{L})(?:ال|ب|لل)*دكتورا[هت]?(?!\p{L})/u, 4],
  [/\b(?:master|masters|master's|msc|m sc|mba|meng|m eng)\b|(?<!\p{L})(?:ال|ب|لل)*ماجستير(?!\p{L})/u, 3],
  [
    /\b(?:bachelor|bachelors|bachelor's|bsc|b sc|beng|b eng|b tech|btech)\b|(?<!\p{L})(?:ال|ب|لل)*بكالوريوس(?!\p{L})/u,
    2,
  ],
  [/\b(?:diploma|higher diploma)\b|(?<!\p{L})(?:ال|ب|لل)*دبلوم(?!\p{L})/u, 1],
  [/\b(?:secondary|high school)\b|(?<!\p{L})(?:ال|ب|لل)*ثانويه(?!\p{L})/u, 0],
];

function degreesIn(normal: string): number[] {
  return DEGREES.filter(([name]) => name.test(normal)).map(([, level]) => level);
}

function isLowerDegree(asks: string, says: string): boolean {
  const [asked, said] = [degreesIn(asks), degreesIn(says)];
  return asked.length > 0 && said.length > 0 && Math.max(...said) < Math.min(...asked);
}

const ALWAYS =
  /\broundclock\b|\b(?:permanent|permanently|day and night|24 hours?)\b|(?<!\p{L})(?:ليلا ونهارا|24 ساعه)(?!\p{L})/u;
const WHOLE_TIME = /\bfull ?-?time\b|\bfulltime\b|(?<!\p{L})(?:متفرغ\p{L}*|بدوام كامل|دوام كامل)(?!\p{L})/u;
const PART_TIME =
  /\bpart ?-?time\b|\bhalf(?:-| )?days?\b|\b(?:one|two|three|four|[1-4]) (?:half )?days? (?:a|each|every|in the) week\b|\b(?:one|two|three|four|[1-4]) days? weekly\b|(?<!\p{L})(?:دوام جزئي|بدوام جزئي|جزئي\p{L}* الدوام|(?:يوم|يوما) واحدا? (?:في الاسبوع|اسبوعيا)|(?:يومين|يومان|3 ايام|ثلاثه ايام|اربعه ايام) (?:في الاسبوع|اسبوعيا|من كل اسبوع))(?!\p{L})/u;
const HOURS =
  /\b(?:office|working|business|daytime) hours\b|\bfrom (?:\d{1,2}|six|seven|eight|nine|ten)(?::\d\d| 00| 30)? ?(?:am|a m)?(?: in the morning)? (?:to|until|till) (?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|midnight)\b|\bbetween (?:\d{1,2}|six|seven|eight|nine)(?::\d\d)? ?(?:am)? and (?:\d{1,2}|four|five|six|seven|eight|nine|ten)\b|\b(?:\d{1,2}|six|seven|eight|nine) (?:am )?to (?:\d{1,2}|four|five|six|seven|eight|nine|ten)(?: ?pm)?\b|(?<!\p{L})(?:ساعات|اوقات) (?:الدوام|العمل)(?: الرسمي\p{L}*)?(?!\p{L})|(?<!\p{L})من (?:الساعه )?(?:ال)?(?:\d{1,2}|سادسه|سابعه|ثامنه|تاسعه|عاشره)(?: صباحا)? (?:الي|حتي) (?:الساعه )?(?:ال)?(?:\d{1,2}|ثانيه|ثالثه|رابعه|خامسه|سادسه|سابعه|ثامنه|تاسعه|عاشره)(?: \p{L}+)?(?!\p{L})/u;

function isLessTime(asks: string, says: string): boolean {
  if (WHOLE_TIME.test(asks)) return PART_TIME.test(says) && !WHOLE_TIME.test(says);
  return ALWAYS.test(asks) && !ALWAYS.test(says) && (HOURS.test(says) || PART_TIME.test(says));
}

const CURRENCIES: [RegExp, string][] = [
  [/\b(?:aed|dirhams?)\b|(?<!\p{L})(?:ال|ب|بال)?(?:درهم|دراهم)(?!\p{L})/u, "aed"],
  [/\b(?:usd|dollars?)\b|(?<!\p{L})(?:ال|ب|بال)?دولار(?!\p{L})/u, "usd"],
  [/\b(?:eur|euros?)\b|(?<!\p{L})(?:ال|ب|بال)?يورو(?!\p{L})/u, "eur"],
  [/\bqar\b|(?<!\p{L})(?:ال|ب|بال)?ريال ال?قطري/u, "qar"],
  [/\bomr\b|(?<!\p{L})(?:ال|ب|بال)?ريال ال?عماني/u, "omr"],
  [/\bsar\b|(?<!\p{L})(?:ال|ب|بال)?ريال ال?سعودي/u, "sar"],
  [/\b(?:dinars?|kwd|bhd)\b|(?<!\p{L})(?:ال|ب|بال)?دينار/u, "din"],
  [/\b(?:gbp|pounds? sterling|sterling)\b|(?<!\p{L})استرليني/u, "gbp"],
];
const PRICED_IN =
  /\b(?:pric|quot|bid|offer|invoic|rate|amount|currenc)\w*\b|(?<!\p{L})(?:ال|ب|لل|و)*(?:سعر|اسعار|عرض|تسعير|فواتير|فاتوره|مبالغ|عمله)\p{L}*/u;

function currenciesIn(normal: string): string[] {
  return CURRENCIES.filter(([name]) => name.test(normal)).map(([, code]) => code);
}

function isOtherCurrency({ normal, quantities }: ParsedRequirement, says: string): boolean {
  const [asked, said] = [currenciesIn(normal), currenciesIn(says)];
  return quantities.length === 0 && asked.length > 0 && said.length > 0 && PRICED_IN.test(normal) &&
    PRICED_IN.test(says) && !said.some((code) => asked.includes(code));
}

/** The nouns of classes and degrees, which are named of other things too. */
const NOUNS =
  /^(?:clas|grad|categor|categ|degree|degr|master|bachel|phd|ar:(?:درج|فئ|صنف|اجستر|بكلرس|هندس|شهد|اول|ثن|ثلث|ربع|علي|اعل))/;
const LESSER = /\b(?:deputy|assistant|vice|junior|trainee)\b|(?<!\p{L})(?:نائب|مساعد|متدرب)\p{L}*(?!\p{L})/u;

/** A class or a degree is told of something else. */
function isOther(
  { terms, normal }: ParsedRequirement,
  { normal: said, stems }: Pick<Statement, "normal" | "stems">,
): boolean {
  if (LESSER.test(said) && !LESSER.test(normal)) return true;
  const things = terms.filter((term) => !NOUNS.test(term));
  return things.length > 0 && !things.some((term) => stems.has(term));
}

const LANGUAGES: [RegExp, string][] = [
  [/\barabic\b|(?<!\p{L})(?:ال|بال|لل|وال)?عربيه(?!\p{L})/u, "arabic"],
  [
    /\benglish\b|(?<!\p{L})(?:ال|بال|لل|وال)?ا?نجليزيه(?!\p{L})|(?<!\p{L})(?:ال|بال|لل|وال)?انكليزيه(?!\p{L})/u,
    "english",
  ],
  [/\bfrench\b|(?<!\p{L})(?:ال|بال|لل|وال)?فرنسيه(?!\p{L})/u, "french"],
  [/\bgerman\b|(?<!\p{L})(?:ال|بال|لل|وال)?المانيه(?!\p{L})/u, "german"],
  [/\bchinese\b|(?<!\p{L})(?:ال|بال|لل|وال)?صينيه(?!\p{L})/u, "chinese"],
  [/\b(?:urdu|hindi)\b|(?<!\p{L})(?:ال|بال|لل|وال)?(?:اورديه|اردو|هنديه)(?!\p{L})/u, "urdu"],
  [/\bturkish\b|(?<!\p{L})(?:ال|بال|لل|وال)?تركيه(?!\p{L})/u, "turkish"],
];
const ONLY_IN = /\b(?:only|alone|solely|exclusively)\b|(?<!\p{L})(?:فقط|وحدها|حصرا|لا غير)(?!\p{L})/u;

function languagesIn(normal: string): string[] {
  return LANGUAGES.filter(([name]) => name.test(normal)).map(([, language]) => language);
}

/** A clause that denies a language: `and not in French`. */
const NOT_IN =
  /(?: and|,)? (?:will |are |is |do |does )?not\b.*|(?<!\p{L})و?(?:لن|لا|لم|ليست?|غير)(?!\p{L}).*/su;

/** `The manuals are in English only`, where Arabic ones are asked for. */
function isOtherLanguage(asks: string, says: string): boolean {
  if (!ONLY_IN.test(says)) return false;
  const [asked, said] = [languagesIn(asks), languagesIn(says.replace(NOT_IN, ""))];
  return asked.length > 0 && said.length > 0 && !said.some((language) => asked.includes(language));
}

/** Things that are kept or made somewhere; a branch or a client may be elsewhere besides. */
const LOCATED =
  /\b(?:stored|kept|hosted|located|held|processed|saved|processed|made|manufactured|produced|assembled|bottled|printed|stands?|runs?|reside[sd]?|come from|origin|our (?:only|sole))\b|(?<!\p{L})[وف]?(?:[تي]حفظ|محفوظ\p{L}*|[تي]عالج|معالج\p{L}*|[تي]خزن|مخزن\p{L}*|[تي]ستضاف|مستضاف\p{L}*|نستضيف\p{L}*|نخزن\p{L}*|نحفظ\p{L}*|انتاج|[تي]نتج|تصنع|يصنع|مصنوع\p{L}*|صنعت|صنع|تقع|يقع|موجود\p{L}*|\p{L}+نا (?:الوحيده?))(?!\p{L})/u;

/** Whether a thing must be in a country and is kept in others, by whomever. */
export function isKeptAbroad(
  { normal }: Pick<ParsedRequirement, "normal">,
  said: Pick<Statement, "normal">,
): boolean {
  return isAbroad(normal, said.normal) && LOCATED.test(said.normal);
}

const NEW = /\b(?:brand-?|all )?new\b|(?<!\p{L})(?:ال)?جديد\p{L}{0,2}(?!\p{L})/u;
const USED =
  /\b(?:refurbished|second-?hand|reconditioned|overhauled|pre-?owned)\b|(?<!\p{L})(?:ال)?(?:مستعمل\p{L}{0,2}|مجدد\p{L}{0,2})(?!\p{L})/u;

/** New ones are asked for, and plainly used ones offered. */
function isUsed(asks: string, says: string): boolean {
  return NEW.test(asks) && !NEW.test(says) && USED.test(says) && !REFUSES.test(says) &&
    noesOf(says) === 0;
}

const REFUSES = /\b(?:refus|reject|return)\w*|رفض|[نيت]عيد/u;

/** Whether a requirement names one of such a class. */
const isRanked: (asks: string) => boolean = memoised((asks) =>
  degreesIn(asks).length > 0 || WHOLE_TIME.test(asks) || ALWAYS.test(asks) || currenciesIn(asks).length > 0 ||
  isLowerGrade(asks, "class f licence") || countriesIn(asks).length > 0 || languagesIn(asks).length > 0 ||
  NEW.test(asks) || asksForProperty(asks)
);

/** Whether a sentence names a thing that excludes the one that is asked for. */
export function namesIncompatible(wanted: ParsedRequirement, { normal, stems }: Statement): boolean {
  if (wanted.prohibits) {
    return isKeptAbroad(wanted, { normal }) && wanted.terms.some((term) => stems.has(term));
  }
  if (!isRanked(wanted.normal)) return false;
  if (isOtherCurrency(wanted, normal)) return true;
  if (!wanted.terms.some((term) => stems.has(term))) return false;
  if (
    isKeptAbroad(wanted, { normal }) || isOtherLanguage(wanted.normal, normal) ||
    isUsed(wanted.normal, normal) || isAlternative(wanted.normal, normal)
  ) return true;
  if (isOther(wanted, { normal, stems })) return false;
  return isLowerGrade(wanted.normal, normal) || isLowerDegree(wanted.normal, normal) ||
    isLessTime(wanted.normal, normal);
}
