import { numbersOf, type WrittenNumber } from "./numbers.ts";

/**
 * "unread": it is part of a larger value, "17 dollars and 50 cents". "wrong": the context changes its value
 * (a range, "more than"). "open": it may be the answer.
 */
export type Doubt = "wrong" | "open" | "unread";

const NOTE =
  /(?:^|\n|[.!؟?]\s)[ \t]*[*_(]*(?:note|remark|p\.?s|nb|for (?:reference|comparison|context)|fyi|by the way|incidentally|[وف]?(?:للعلم|علما|علماً|بالمناسبة|للمقارنة|للتذكير|للتوضيح)|i (?:checked|verified|used|counted|assumed)|assuming|[وف]?ملاحظ[ةه]|تنبيه|تحققت|تأكدت|ملحوظة)(?![\p{L}])[^\n]*/giu;
// The rest of a sentence up to its conclusion: «، فعددها ١٥», ", so 15".
const REST =
  /(?:(?![,،]\s?(?:ف(?!ي\s)\p{L}{2}|(?:so|thus|hence|therefore|leaving)\s))[^.!?؟\n])*(?:\.\d[^.!?؟\n]*)*/u
    .source;
const REASON = new RegExp(
  `[,،;؛]?\\s(?:because|since|given that|as (?:there|each|every|it|the)|where|compared (?:to|with)|as against|versus|unlike|مقارنة|بخلاف|بزيادة|بفارق|لأن|لأنه|لأنها|حيث|إذ|بسبب|بما أن)(?![\\p{L}])${REST}`,
  "giu",
);
/** Parts of the number: "30, of which 12 …". */
const PARTS = new RegExp(
  `[,،]\\s(?:of which|of whom|of these|including|منها|منهم|من بينها|من بينهم)(?![\\p{L}])${REST}`,
  "giu",
);
/** Another value is admitted: "15, though 12 is possible". */
const CONCEDED = new RegExp(
  `[,،;؛]\\s(?:though|although|even though|albeit|و[إا]ن كان\\p{L}*|مع [أا]ن|رغم [أا]ن)(?![\\p{L}])${REST}`,
  "giu",
);
const DENIED =
  /[,،]?\s?(?<![\p{L}])(?:(?:and\s+)?not|rather than|instead of|وليس|وليست|ليس|ليست|لا|بدلا من|بدلاً من)\s+(?:[\p{L}]+\s+){0,3}[-$]?\d[\d.,]*%?/giu;
const TOLERANCE = /\s?±\s?\d[\d.,]*/gu;

/** When it was, told by another event: "1945, six years after it began in 1939". */
const MEANWHILE =
  /[,،]?\s(?:just |only |about |some )?(?:[\p{L}\d]+(?:-[\p{L}]+)?)\s(?:years?|months?|weeks?|days?|hours?|سنوات|سنة|عاما|عاماً|أعوام|أشهر|أيام)\s(?:after|before|بعد|قبل)(?![\p{L}])[^.!?؟\n]*/giu;
/** Another case beside the one that is asked about: "20 % is 10, and 30 % would be 15". */
const SUPPOSED =
  /[,،;؛]\s(?:and|while|whereas|but)\s[^.,;!?\n]{0,80}(?<!\p{L})would (?:be|give|make|come to)(?!\p{L})[^.,;!?\n]*/giu;
/** Whom it is shared among: "7 apples for the 2 children". */
const SHARERS =
  /(?<=\d\s\p{L}{2,20})\s(?:for|among|between|to) (?:the|her|his|their|its|our|each of the|all) \d+\s\p{L}+/giu;

/** The text without remarks, reasons and brackets that stand after its numbers, and without denied numbers. */
export function asidesRemoved(text: string): string {
  const steps: [RegExp, boolean][] = [
    [DENIED, true],
    [TOLERANCE, true],
    [NOTE, false],
    [REASON, false],
    [PARTS, false],
    [CONCEDED, false],
    [MEANWHILE, false],
    [SHARERS, false],
    [SUPPOSED, false],
  ];
  const kept = steps.reduce((shown, [pattern, always]) => cut(shown, pattern, always), text);
  return withoutBrackets(kept);
}

function cut(text: string, pattern: RegExp, always: boolean): string {
  const rest = text.replace(pattern, (whole) => always ? " " : whole.startsWith("\n") ? "\n" : " . ");
  return /\d/u.test(rest) ? rest : text;
}

/** "42 (6 boxes of 7)" is 42; "(42)" is too. */
function withoutBrackets(text: string): string {
  const rest = text.replace(/\([^()\n]{0,300}\)|\[[^[\]\n]{0,300}\]/gu, (whole, at: number) => {
    const before = text.slice(0, at).trimEnd();
    // "f(3)" and "($250)" are values; a remark stands after a number or word with a space between.
    return at > 0 && before.length < at ? " " : whole;
  });
  return /\d/u.test(rest) ? rest : text;
}

const CONCLUSION =
  /(?:(?<![\p{L}])(?:(?:final|correct|total)\s+)?(?:answer|result|solution)\s+(?:is|was|equals|would be|comes to)|(?:الإجابة|الاجابة|الجواب|الناتج|النتيجة|الحل)(?:\s+(?:النهائي[ةه]?|الصحيح[ةه]?))?\s+(?:هي|هو|يساوي|تساوي|=)|(?<!\p{L})leav(?:es|ing) (?:\p{L}+ ){0,2}with(?=\s+[-$]?\d)|(?<!\p{L})ف(?:الجواب|الناتج|الإجابة|الاجابة|النتيجة|المجموع|الحل)(?=\s+\p{L})|(?<![\p{L}])answer(?=\s+[-$]?\d)|(?:الإجابة|الاجابة|الجواب|الناتج|النتيجة)(?=\s+[-$]?\d))[\s:*]+/giu;

/** The rest of the line after the last "the answer is". */
export function conclusionText(text: string): string | undefined {
  const last = [...text.matchAll(CONCLUSION)].at(-1);
  if (!last) return undefined;
  const rest = text.slice(last.index + last[0].length);
  const line = rest.split("\n", 1)[0] ?? "";
  return line.trim() === "" ? undefined : line;
}

const TOTAL =
  /(?:(?<![\p{L}])(?:total|sum)(?:\s+(?:is|was|equals|comes to|of)|:)?|(?:المجموع|الإجمالي|الاجمالي|العدد)(?:\s+(?:هو|يساوي)|:)?)[\s*]+(?=[-$€£(]?\d)/giu;

/** The number after "the total is": the answer, or a step towards it. */
export function statedTotal(text: string): WrittenNumber | undefined {
  const last = [...text.matchAll(TOTAL)].at(-1);
  return last && numbersOf(text).find(({ start }) => start >= last.index + last[0].length - 1);
}

/** The last short emphasised text that is a number, perhaps with a unit. */
export function boldNumber(text: string): string | undefined {
  const spans = [...text.matchAll(/\*\*([^*\n]{1,60})\*\*/gu)].map((match) => match[1] ?? "");
  const numbers = spans.filter((span) =>
    numbersOf(span).length === 1 && span.trim().split(/\s+/u).length <= 4
  );
  const values = new Set(numbers.map((span) => numbersOf(span)[0]?.value));
  return values.size === 1 ? numbers.at(-1) : undefined;
}

/** Nothing but the number and its unit stands before the first stop: the rest explains it. */
export function isLeading(text: string, number: WrittenNumber): boolean {
  const before = text.slice(0, number.start);
  if (/\p{L}{2}|\d/u.test(before.replace(/(?:about|approximately|around|roughly|حوالي|تقريبا)/giu, ""))) {
    return false;
  }
  const after = text.slice(number.end, number.end + 80);
  // "25π, or about 78.5": a factor, not the value.
  if (/^\s?(?:π|√|pi(?!\p{L}))/iu.test(after)) return false;
  // "1. First, …" begins a list.
  if (/^[.)]\s/u.test(after) && /\n\s*2[.)]\s/u.test(text)) return false;
  return /^[ \t]?(?:[\p{L}\p{M}°$€£/%]{1,15}){0,1}[ \t]?(?:[.;:!،؛\n—–](?!\d|\s?[=→⇒])|,(?!\s?\d)|\s-\s(?!\(?[\d$€£])|$)/u
    .test(after);
}

const MORE =
  /(?:more than|less than|fewer than|over|under|above|below|greater than|أكثر من|أقل من|اكثر من|اقل من|أكبر من|أصغر من|يزيد على|يزيد عن|[<>])\s*$/iu;
const BOUND =
  /(?:at least|at most|up to|[<>]=|=[<>]|no more than|no less than|not more than|على الأقل|على الأكثر|حتى|[≤≥])\s*$/iu;
const BOUND_AFTER =
  /^\s?(?:[\p{L}°%]{1,12}\s)?(?:or|and) (?:more|less|fewer|above|over|below|under|higher|lower)(?!\p{L})|^\s?(?:[\p{L}°%]{1,12}\s)?(?:at (?:least|most)|(?:[أا]و|ف) ?(?:[أا]كثر|[أا]قل)|على ال[أا](?:قل|كثر)|كحد [أا](?:دنى|قصى)|فما فوق|فما دون)(?!\p{L})/iu;
const NOT =
  /(?<!\p{L})(?:not|isn['’]t|wasn['’]t|(?:can['’]?t|cannot) be|ليس|ليست|لا (?:ي|ت)ساوي)\s+(?:equal (?:to )?)?[$€£]?$/iu;
const RANGE_AFTER = /^\s?(?:[\p{L}°%]{0,10}\s)?(?:-|–|—|~|to|through|till|until|إلى|الى|حتى)\s?[$€£]?\d/iu;
const RANGE_BEFORE = /\d[\p{L}°%]{0,3}(?:\s?[–—~-]\s?|\s(?:to|through|till|until|إلى|الى|حتى)\s)[$€£]?$/iu;
const BETWEEN = /(?:between|بين)\s+[-$€£]?[\d.,]+[^.\n]{0,20}(?:and|و|\s)\s?[$€£]?$/iu;
const EITHER = /^\s?(?:[\p{L}°%]{1,10}\s)?(?:or|أو|او)\s[$€£]?\d/iu;
const OR_BEFORE = /\d[\d.,]*\s?[\p{L}°%]{0,10}\s(?:or|أو|او)\s[$€£]?$/iu;

const SMALL =
  "(?:cents?|hours?|hrs?|minutes?|mins?|seconds?|secs?|fils|inch(?:es)?|grams?|months?|weeks?|days?|ساعة|ساعات|فلس|فلساً|فلسا|دقيقة|دقائق|ثانية|ثوان|هللة|قرش|قرشاً|شهر|أشهر|يوم|أيام)(?![\\p{L}])";
// "3 dollars and 50 cents"; without "and" only after a unit: "1 h 30 min".
const LARGE =
  "(?:h|hrs?|hours?|minutes?|mins?|days?|weeks?|months?|years?|feet|ft|m|metres?|meters?|kg|lbs?|pounds?|ساعة|ساعات|يوم|أيام|أسبوع|أسابيع|شهر|أشهر|سنة|سنوات|متر|أمتار)";
const COMPOUND_AFTER = new RegExp(
  `^\\s?(?:\\p{L}{1,12},?\\s(?:and\\s|و\\s?)|${LARGE}\\.?,?\\s)\\d+\\s?${SMALL}`,
  "iu",
);
const SMALL_UNIT = new RegExp(`^\\s?${SMALL}`, "iu");
const COMPOUND_BEFORE = new RegExp(
  `\\d\\s?(?:\\p{L}{1,12},?\\s(?:and\\s|و\\s?)|${LARGE}\\.?,?\\s)$`,
  "iu",
);

/** Numbers beside this one that may be meant instead: "17 of 20", "[7, 9]", "x = 7 and y = 9", "7m". */
export function rivalNumbers(text: string, number: WrittenNumber, numbers: WrittenNumber[]): WrittenNumber[] {
  const others = numbers.filter(({ value }) => value !== number.value);
  const before = text.slice(Math.max(0, number.start - 30), number.start);
  const after = text.slice(number.end, number.end + 30);
  const share = /\d\s(?:\p{L}{1,12}\s)?(?:out of|of the|of|من|من أصل)\s$/iu.test(before) ||
    /^\s(?:\p{L}{1,12}\s)?(?:out of|of the|of|من|من أصل)\s\d/iu.test(after);
  const list = text.length < 200 && !/[\p{L}=≈]/u.test(text);
  const equations = text.length < 1000 &&
    new Set([...text.matchAll(/(?<![\p{L}\p{N}])(\p{L})\s?=\s?[-\d]/gu)].map(([, name]) => name)).size > 1;
  if (/\d[mb]$/u.test(number.written)) others.push({ ...number, value: number.value * 1e6, start: -1 });
  return share || list || equations || /\d[mb]$/u.test(number.written) ? others : [];
}

/** "It fell from 5 to -7": a change, whose end is told. */
const CHANGED =
  /(?<!\p{L})(?:rose|rises|fell|falls|drop\w*|increas\w*|decreas\w*|grew|grows|went|goes|climb\w*|sank|انخفض\p{L}*|ارتفع\p{L}*|هبط\p{L}*|زاد\p{L}*|نزل\p{L}*)(?!\p{L})[^.\n]{0,30}(?:from|من)\s[-\d][^.\n]{0,15}\s(?:to|إلى|الى)\s[-$€£]?$/iu;

/** Whether the words around a number make it a bound, a range or one of two. */
export function doubtAbout(text: string, number: WrittenNumber): Doubt | undefined {
  const before = text.slice(Math.max(0, number.start - 60), number.start);
  const after = text.slice(number.end, number.end + 60);
  if (COMPOUND_AFTER.test(after) || (SMALL_UNIT.test(after) && COMPOUND_BEFORE.test(before))) return "unread";
  if (/^:\d/u.test(after) || /\d:$/u.test(before)) return "unread";
  if (BOUND.test(before) || BOUND_AFTER.test(after) || /^(?:\+(?!\d)|-(?!\s?[\p{L}\d]))/u.test(after)) {
    return "open";
  }
  if (MORE.test(before) || NOT.test(before)) return "wrong";
  const sign = /^[-–]/u.test(number.written);
  const reach = sign ? `${before}${number.written[0]}` : before;
  if (RANGE_AFTER.test(after) && !/^[^\n]{0,60}=/u.test(after)) return "wrong";
  if (CHANGED.test(before)) return undefined;
  if (RANGE_BEFORE.test(reach) || BETWEEN.test(before)) return "wrong";
  if (EITHER.test(after) || OR_BEFORE.test(before)) return "wrong";
  return undefined;
}
