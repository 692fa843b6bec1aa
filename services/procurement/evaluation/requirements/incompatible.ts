/**
 * Closed classes with one value at a time: degrees, hours of service, currencies, languages. A sentence with
 * an incompatible value contradicts the requirement.
 */
import { asksForProperty, namesAlternative } from "./alternatives.ts";
import { countriesIn, isAbroad } from "./places.ts";
import { memoised, REQUIREMENT_TEXTS } from "./memoised.ts";
import { negationsIn } from "./stance.ts";
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

function isLowerDegree(requirementText: string, sentenceText: string): boolean {
  const [required, stated] = [degreesIn(requirementText), degreesIn(sentenceText)];
  return required.length > 0 && stated.length > 0 && Math.max(...stated) < Math.min(...required);
}

const ALWAYS =
  /\broundclock\b|\b(?:permanent|permanently|day and night|24 hours?)\b|(?<!\p{L})(?:ليلا ونهارا|24 ساعه)(?!\p{L})/u;
const WHOLE_TIME = /\bfull ?-?time\b|\bfulltime\b|(?<!\p{L})(?:متفرغ\p{L}*|بدوام كامل|دوام كامل)(?!\p{L})/u;
const PART_TIME =
  /\bpart ?-?time\b|\bhalf(?:-| )?days?\b|\b(?:one|two|three|four|[1-4]) (?:half )?days? (?:a|each|every|in the) week\b|\b(?:one|two|three|four|[1-4]) days? weekly\b|(?<!\p{L})(?:دوام جزئي|بدوام جزئي|جزئي\p{L}* الدوام|(?:يوم|يوما) واحدا? (?:في الاسبوع|اسبوعيا)|(?:يومين|يومان|3 ايام|ثلاثه ايام|اربعه ايام) (?:في الاسبوع|اسبوعيا|من كل اسبوع))(?!\p{L})/u;
const HOURS =
  /\b(?:office|working|business|daytime) hours\b|\bfrom (?:\d{1,2}|six|seven|eight|nine|ten)(?::\d\d| 00| 30)? ?(?:am|a m)?(?: in the morning)? (?:to|until|till) (?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|midnight)\b|\bbetween (?:\d{1,2}|six|seven|eight|nine)(?::\d\d)? ?(?:am)? and (?:\d{1,2}|four|five|six|seven|eight|nine|ten)\b|\b(?:\d{1,2}|six|seven|eight|nine) (?:am )?to (?:\d{1,2}|four|five|six|seven|eight|nine|ten)(?: ?pm)?\b|(?<!\p{L})(?:ساعات|اوقات) (?:الدوام|العمل)(?: الرسمي\p{L}*)?(?!\p{L})|(?<!\p{L})من (?:الساعه )?(?:ال)?(?:\d{1,2}|سادسه|سابعه|ثامنه|تاسعه|عاشره)(?: صباحا)? (?:الي|حتي) (?:الساعه )?(?:ال)?(?:\d{1,2}|ثانيه|ثالثه|رابعه|خامسه|سادسه|سابعه|ثامنه|تاسعه|عاشره)(?: \p{L}+)?(?!\p{L})/u;

function isLessTime(requirementText: string, sentenceText: string): boolean {
  if (WHOLE_TIME.test(requirementText)) return PART_TIME.test(sentenceText) && !WHOLE_TIME.test(sentenceText);
  return ALWAYS.test(requirementText) && !ALWAYS.test(sentenceText) &&
    (HOURS.test(sentenceText) || PART_TIME.test(sentenceText));
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

function isOtherCurrency({ normal, quantities }: ParsedRequirement, sentenceText: string): boolean {
  const [required, stated] = [currenciesIn(normal), currenciesIn(sentenceText)];
  return quantities.length === 0 && required.length > 0 && stated.length > 0 && PRICED_IN.test(normal) &&
    PRICED_IN.test(sentenceText) && !stated.some((code) => required.includes(code));
}

/** Class and degree nouns, which also occur with other topics. */
const NOUNS =
  /^(?:clas|grad|categor|categ|degree|degr|master|bachel|phd|ar:(?:درج|فئ|صنف|اجستر|بكلرس|هندس|شهد|اول|ثن|ثلث|ربع|علي|اعل))/;
const LESSER = /\b(?:deputy|assistant|vice|junior|trainee)\b|(?<!\p{L})(?:نائب|مساعد|متدرب)\p{L}*(?!\p{L})/u;

/** Whether the sentence assigns the class or degree to something else. */
function isOther(
  { terms, normal }: ParsedRequirement,
  { normal: stated, stems }: Pick<Statement, "normal" | "stems">,
): boolean {
  if (LESSER.test(stated) && !LESSER.test(normal)) return true;
  const topicStems = terms.filter((term) => !NOUNS.test(term));
  return topicStems.length > 0 && !topicStems.some((term) => stems.has(term));
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

/** A negated language: `and not in French`. */
const NOT_IN =
  /(?: and|,)? (?:will |are |is |do |does )?not\b.*|(?<!\p{L})و?(?:لن|لا|لم|ليست?|غير)(?!\p{L}).*/su;

/**
 * Whether the sentence names only other languages: `The manuals are in English only`, where Arabic is
 * required.
 */
function isOtherLanguage(requirementText: string, sentenceText: string): boolean {
  if (!ONLY_IN.test(sentenceText)) return false;
  const [required, stated] = [languagesIn(requirementText), languagesIn(sentenceText.replace(NOT_IN, ""))];
  return required.length > 0 && stated.length > 0 && !stated.some((language) => required.includes(language));
}

/** Verbs of storing and making at a place. A branch or client may be elsewhere. */
const LOCATED =
  /\b(?:stored|kept|hosted|located|held|processed|saved|processed|made|manufactured|produced|assembled|bottled|printed|stands?|runs?|reside[sd]?|come from|origin|our (?:only|sole))\b|(?<!\p{L})[وف]?(?:[تي]حفظ|محفوظ\p{L}*|[تي]عالج|معالج\p{L}*|[تي]خزن|مخزن\p{L}*|[تي]ستضاف|مستضاف\p{L}*|نستضيف\p{L}*|نخزن\p{L}*|نحفظ\p{L}*|انتاج|[تي]نتج|تصنع|يصنع|مصنوع\p{L}*|صنعت|صنع|تقع|يقع|موجود\p{L}*|\p{L}+نا (?:الوحيده?))(?!\p{L})/u;

/** Whether the requirement names a country and the sentence places the thing in others. */
export function isKeptAbroad(
  { normal }: Pick<ParsedRequirement, "normal">,
  statement: Pick<Statement, "normal">,
): boolean {
  return isAbroad(normal, statement.normal) && LOCATED.test(statement.normal);
}

const NEW = /\b(?:brand-?|all )?new\b|(?<!\p{L})(?:ال)?جديد\p{L}{0,2}(?!\p{L})/u;
const USED =
  /\b(?:refurbished|second-?hand|reconditioned|overhauled|pre-?owned)\b|(?<!\p{L})(?:ال)?(?:مستعمل\p{L}{0,2}|مجدد\p{L}{0,2})(?!\p{L})/u;

/** Whether the requirement asks for new items and the sentence offers used ones. */
function isUsed(requirementText: string, sentenceText: string): boolean {
  return NEW.test(requirementText) && !NEW.test(sentenceText) && USED.test(sentenceText) &&
    !REFUSES.test(sentenceText) &&
    negationsIn(sentenceText) === 0;
}

const REFUSES = /\b(?:refus|reject|return)\w*|رفض|[نيت]عيد/u;

/** Whether a requirement names a value of a closed class. */
const isRanked: (requirementText: string) => boolean = memoised(
  (requirementText) =>
    degreesIn(requirementText).length > 0 || WHOLE_TIME.test(requirementText) ||
    ALWAYS.test(requirementText) || currenciesIn(requirementText).length > 0 ||
    isLowerGrade(requirementText, "class f licence") || countriesIn(requirementText).length > 0 ||
    languagesIn(requirementText).length > 0 || NEW.test(requirementText) || asksForProperty(requirementText),
  ...REQUIREMENT_TEXTS,
);

/** Whether a sentence names a value that excludes the required one. */
export function namesIncompatible(requirement: ParsedRequirement, { normal, stems }: Statement): boolean {
  if (requirement.prohibits) {
    return isKeptAbroad(requirement, { normal }) && requirement.terms.some((term) => stems.has(term));
  }
  if (!isRanked(requirement.normal)) return false;
  if (isOtherCurrency(requirement, normal)) return true;
  if (!requirement.terms.some((term) => stems.has(term))) return false;
  if (
    isKeptAbroad(requirement, { normal }) || isOtherLanguage(requirement.normal, normal) ||
    isUsed(requirement.normal, normal) || namesAlternative(requirement.normal, normal)
  ) return true;
  if (isOther(requirement, { normal, stems })) return false;
  return isLowerGrade(requirement.normal, normal) || isLowerDegree(requirement.normal, normal) ||
    isLessTime(requirement.normal, normal);
}
