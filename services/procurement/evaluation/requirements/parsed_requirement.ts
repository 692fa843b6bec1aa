import { fold } from "lib/fold.ts";
import { datesIn } from "./dates.ts";
import { scaleOf } from "./number_words.ts";
import { normalized } from "./normal_form.ts";
import { quantitiesIn, type Quantity } from "./quantities.ts";
import { type Span, spanIn } from "./spans.ts";
import { isMoney } from "./units.ts";
import { isStopWord, requirementStem, stemOf, wordsOf } from "./words.ts";

/** A required quantity with its bound: minimum, maximum or exact. */
export interface RequiredQuantity extends Quantity {
  bound: "at least" | "at most" | "exactly";
}

/** A requirement, parsed once for all bids. */
export interface ParsedRequirement {
  text: string;
  normal: string;
  /** Whether it forbids something, so that a negation meets it. */
  prohibits: boolean;
  /** Stems of its topic words. */
  terms: string[];
  /** Stems of place and brand names, which have no synonyms. */
  names: string[];
  /** Numbers that serve as names, such as 9001. */
  identifiers: string[];
  quantities: RequiredQuantity[];
  /** The number of days that a sum covers: `EUR 90,000 over three years`. */
  term: number | undefined;
  /** The required range of temperatures or hours. */
  span: Span | undefined;
  /** The event must have happened within this number of days before the comparison. */
  recentDays: number | undefined;
  /** The day until which a document must be valid. */
  validUntil: string | undefined;
  /** The deadline for an action. */
  dueBy: string | undefined;
  /** Other dates that it names. */
  days: string[];
  /** Whether it applies to all items, so that an exception breaks it. */
  universal: boolean;
  /** Whether it lists several items, all of which are needed. */
  enumerates: boolean;
  /** Whether it asks for a possession, such as a certificate, licence or office. */
  possession: boolean;
  /** Stems of the words that غير negates. */
  negated: Set<string>;
}

/** Words about the bidder and the action rather than the required item. */
const FRAME =
  /^(?:provider|vendor|consultant|client|client's|clients|customer|employer|purchaser|authority|require|required|accepted|carried|out|via|equipped|performed|conducted|able|capable|necessary|furnish|furnished|(?:ال)?متعاقد|(?:ال)?عارض|(?:ال)?متقدمه|يلتزم|تلتزم|التزام|قد|مجال|القيام|يقوم|تقوم|بذلك)$/;
/** Whether a word only introduces a requirement or its bound. */
export function isBoilerplate(word: string): boolean {
  return FRAME.test(word) || BOUNDING.test(word);
}

const BOUNDING =
  /^(?:max|min|minimal|closing|previous|calendar|average|annual|متوسط|سنوي|سنويه|اخر|(?:[يت]|ال)?شترط|[يت]تمتع|اقصاه|اقصاها|(?:ال)?قصوي|(?:ال)?دنيا|موعد|بشكل|بصوره|بصفه|ضروره|وجوب|لازم|يلزم|تلزم|ينبغي|(?:ال)?مطلوب\p{L}?|غضون)$/u;
/** Words that forbid an action. */
const FORBIDDING =
  /^(?:permitted|permissible|allowed|forbidden|prohibited|banned|يمنع|تمنع|يحظر|تحظر|ممنوع|ممنوعه|محظور|محظوره|يجوز|مسموح|يسمح|تسمح)$/;
/** The topic that a unit implies: 2 TB is a capacity. */
const MEASURE =
  /^(?:capacity|volume|weight|size|period|duration|resolution|speed|(?:ال|ب|وال)?(?:سعه|سعته|سعتها|وزن|وزنه|وزنها|حجم|مده|كميه|سرعه|طاقه|قدره))$/;
const PROHIBITS =
  /\b(?:no|not|never|none|nothing|free (?:of|from)(?! (?:any )?(?:charge|cost|fee))|prohibited|forbidden)\b|(?<!\p{L})(?:ب?عدم|الا|خلو|لا|يمنع|يحظر|ممنوع|بلا)(?!\p{L})/u;
const NEUTRAL =
  /\bno (?:extra|additional) (?:charge|cost)s?\b|\bat no (?:extra |additional |further )?(?:charge|cost|fee|expense)s?\b/g;
const UNIVERSAL =
  /\b(?:all|every|each|any|whole|entire|full(?!-| time)|throughout|seven days)\b|(?<!\p{L})(?:جميع|كل|كافه|كامل|اي|طوال|طيله|كلها|كلهم)(?!\p{L})/u;
const ENUMERATES = /[,،/]|\band\b|&|(?<!\p{L})و(?: \d|\p{L}{3,})/u;
const AT_LEAST =
  /atleast|\bat least\b|\bminimum\b|(?<!\d ?)\bmin\b|\bor (?:more|better|higher|above|longer|greater)\b|\bmore than\b|\bover\b|\babove\b|\bupwards\b|علي الاقل|حد ادني|الحد الادني|كحد ادني|اكثر من|فاكثر|او اكثر|فما فوق|فاعلي|او اعلي|(?:لا|الا) [تي]نقص/u;
const AT_MOST =
  /atmost|\bat most\b|\bmaximum\b|\bmax\b|\bwithin\b|\bbelow\b|\bless than\b|\bunder\b|\bup to\b|\bor (?:less|lower|below|fewer|finer|colder|cooler)\b|accuracy|tolerance|ادق|دقه القياس|\blimited to\b|\bceiling (?:of|at|on)\b|خلال|at (?:the )?most\b|\bat the latest\b|علي (?:ال)?اكثر|علي ابعد تقدير|حد اقصي|الحد الاقصي|كحد اقصي|بحد اعلي|(?:ال)?حد (?:ال)?اعلي|اقل من|فاقل|او اقل|اقصاها|اقصاه|في غضون|(?:لا|الا) (?:[تي]زيد|[تي]تجاوز|[تي]تعدي)|سقف/u;
const NOT_ABOVE =
  /\bnot (?:to |be )?(?:go |rise |run |be |stand )?(?:above|over|beyond|exceed\w*)\b|(?:لا|الا) (?:[تي]زيد|[تي]تجاوز|[تي]تعدي)/u;
/** Accuracy: a smaller error is better. */
const ACCURACY =
  /\b(?:accuracy|accurate|precision|tolerance)\b|(?<!\p{L})(?:ال|ب)?(?:دقه|دقت\p{L}+)(?!\p{L})/u;
/** Insurance sums: more cover is better, even where a price is named. */
const COVER =
  /\b(?:bond|guarantee|insurance|indemnity|warranty)\b|(?<!\p{L})(?:ال)?(?:ضمان|كفاله|تامين)(?!\p{L})/u;
/** A weight that something bears, which is no weight of its own. */
const BEARS =
  /\b(?:bear|withstand|carry|support|hold|lift) (?:[\w-]+ ){0,3}(?:weights?|loads?)\b|(?<!\p{L})[يت]?ت?(?:حمل|رفع) (?:\p{L}+ ){0,2}(?:وزن|اوزان|حموله)/u;
const MORE_IS_BETTER =
  /warrant|\bprices? (?:\w+ )?(?:fixed|firm)|ثبات (?:ال)?اسعار|اسعار ثابت|maintenance|full load|runtime|endur|business|\btrade\b|established|practice|remain|licen[cs]e|subscri|لمده|صالح|يبقي|ممارس|نشاط|اشتراك|تراخيص|ترخيص|presence|attendance|free of charge|grace|صيانه|مجاني|حضور|تواجد|سماح|remain|spare|parts|retain|retention of (?:data|record|footage)|\bkept\b|keep|stock|autonomy|efficien|purity|shelf life|recycled|local content|saudi[sz]ation|emirati[sz]ation|omani[sz]ation|الاحتفاظ|حفظ|توطين|سعوده|تعمين|كفاء|نقاء|تركيز|guarant|experien|valid|insur|bond|cover|turnover|revenue|capital|memory|storage|uptime|availab|train|support|backup|content|capacity|bandwidth|speed|link|screen|engineer|staff|team|project|branch|spare|operation|ضمان|خبر|سريان|ساري|تامين|كفال|اعمال|راس المال|ذاكر|تخزين|توافر|توفر|تدريب|دعم|بطاري|احتياط|صلاحي|طاقه|انتاج|محتوي|سعه|سرعه|شاش|مهندس|فني|فريق|مشاريع|فروع|قطع|العمل في/u;
const LESS_IS_BETTER =
  /noise|sound level|consum|emission|weight|price|fee\b|fees\b|cost|\brate\b|older|\bage\b|distance|سعر|اجر|تكلف|مسافه|عمر|انبعاث|ضوضاء|استهلاك|وزن/u;
/** A smaller value is better only for ages: `the price includes parts for two years`. */
const AGE = /older|\bage\b|consum(?!ab)|distance|مسافه|عمر|استهلاك/u;
/** Payment terms: the number of days after an invoice. */
const PAYMENT =
  /\bpayments? (?:terms?|within|period|\d+|after|of invoices?|by the (?:client|buyer|employer)|is made)\b|\bpaid (?:within )?\d+ days\b|\bcredit (?:terms?|period)\b|(?<!\p{L})(?:ال)?(?:سداد|دفع) (?:\p{L}+ ){0,2}(?:خلال|بعد|\d+)/u;
const PAID_TO_OTHERS =
  /wage|salar|worker|staff|refund|compensat|claim|penalt|advance|discount|رواتب|اجور|عمال|موظف|تعويض|غرام|مقدم|خصم/u;
const STRICTLY_MOST =
  /\bmax(?:imum)?\b|(?<!\p{L})(?:ال)?حد (?:ال)?اعلي(?!\p{L})|atmost|\bceiling\b|\bcapped\b|(?<!\p{L})(?:ال)?قصوي(?!\p{L})/u;
const STRICTLY_LEAST = /atleast|\bat least\b|\bmin(?:imum)?\b|علي الاقل|حد ادني|الحد الادني/u;
/** Actions for which a shorter time is better. */
const SOONER_IS_BETTER =
  /deliver|turn ?around|dispatch|collect|arriv|attend|resolv|restor|return|install|erect|handover|hand over|lead time|وصول|تركيب|تسلم|اعاده|ازاله|payment|repair|replace|mobili[sz]|complet|استبدال|انجاز|تنفيذ|تسليم|توريد|استجاب|دفع|سداد|اصلاح|توصيل/u;

/** Properties for which a longer time is better. */
const LASTS =
  /\b(?:remain|stay|kept?)\w* (?:available|in stock|on stock)\b|\bspare parts?\b.{0,40}\bavailab|توفر قطع|توافر قطع/u;

/** Parses a requirement; `year` is the year of the comparison. */
export function parseRequirement(text: string, year: number): ParsedRequirement {
  const normal = normalized(text);
  const dates = /valid|until|expir|ساري|سريان|صلاحي|حتي/u.test(normal) ? datesIn(normal) : [];
  const undated = withoutDates(normal).replace(AT_CLOSING, " ");
  const words = wordsOf(undated);
  const all = quantitiesIn(words, { year, requirementText: true });
  const parted = groupedNumbers(text);
  const isName = ({ dimension, value, from, to }: Quantity) =>
    dimension === "count" && !parted.has(value) && !isScaled(words.slice(from, to)) &&
    (value >= 1000 && Number.isInteger(value) || /^(?:iso|ايزو|iec|en|bs)$/.test(words[from - 1] ?? ""));
  const names = all.filter(isName);
  const recentDays = all.find((one) => isRecentPeriod(words, one));
  // Not a dual of the counted noun, since both are named: باللغتين العربيه والانجليزيه.
  const isDual = ({ number, from, to }: Quantity) =>
    number === 2 && to === from + 1 && /(?:ين|ان)$/.test(words[from] ?? "") &&
    words.slice(to).some((word) => /^وال\p{L}{3,}/u.test(word));
  const counted = all.filter((one) =>
    one !== recentDays && !isName(one) && !isDual(one) && !(one.dimension === "count" && one.value === 1)
  );
  const taken = new Set(all.filter((one) => !isName(one)).flatMap(({ from, to }) => range(from, to)));
  const topicWords = words.filter((word, at) => !taken.has(at) && !isStopWord(word));
  const topicStems = topicWords.filter((word) =>
    !isBoilerplate(word) && !FORBIDDING.test(word) && !(recentDays && LATELY.test(word))
  );
  const measured = all.some(({ dimension }) => dimension !== "count");
  const named = topicStems.filter((word) => !(measured && MEASURE.test(word)));
  const terms = (named.length > 0 ? named : topicStems.length > 0 ? topicStems : topicWords).map(
    requirementStem,
  );
  const stated = undated.replace(NEUTRAL, " ");
  const negated = stemsAfterNegation(stated);
  const required = counted.map((one): RequiredQuantity => ({
    ...one,
    bound: boundOf(normal.replace(WITHIN_LATELY, " "), one),
  }));
  const term = termOf(required, words);
  return {
    text,
    normal,
    prohibits: PROHIBITS.test(stated),
    terms: [...new Set(terms)],
    names: namesIn(text).filter((name) => terms.includes(name)),
    identifiers: names.map(({ value }) => String(value)),
    recentDays: recentDays?.value,
    span: spanIn(normal),
    quantities: required.filter((one) => one !== term),
    term: term?.value,
    validUntil: dates[0],
    dueBy: DUE_BY.test(normal) && dates.length === 0 ? datesIn(normal)[0] : undefined,
    days: /\b(?:19|20)\d\d\b/.test(normal) && undated !== normal ? datesIn(normal) : [],
    universal: UNIVERSAL.test(normal),
    enumerates: ENUMERATES.test(undated),
    possession: POSSESSION.test(normal),
    negated,
  };
}

/** Whether a scale word makes a number a quantity: `20 thousand copies`, ٢٠ ألف نسخة. */
function isScaled(words: string[]): boolean {
  return words.length > 1 && words.some((word) => scaleOf(word) !== undefined);
}

/** Numbers with a thousands separator, which are no identifiers: `10,000 copies`. */
function groupedNumbers(text: string): Set<number> {
  const found = fold(text).matchAll(/(?<![\d.,])\d{1,3}(?:[,٬]\d{3})+(?!\d)/gu);
  return new Set([...found].map(([number]) => Number(number.replace(/[,٬]/g, ""))));
}

/** The duration that a maximum sum covers. */
function termOf(required: RequiredQuantity[], words: string[]): RequiredQuantity | undefined {
  const isSum = required.some(({ dimension, bound }) => isMoney(dimension) && bound === "at most");
  return isSum
    ? required.find(({ dimension, from }) => dimension === "days" && OVER.test(words[from - 1] ?? ""))
    : undefined;
}

const OVER = /^(?:over|for|across|during|مدي|مدار|لمده|خلال|عن|مده)$/;

const DUE_BY =
  /\b(?:by|before|not later than|no later than|atmost) (?:the )?(?:end of )?(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?<!\p{L})(?:قبل|في موعد اقصاه|بحلول|في موعد لا يتجاوز|atmost) (?:تاريخ |نهايه |يوم )?(?:\d|يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر)/u;
const WITHIN_LATELY =
  /\b(?:within|in|over|during) (?:each of )?(?:the )?(?=last|past|previous|preceding)|(?<!\p{L})(?:خلال|في غضون) (?=اخر |(?:ال)?\p{L}+ (?:\p{L}+ ){0,2}(?:الاخير|الماضي))/gu;
const LATELY = /^(?:last|past|previous|preceding|اخر|(?:ال)?(?:اخيره|ماضيه|سابقه|اخيرين|ماضيين))$/;

/** Whether a duration is a recent period: `in the last three audited years`, خلال السنوات الخمس الماضية. */
function isRecentPeriod(words: string[], { dimension, from, to }: Quantity): boolean {
  return dimension === "days" &&
    [words[from - 1], words[from - 2], words[to], words[to + 1]].some((word) => LATELY.test(word ?? ""));
}

/** Whether the requirement sets a maximum percentage or sum, which zero satisfies. */
export function limitsShare({ quantities }: ParsedRequirement): boolean {
  return quantities.some(({ bound, dimension }) =>
    bound === "at most" && (dimension === "percent" || isMoney(dimension))
  );
}

/**
 * Finds names: capitalised words within a sentence; in Arabic, definite or foreign words after a preposition
 * such as في.
 */
function namesIn(text: string): string[] {
  const latin = [...text.matchAll(/(?<=[\p{Ll}\d,;)] )\p{Lu}[\p{L}\d-]+/gu)].map(([name]) => name);
  const arabic = [
    ...text.matchAll(
      /(?<!\p{L})(?:في|بمدينة|مدينة|دولة|إمارة|محافظة|بمحافظة) (?:مدينة |دولة |إمارة )?(\p{L}{3,})/gu,
    ),
  ]
    .map(([, name = ""]) => name);
  return [...latin, ...arabic].map((name) => requirementStem(normalized(name).trim()));
}

/** Phrases for the day of the comparison. */
const AT_CLOSING =
  /\b(?:at|on|by|as of|as at|from|after|of) (?:the )?(?:(?:bid|tender|offer|proposal) )?(?:closing|submission|opening)(?: date| day| deadline| of (?:the )?(?:bids?|tenders?|offers?|envelopes))?\b|(?<!\p{L})(?:عند|في|حتي|وقت|من|بعد) (?:تاريخ |موعد |يوم )?(?:فتح المظاريف|فتح العروض|فتح العطاءات|(?:اقفال|اغلاق) (?:المناقصه|العطاءات?|باب \p{L}+)|تقديم (?:العطاءات?|العروض|العرض))(?!\p{L})/gu;

const POSSESSION =
  /certif|licen[cs]|regist|accredit|insur|office|branch|experien|member|شهاد|رخص|ترخيص|تسجيل|مسجل|اعتماد|معتمد|تامين|مكتب|فرع|خبر|عضوي/u;

/** Quantities without a preferred direction. */
const EITHER = /^(?:degrees|hertz|volts|amperes)$/;
/** Percentages and durations with an agreed value, where more is not better. */
const AGREED =
  /advance|sub-?contract|retention|penalt|liquidated|deduct|discount|payment|invoice|shift|notice|moisture|defect|reject|\bloss|working hours|at \d+ (?:days|hours)|باطن|غرام|مقدم|خصم|محتجز|سداد|دفع|ورديه|دوام|اشعار|رطوب/u;

/** Remaining time, such as shelf life: more is better. */
const LEFT_OVER =
  /\b(?:remaining|residual)\b|\bshelf life\b|(?<!\p{L})[بول]?(?:ال)?(?:صلاحيه|مده|عمر)\p{L}{0,2} (?:\p{L}+ )?(?:ال)?(?:متبقي\p{L}{0,2}|باقيه)/u;
/** `80 % of calls within 20 seconds`: the percentage counts those within the time. */
const SHARE_IN_TIME = /% (?:of|من) .{0,60}(?:\bwithin\b|\bin\b|\bunder\b|خلال|في غضون|atmost)/u;

function boundOf(normal: string, { dimension, countedStems }: Quantity): RequiredQuantity["bound"] {
  if (dimension === "percent" && SHARE_IN_TIME.test(normal) && !NOT_ABOVE.test(normal)) return "at least";
  if (dimension === "days" && LEFT_OVER.test(normal) && !NOT_ABOVE.test(normal)) return "at least";
  if (NOT_ABOVE.test(normal) || isAccuracy(normal, dimension)) return "at most";
  if (STRICTLY_MOST.test(normal) && !STRICTLY_LEAST.test(normal)) return "at most";
  // A later payment is better for the buyer.
  if (dimension === "days" && PAYMENT.test(normal) && !PAID_TO_OTHERS.test(normal)) return "at least";
  if (AT_LEAST.test(normal)) return "at least";
  if (AT_MOST.test(normal)) return "at most";
  if (COVER.test(normal) || BEARS.test(normal)) return "at least";
  if (
    LESS_IS_BETTER.test(normal) && (dimension !== "days" || AGE.test(normal)) ||
    dimension === "days" && SOONER_IS_BETTER.test(normal) && !LASTS.test(normal)
  ) {
    return "at most";
  }
  // A count or a capacity is a minimum: three cranes, a load of one tonne.
  const agreed = (dimension === "days" || dimension === "percent") && AGREED.test(normal);
  // A duration alone has no preferred direction.
  const plenty = dimension === "count"
    ? countedStems.length > 0
    : !EITHER.test(dimension) && dimension !== "days" && !agreed;
  return MORE_IS_BETTER.test(normal) || plenty ? "at least" : "exactly";
}

function isAccuracy(normal: string, dimension: string): boolean {
  return /^(?:metres|degrees)$/.test(dimension) && ACCURACY.test(normal);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

const MONTH =
  "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\\p{L}*|يناير|فبراير|مارس|ابريل|مايو|يونيو|يونيه|يوليو|يوليه|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر";
const NAMED_DATE = new RegExp(
  `(?:(?<!\\p{L}|\\d)\\d\\d? )?(?<!\\p{L})(?:${MONTH})(?!\\p{L})(?: \\d\\d?(?!\\d),?)?(?: (?:19|20)\\d\\d)?`,
  "gu",
);

/** Removes dates, whose numbers are not quantities. */
export function withoutDates(normal: string): string {
  if (!/\d/.test(normal)) return normal;
  return normal
    .replace(/\b(?:19|20)\d\d[-/]\d\d?[-/]\d\d?\b|\b\d\d?[-/.]\d\d?[-/.](?:19|20)\d\d\b/g, " ")
    .replace(NAMED_DATE, (found) => /\d/.test(found) ? " " : found)
    .replace(
      /(?<!since |منذ |منذ عام )\b(?:in|by|during|في عام|عام|في|بنهايه) (?:19\d\d|20[0-3]\d)\b/gu,
      " ",
    );
}

/** Stems of the words that غير negates. */
export function stemsAfterNegation(normal: string): Set<string> {
  return new Set(
    [...normal.matchAll(/(?<!\p{L})(?:و?غير|non-?) ?(\p{L}+)/gu)].map(([, word = ""]) => stemOf(word)),
  );
}
