import { fold } from "lib/fold.ts";
import { datesIn } from "./dates.ts";
import { normalized } from "./normal_form.ts";
import { quantitiesIn, type Quantity } from "./quantities.ts";
import { type Span, spanIn } from "./spans.ts";
import { isMoney } from "./units.ts";
import { askedStem, isLight, stemOf, wordsOf } from "./words.ts";

/** A required quantity, and whether it is a minimum, a maximum or exact. */
export interface RequiredQuantity extends Quantity {
  side: "at least" | "at most" | "exactly";
}

/** A requirement, read once for all bids. */
export interface ParsedRequirement {
  text: string;
  normal: string;
  /** It forbids something: a bid meets it with a denial. */
  prohibits: boolean;
  /** Stems of its topic. */
  terms: string[];
  /** Stems of names of places and makes, which have no synonyms. */
  names: string[];
  /** Numbers that are names, such as 9001. */
  identifiers: string[];
  quantities: RequiredQuantity[];
  /** For how many days a sum is asked: `EUR 90,000 over three years`. */
  term: number | undefined;
  /** The range of temperatures or hours that it asks for. */
  span: Span | undefined;
  /** Within how many days before the comparison it must have happened. */
  lately: number | undefined;
  /** The day until which something must be valid. */
  validUntil: string | undefined;
  /** The day by which something must be done. */
  dueBy: string | undefined;
  /** Days that it names, other than validity dates. */
  days: string[];
  /** It holds for all of something: an exception breaks it. */
  universal: boolean;
  /** It names several things: each must be there. */
  enumerates: boolean;
  /** It asks for something that one has or has not yet: a certificate, a licence, an office. */
  possession: boolean;
  /** Stems of the words after غير. */
  negated: Set<string>;
}

/** Words about the bidder and about doing, rather than about the required thing. */
const FRAME =
  /^(?:provider|vendor|consultant|client|client's|clients|customer|employer|purchaser|authority|require|required|accepted|carried|out|via|equipped|performed|conducted|able|capable|necessary|furnish|furnished|(?:ال)?متعاقد|(?:ال)?عارض|(?:ال)?متقدمه|يلتزم|تلتزم|التزام|قد|مجال|القيام|يقوم|تقوم|بذلك)$/;
/** Whether a word tells only that something is asked for, or how much at most or least. */
export function isFrame(word: string): boolean {
  return FRAME.test(word) || BOUNDING.test(word);
}

const BOUNDING =
  /^(?:max|min|minimal|closing|previous|calendar|average|annual|متوسط|سنوي|سنويه|اخر|(?:[يت]|ال)?شترط|[يت]تمتع|اقصاه|اقصاها|(?:ال)?قصوي|(?:ال)?دنيا|موعد|بشكل|بصوره|بصفه|ضروره|وجوب|لازم|يلزم|تلزم|ينبغي|(?:ال)?مطلوب\p{L}?|غضون)$/u;
/** Words by which a deed is forbidden. */
const FORBIDDING =
  /^(?:permitted|permissible|allowed|forbidden|prohibited|banned|يمنع|تمنع|يحظر|تحظر|ممنوع|ممنوعه|محظور|محظوره|يجوز|مسموح|يسمح|تسمح)$/;
/** The topic implied by a unit: 2 TB is a capacity. */
const MEASURE =
  /^(?:capacity|volume|weight|size|period|duration|resolution|speed|(?:ال|ب|وال)?(?:سعه|سعته|سعتها|وزن|وزنه|وزنها|حجم|مده|كميه|سرعه|طاقه|قدره))$/;
const PROHIBITS =
  /\b(?:no|not|never|none|nothing|free (?:of|from)(?! (?:any )?(?:charge|cost|fee))|prohibited|forbidden)\b|(?<!\p{L})(?:ب?عدم|الا|خلو|لا|يمنع|يحظر|ممنوع|بلا)(?!\p{L})/u;
const IDLE =
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
/** Of an error, a better one is smaller. */
const ACCURACY =
  /\b(?:accuracy|accurate|precision|tolerance)\b|(?<!\p{L})(?:ال|ب)?(?:دقه|دقت\p{L}+)(?!\p{L})/u;
/** Sums that cover somebody: more of them is better, also where a price is named. */
const COVER =
  /\b(?:bond|guarantee|insurance|indemnity|warranty)\b|(?<!\p{L})(?:ال)?(?:ضمان|كفاله|تامين)(?!\p{L})/u;
const MORE_IS_BETTER =
  /warrant|\bprices? (?:\w+ )?(?:fixed|firm)|ثبات (?:ال)?اسعار|اسعار ثابت|maintenance|full load|runtime|endur|business|\btrade\b|established|practice|remain|licen[cs]e|subscri|لمده|صالح|يبقي|ممارس|نشاط|اشتراك|تراخيص|ترخيص|presence|attendance|free of charge|grace|صيانه|مجاني|حضور|تواجد|سماح|remain|spare|parts|retain|retention of (?:data|record|footage)|\bkept\b|keep|stock|autonomy|efficien|purity|shelf life|recycled|local content|saudi[sz]ation|emirati[sz]ation|omani[sz]ation|الاحتفاظ|حفظ|توطين|سعوده|تعمين|كفاء|نقاء|تركيز|guarant|experien|valid|insur|bond|cover|turnover|revenue|capital|memory|storage|uptime|availab|train|support|backup|content|capacity|bandwidth|speed|link|screen|engineer|staff|team|project|branch|spare|operation|ضمان|خبر|سريان|ساري|تامين|كفال|اعمال|راس المال|ذاكر|تخزين|توافر|توفر|تدريب|دعم|بطاري|احتياط|صلاحي|طاقه|انتاج|محتوي|سعه|سرعه|شاش|مهندس|فني|فريق|مشاريع|فروع|قطع|العمل في/u;
const LESS_IS_BETTER =
  /noise|sound level|consum|emission|weight|price|fee\b|fees\b|cost|\brate\b|older|\bage\b|distance|سعر|اجر|تكلف|مسافه|عمر|انبعاث|ضوضاء|استهلاك|وزن/u;
/** Of times only an age is better when it is less: `the price includes parts for two years`. */
const AGE = /older|\bage\b|consum(?!ab)|distance|مسافه|عمر|استهلاك/u;
/** How long after an invoice the buyer pays. */
const PAYMENT =
  /\bpayments? (?:terms?|within|period|\d+|after|of invoices?|by the (?:client|buyer|employer)|is made)\b|\bpaid (?:within )?\d+ days\b|\bcredit (?:terms?|period)\b|(?<!\p{L})(?:ال)?(?:سداد|دفع) (?:\p{L}+ ){0,2}(?:خلال|بعد|\d+)/u;
const PAID_TO_OTHERS =
  /wage|salar|worker|staff|refund|compensat|claim|penalt|advance|discount|رواتب|اجور|عمال|موظف|تعويض|غرام|مقدم|خصم/u;
const STRICTLY_MOST =
  /\bmax(?:imum)?\b|(?<!\p{L})(?:ال)?حد (?:ال)?اعلي(?!\p{L})|atmost|\bceiling\b|\bcapped\b|(?<!\p{L})(?:ال)?قصوي(?!\p{L})/u;
const STRICTLY_LEAST = /atleast|\bat least\b|\bmin(?:imum)?\b|علي الاقل|حد ادني|الحد الادني/u;
/** Things that should be done soon. */
const SOONER_IS_BETTER =
  /deliver|turn ?around|dispatch|collect|arriv|attend|resolv|restor|return|install|erect|handover|hand over|lead time|وصول|تركيب|تسلم|اعاده|ازاله|payment|repair|replace|mobili[sz]|complet|استبدال|انجاز|تنفيذ|تسليم|توريد|استجاب|دفع|سداد|اصلاح|توصيل/u;

/** Things that should be there for long, whatever is delivered. */
const LASTS =
  /\b(?:remain|stay|kept?)\w* (?:available|in stock|on stock)\b|\bspare parts?\b.{0,40}\bavailab|توفر قطع|توافر قطع/u;

/** Reads a requirement; `year` is the year in which bids are compared. */
export function readWanted(text: string, year: number): ParsedRequirement {
  const normal = normalized(text);
  const dates = /valid|until|expir|ساري|سريان|صلاحي|حتي/u.test(normal) ? datesIn(normal) : [];
  const undated = withoutDates(normal).replace(AT_CLOSING, " ");
  const words = wordsOf(undated);
  const all = quantitiesIn(words, { year, asked: true });
  const parted = partedIn(text);
  const isName = ({ dimension, value, from }: Quantity) =>
    dimension === "count" && !parted.has(value) &&
    (value >= 1000 && Number.isInteger(value) || /^(?:iso|ايزو|iec|en|bs)$/.test(words[from - 1] ?? ""));
  const names = all.filter(isName);
  const lately = all.find((one) => isLately(words, one));
  // باللغتين العربيه والانجليزيه: the two are named.
  const isDual = ({ number, from, to }: Quantity) =>
    number === 2 && to === from + 1 && /(?:ين|ان)$/.test(words[from] ?? "") &&
    words.slice(to).some((word) => /^وال\p{L}{3,}/u.test(word));
  const counted = all.filter((one) =>
    one !== lately && !isName(one) && !isDual(one) && !(one.dimension === "count" && one.value === 1)
  );
  const taken = new Set(all.filter((one) => !isName(one)).flatMap(({ from, to }) => range(from, to)));
  const about = words.filter((word, at) => !taken.has(at) && !isLight(word));
  const things = about.filter((word) =>
    !isFrame(word) && !FORBIDDING.test(word) && !(lately && LATELY.test(word))
  );
  const measured = all.some(({ dimension }) => dimension !== "count");
  const named = things.filter((word) => !(measured && MEASURE.test(word)));
  const terms = (named.length > 0 ? named : things.length > 0 ? things : about).map(askedStem);
  const said = undated.replace(IDLE, " ");
  const negated = stemsAfterNegation(said);
  const asked = counted.map((one): RequiredQuantity => ({
    ...one,
    side: sideOf(normal.replace(WITHIN_LATELY, " "), one),
  }));
  const term = termOf(asked, words);
  return {
    text,
    normal,
    prohibits: PROHIBITS.test(said),
    terms: [...new Set(terms)],
    names: namesIn(text).filter((name) => terms.includes(name)),
    identifiers: names.map(({ value }) => String(value)),
    lately: lately?.value,
    span: spanIn(normal),
    quantities: asked.filter((one) => one !== term),
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

/** Numbers with thousands are no names: `10,000 copies`. */
function partedIn(text: string): Set<number> {
  const found = fold(text).matchAll(/(?<![\d.,])\d{1,3}(?:[,٬]\d{3})+(?!\d)/gu);
  return new Set([...found].map(([number]) => Number(number.replace(/[,٬]/g, ""))));
}

/** The time for which a sum is asked at most. */
function termOf(asked: RequiredQuantity[], words: string[]): RequiredQuantity | undefined {
  const isSum = asked.some(({ dimension, side }) => isMoney(dimension) && side === "at most");
  return isSum
    ? asked.find(({ dimension, from }) => dimension === "days" && OVER.test(words[from - 1] ?? ""))
    : undefined;
}

const OVER = /^(?:over|for|across|during|مدي|مدار|لمده|خلال|عن|مده)$/;

const DUE_BY =
  /\b(?:by|before|not later than|no later than|atmost) (?:the )?(?:end of )?(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?<!\p{L})(?:قبل|في موعد اقصاه|بحلول|في موعد لا يتجاوز|atmost) (?:تاريخ |نهايه |يوم )?(?:\d|يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر)/u;
const WITHIN_LATELY =
  /\b(?:within|in|over|during) (?:each of )?(?:the )?(?=last|past|previous|preceding)|(?<!\p{L})(?:خلال|في غضون) (?=اخر |(?:ال)?\p{L}+ (?:\p{L}+ ){0,2}(?:الاخير|الماضي))/gu;
const LATELY = /^(?:last|past|previous|preceding|اخر|(?:ال)?(?:اخيره|ماضيه|سابقه|اخيرين|ماضيين))$/;

/** `In the last three audited years`, خلال السنوات الخمس الماضية: a time in which things were done. */
function isLately(words: string[], { dimension, from, to }: Quantity): boolean {
  return dimension === "days" &&
    [words[from - 1], words[from - 2], words[to], words[to + 1]].some((word) => LATELY.test(word ?? ""));
}

/** A share or a sum is asked for at most: who asks for none of it is within. */
export function limitsShare({ quantities }: ParsedRequirement): boolean {
  return quantities.some(({ side, dimension }) =>
    side === "at most" && (dimension === "percent" || isMoney(dimension))
  );
}

/** Names: words with a capital within a sentence, and in Arabic a definite or foreign word after في and its like. */
function namesIn(text: string): string[] {
  const latin = [...text.matchAll(/(?<=[\p{Ll}\d,;)] )\p{Lu}[\p{L}\d-]+/gu)].map(([name]) => name);
  const arabic = [
    ...text.matchAll(
      /(?<!\p{L})(?:في|بمدينة|مدينة|دولة|إمارة|محافظة|بمحافظة) (?:مدينة |دولة |إمارة )?(\p{L}{3,})/gu,
    ),
  ]
    .map(([, name = ""]) => name);
  return [...latin, ...arabic].map((name) => askedStem(normalized(name).trim()));
}

/** The day of the comparison, by its names. */
const AT_CLOSING =
  /\b(?:at|on|by|as of|as at|from|after|of) (?:the )?(?:(?:bid|tender|offer|proposal) )?(?:closing|submission|opening)(?: date| day| deadline| of (?:the )?(?:bids?|tenders?|offers?|envelopes))?\b|(?<!\p{L})(?:عند|في|حتي|وقت|من|بعد) (?:تاريخ |موعد |يوم )?(?:فتح المظاريف|فتح العروض|فتح العطاءات|(?:اقفال|اغلاق) (?:المناقصه|العطاءات?|باب \p{L}+)|تقديم (?:العطاءات?|العروض|العرض))(?!\p{L})/gu;

const POSSESSION =
  /certif|licen[cs]|regist|accredit|insur|office|branch|experien|member|شهاد|رخص|ترخيص|تسجيل|مسجل|اعتماد|معتمد|تامين|مكتب|فرع|خبر|عضوي/u;

/** Quantities that may be wanted long or short, high or low: nothing tells which. */
const EITHER = /^(?:degrees|hertz|volts|amperes)$/;
/** Shares and times of which more is not better for the buyer, or which are agreed as they stand. */
const AGREED =
  /advance|sub-?contract|retention|penalt|liquidated|deduct|discount|payment|invoice|shift|notice|moisture|defect|reject|\bloss|working hours|at \d+ (?:days|hours)|باطن|غرام|مقدم|خصم|محتجز|سداد|دفع|ورديه|دوام|اشعار|رطوب/u;

/** A remaining time, such as a shelf life: more of it is better, from whichever day it counts. */
const LEFT_OVER =
  /\b(?:remaining|residual)\b|\bshelf life\b|(?<!\p{L})[بول]?(?:ال)?(?:صلاحيه|مده|عمر)\p{L}{0,2} (?:\p{L}+ )?(?:ال)?(?:متبقي\p{L}{0,2}|باقيه)/u;
/** `80 % of calls within 20 seconds`: the share is that of those which keep the time. */
const SHARE_IN_TIME = /% (?:of|من) .{0,60}(?:\bwithin\b|\bin\b|\bunder\b|خلال|في غضون|atmost)/u;

function sideOf(normal: string, { dimension, things }: Quantity): RequiredQuantity["side"] {
  if (dimension === "percent" && SHARE_IN_TIME.test(normal) && !NOT_ABOVE.test(normal)) return "at least";
  if (dimension === "days" && LEFT_OVER.test(normal) && !NOT_ABOVE.test(normal)) return "at least";
  if (NOT_ABOVE.test(normal) || isAccuracy(normal, dimension)) return "at most";
  if (STRICTLY_MOST.test(normal) && !STRICTLY_LEAST.test(normal)) return "at most";
  // A later payment is better for the buyer.
  if (dimension === "days" && PAYMENT.test(normal) && !PAID_TO_OTHERS.test(normal)) return "at least";
  if (AT_LEAST.test(normal)) return "at least";
  if (AT_MOST.test(normal)) return "at most";
  if (COVER.test(normal)) return "at least";
  if (
    LESS_IS_BETTER.test(normal) && (dimension !== "days" || AGE.test(normal)) ||
    dimension === "days" && SOONER_IS_BETTER.test(normal) && !LASTS.test(normal)
  ) {
    return "at most";
  }
  // A requirement of three cranes, or of a load of a tonne, is also met by more.
  const agreed = (dimension === "days" || dimension === "percent") && AGREED.test(normal);
  // Of a time alone nothing tells whether it should be long or short.
  const plenty = dimension === "count"
    ? things.length > 0
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

/** A text without its dates, whose numbers are not quantities. */
export function withoutDates(normal: string): string {
  return normal
    .replace(/\b(?:19|20)\d\d[-/]\d\d?[-/]\d\d?\b|\b\d\d?[-/.]\d\d?[-/.](?:19|20)\d\d\b/g, " ")
    .replace(NAMED_DATE, (found) => /\d/.test(found) ? " " : found)
    .replace(
      /(?<!since |منذ |منذ عام )\b(?:in|by|during|في عام|عام|في|بنهايه) (?:19\d\d|20[0-3]\d)\b/gu,
      " ",
    );
}

/** Stems of the words that غير makes into their opposite. */
export function stemsAfterNegation(normal: string): Set<string> {
  return new Set(
    [...normal.matchAll(/(?<!\p{L})(?:و?غير|non-?) ?(\p{L}+)/gu)].map(([, word = ""]) => stemOf(word)),
  );
}
