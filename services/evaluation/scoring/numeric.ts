import { askedVariable, givesValues, valueOf } from "./asked_variable.ts";
import { boxedContent, statedAnswer, withoutThinking } from "./answer_line.ts";
import { foldArabic } from "./arabic.ts";
import { isUndecided } from "./indecision.ts";
import { normaliseNumbers, numbersIn, numbersOf, type WrittenNumber } from "./numbers.ts";
import { withoutChecks } from "./number_checks.ts";
import { plainReading, type Reading, wordReading } from "./number_reading.ts";
import { meantNumber, onlySpelled } from "./meant_number.ts";
import { exactly, isFactorOf, isRounded, lastRounded, roundedFrom } from "./rounded.ts";
import { afterRetraction, saidOnce, saysNothing, withoutFootnotes } from "./number_remarks.ts";
import { spelledNumber, spelledNumbers, spellsANumber } from "./spelled_number.ts";
import {
  asidesRemoved,
  boldNumber,
  conclusionText,
  doubtAbout,
  isLeading,
  rivalNumbers,
  statedTotal,
} from "./number_context.ts";
import { askedUnit, type Unit, unitOf, unitOfReference } from "./units.ts";
import { type Answer, bestVerdict, unscoredVerdict, type Verdict, verdict } from "./verdict.ts";

export interface NumericOptions {
  which?: "last" | "first";
  /** The largest absolute difference that still counts as equal. */
  tolerance?: number;
  /** The question: whether it asks for percent, and in which unit. */
  question?: string;
}

const MOST_TEXT = 50_000;

/**
 * GSM8K and MGSM as OpenAI's simple-evals score them: the number on the answer line, else the one that is concluded,
 * else the last number of the response (or the first, when told), equal in value to the reference.
 */
export function numeric(answer: Answer, references: string[], options: NumericOptions = {}): Verdict {
  const given = withoutFootnotes(withoutThinking(answer.text).slice(-MOST_TEXT));
  const standing = options.which === "first" ? given : afterRetraction(given, holdsNumber);
  if (standing === null) return unscoredVerdict("taken_back");
  const text = options.which === "first" ? standing : withoutChecks(standing, options.question ?? "");
  const reading = saysNothing(text) ? ZERO : findAnswer(text, options);
  if (!reading.number) {
    const only = onlySpelled(text, options.question ?? "");
    if (only !== undefined) {
      return bestVerdict(references, (reference) => compare(only, reference, { ...options, text }));
    }
    return spellsANumber(text) || TWO_OF.test(foldArabic(text))
      ? unscoredVerdict("number_in_words")
      : verdict(0, null, "no_number");
  }
  const meant = reading.rule === "last_number" ? meantNumber(reading, text, options.question ?? "") : reading;
  return bestVerdict(references, (reference) => compare(meant, reference, { ...options, text }));
}

function holdsNumber(text: string): boolean {
  return numbersIn(text).length > 0 || spelledNumber(text) !== undefined;
}

function compare(
  { number, rule, doubt, others, exact }: Reading,
  reference: string,
  { text, ...options }: NumericOptions & { text: string },
): Verdict {
  const expected = numbersIn(reference).at(-1);
  if (!number || !expected) return verdict(false, number?.written ?? null, rule);
  const asked = unitOfReference(reference) ?? askedUnit(foldArabic(options.question ?? ""));
  const matches = (candidate: WrittenNumber) => equal(inUnit(candidate, asked), expected, options);
  if (!DECIDED.has(rule) && isUndecided(text) && numbersIn(text).some(matches)) {
    return unscoredVerdict("left_open");
  }
  if (doubt === "unread") return unscoredVerdict("several_parts");
  if (doubt === "wrong") {
    // "Adults have 206 bones. Babies have 270 to 300": another sentence than the doubtful one may answer.
    return rule === "last_number" && numbersBeside(number, text).some(matches)
      ? unscoredVerdict("several_numbers")
      : verdict(false, number.written, `${rule}_not_exact`);
  }
  if (doubt === "open") {
    return matches(number) ? unscoredVerdict("number_bounded") : verdict(false, number.written, rule);
  }
  if (rule !== "answer_line" && isUnfinished(text, number)) return unscoredVerdict("unfinished_calculation");
  const right = matches(number);
  if (!right && exact && matches(exact.number)) {
    return exact.same ? verdict(true, exact.number.written, rule) : unscoredVerdict("several_numbers");
  }
  if (!right && isNearMiss(number, expected, text)) return unscoredVerdict("sign_or_century_open");
  // "She is eighteen; her brother is 12": which one is the answer is a guess.
  if (
    !right && rule === "last_number" && spelledNumbers(text).some((value) => matches({ ...number, value }))
  ) {
    return unscoredVerdict("several_numbers");
  }
  if (others.length > 0 && (right || others.some(matches))) return unscoredVerdict("several_numbers");
  return verdict(right, number.written, rule);
}

/** The numbers of the sentences that do not hold a number. */
function numbersBeside({ written }: WrittenNumber, text: string): WrittenNumber[] {
  return normaliseNumbers(text).split(/(?<=[.!?؟])\s|\n/u).filter((sentence) => !sentence.includes(written))
    .flatMap((sentence) => numbersOf(sentence));
}

/** Rules that read a statement of the answer; a doubt elsewhere in the text is about something else. */
const DECIDED: ReadonlySet<string> = new Set(["answer_line", "conclusion", "emphasis"]);

/** "So it is 24 + 12.": nobody worked it out. */
function isUnfinished(text: string, { written }: WrittenNumber): boolean {
  const tail = normaliseNumbers(text).trimEnd().split("\n").at(-1) ?? "";
  const ends = /(?:^|[^=\d.,\s]\s+)\(?-?\d[\d.,]*\s?[+×*÷]\s?(\d[\d.,]*?)\)?[\s.!]*$/u.exec(tail);
  return ends !== null && !/=|→|⇒/.test(tail) && written.replace(/^[+\s]+/u, "").startsWith(ends[1] ?? "?");
}

const LESSENED =
  /(?<!\p{L})(?:los(?:s|es|t|ing)|fell|falls?|drop\w*|decreas\w*|below|owes?|deficit|minus|negative)(?!\p{L})|خسار|خسر|انخفض|نقص|تحت|عجز|سالب/iu;

/** "He loses 45" is −45 where a loss is negative, "in '89" is 1989, and "1.500" may be 1,500. */
function isNearMiss(number: WrittenNumber, expected: WrittenNumber, text: string): boolean {
  if (expected.value < 0 && number.value === -expected.value) return LESSENED.test(text);
  // "1.500" is 1,500 where points stand between thousands.
  if (/^[^\d]*[1-9]\d{0,2}\.\d{3}$/u.test(number.written) && number.value * 1000 === expected.value) {
    return true;
  }
  return number.value < 100 && number.value >= 0 && expected.value >= 1000 && expected.value <= 2100 &&
    expected.value % 100 === number.value && /['’‘]\s?\d\d(?!\d)/u.test(text);
}

function findAnswer(text: string, { which = "last", question = "" }: NumericOptions): Reading {
  const stated = statedAnswer(text) ?? boxedContent(text) ?? text.match(/####\s*([^\n]+)/u)?.[1];
  const onLine = stated === undefined ? undefined : readStatement(saidOnce(normaliseNumbers(stated)), which);
  if (onLine?.number && stated !== undefined) {
    const line: Reading = { ...onLine, rule: "answer_line" };
    return which === "first" ? line : ofLetter(question, stated, line);
  }
  const shown = saidOnce(normaliseNumbers(text));
  if (which === "first") return plainReading(numbersOf(shown)[0], "first_number", shown);
  const concluded = conclusionText(shown);
  const reading = concluded === undefined ? undefined : readStatement(concluded, "last");
  if (reading?.number && concluded !== undefined) {
    return ofLetter(question, concluded, { ...reading, rule: "conclusion" });
  }
  const emphasised = boldNumber(shown);
  if (emphasised !== undefined) return plainReading(numbersOf(emphasised)[0], "emphasis", emphasised);
  return ofLetter(question, shown, readProse(shown));
}

/** The value of the letter that is asked for, where the text gives values to several. */
function ofLetter(question: string, text: string, reading: Reading): Reading {
  const letter = givesValues(text) ? askedVariable(question) : undefined;
  return (letter === undefined ? undefined : valueOf(letter, text)) ?? reading;
}

/** A statement of an answer: its first number is meant, what follows explains it. */
function readStatement(text: string, which: "last" | "first"): Reading | undefined {
  const kept = asidesRemoved(text);
  const numbers = numbersOf(kept);
  if (numbers.length === 0) return spelled(text);
  if (which === "first") return plainReading(numbers[0], "first_number", kept);
  const equals = Math.max(kept.lastIndexOf("="), lastRounded(kept));
  const result = equals < 0 ? undefined : numbers.find(({ start }) => start > equals);
  const number = result ?? numbers[0];
  const others = result || (number && isLeading(kept, number))
    ? []
    : numbers.filter((other) => other !== number);
  return {
    number,
    rule: "",
    doubt: number && doubtAbout(kept, number),
    others,
    ...roundedFrom(kept, number, numbers),
  };
}

function readProse(shown: string): Reading {
  const kept = asidesRemoved(shown);
  const numbers = numbersOf(kept);
  const first = numbers[0];
  if (!first) {
    const words = spelled(shown);
    return words ?? plainReading(numbersOf(shown).at(-1), "last_number", shown);
  }
  const exact = numbers.length > 1 ? exactly(kept) : undefined;
  if (exact) return plainReading(exact, "exact_number", kept);
  if (numbers.length > 1 && isLeading(kept, first)) {
    // "30 passengers, so 18 adults": the first number or the one that follows from it.
    const after = numbers.filter(({ start, value }) => start > first.end && value !== first.value);
    const concluded = after.filter(({ start }) => SO.test(kept.slice(first.end, start)));
    const others = [...concluded, ...rivalNumbers(kept, first, numbers)];
    return { ...plainReading(first, "leading_number", kept), others };
  }
  const last = numbers.at(-1);
  const line = kept.lastIndexOf("\n", last?.start) + 1;
  const equals = lastResult(kept);
  const result = equals < line ? undefined : numbers.find(({ start }) => start > equals);
  const ended = result && last && ENDED.test(kept.slice(result.end, last.start));
  // "√2 ≈ 1.414, i.e. 1.41": the rounded number is told, the longer one may be meant.
  if (
    result && last && equals === lastRounded(kept) && result.value !== last.value && isRounded(result, last)
  ) {
    return { ...plainReading(last, "last_number", kept), exact: { number: result, same: false } };
  }
  // "= 32π/3, which is approximately 33.51": a factor of the value, and then the value.
  if (result && last && isFactorOf(result, last, kept)) {
    return { ...plainReading(last, "last_number", kept), exact: { number: result, same: false } };
  }
  const operator = result && OPERATOR_AFTER.test(kept.slice(result.end, result.end + 4));
  const stated = operator ? numbers.findLast(({ end }) => end <= equals && equals - end <= 2) : result;
  if (ended && stated && last && TOLD_AGAIN.test(kept.slice(result.end, last.start))) {
    return plainReading(stated, "last_number", kept);
  }
  const reading = plainReading(stated && !ended ? stated : last, "last_number", kept);
  const total = statedTotal(kept);
  // "Total: 6 × 8 = 48": the first number of a calculation is not its result.
  const step = total && /^\s?[-+×x*/÷]\s?\d/u.test(kept.slice(total.end, total.end + 4));
  const other = total && !step && total.start !== reading.number?.start ? [total] : [];
  // "6 × 8 = 48. There are 2 boxes of 24": either may be meant.
  const told = ended && result ? kept.slice(result.end, last.start) : "";
  if (ended && stated && stated.value !== last.value && !CONCLUDES.test(told)) other.push(stated);
  return {
    ...reading,
    ...roundedFrom(kept, reading.number, numbers),
    others: [...other, ...(reading.number ? rivalNumbers(kept, reading.number, numbers) : [])],
  };
}

/** The end of a calculation whose result the text goes on to use. */
const ENDED =
  /[.!?؟;]\s|[,،]\s?(?:and\s)?(?:so|therefore|thus|hence|giving|making|leaving|which (?:makes|gives|leaves)|for a total|(?:in )?total|إذن|اذن|وعليه|وبذلك|لذلك|لذا|ف(?!(?:ي|قط|وق|ائض)(?!\p{L}))\p{L}{3,})(?!\p{L})/iu;
const SO = /[,،;]\s(?:so|thus|hence|therefore|leaving|إذن|اذن|لذا|لذلك|وعليه|ومنه)\s[^.!?؟\n]*$/iu;
const OPERATOR_AFTER = /^\s?[-+×x*/÷]\s?\d/u;
/** A sentence that tells a result once more in other measures. */
const TOLD_AGAIN = /[.!;]\s+(?:that(?:'s| is)|this is|which is|i\.e\.|or |أي |وهذا |وهو |وهي )/iu;

/** The position of the last result: after "=" or an arrow. */
function lastResult(text: string): number {
  return Math.max(lastRounded(text), ...["=", "→", "⇒"].map((sign) => text.lastIndexOf(sign)));
}

/** A last sentence that sums up what was worked out before. */
const CONCLUDES =
  /(?<!\p{L})(?:so|thus|hence|therefore|together|altogether|in all|total|in total|leav(?:es|ing)|left|makes|making|gives|giving|remain\w*|finally|final|answer|[وف]?(?:المجموع|مجموع\p{L}*|الاجمالي|الإجمالي|إذن|اذن|لذا|لذلك|فيكون|الباقي|يبقى|أخيرا|الناتج|الجواب|الإجابة|النهائي))(?!\p{L})|[,،]\s?ف(?!(?:ي|قط|وق|ائض)(?!\p{L}))\p{L}{3,}/iu;

function spelled(text: string): Reading | undefined {
  const value = spelledNumber(text);
  const below = value !== undefined && value > 0 && /below zero|تحت الصفر|دون الصفر/iu.test(text);
  return value === undefined ? undefined : wordReading(below ? -value : value, text.trim().slice(0, 200));
}

/** Two of a unit in one Arabic word: «درجتان». */
const TWO_OF =
  /(?<!\p{L})(?:درجتان|درجتين|ساعتان|ساعتين|دقيقتان|دقيقتين|يومان|يومين|اسبوعان|اسبوعين|شهران|شهرين|سنتان|سنتين|عامان|عامين|متران|مترين|طنان|طنين|لتران|لترين|ريالان|ريالين|درهمان|درهمين)(?!\p{L})/u;

const ZERO = wordReading(0, "none");

/** "1,500 m" to a question that asks for km is 1.5. */
function inUnit(number: WrittenNumber, asked: Unit | undefined): WrittenNumber {
  const given = asked && unitOf(number.unit === undefined ? undefined : foldArabic(number.unit));
  return given && given.dimension === asked.dimension
    ? { ...number, value: number.value * given.factor / asked.factor }
    : number;
}

const PERCENT_ASKED = /percent|per cent|%|٪|مئوي|بالمئة|بالمائة|في المئة|في المائة|نسبة/iu;

function equal(
  given: WrittenNumber,
  expected: WrittenNumber,
  { tolerance = 0, question = "" }: NumericOptions,
): boolean {
  const width = expected.percent ? tolerance / 100 : tolerance;
  const values = [given.value];
  // A question that asks for percent may be answered "25" as well as "25%", and its reference may be either.
  if (expected.percent && !given.percent) values.push(given.value / 100);
  if (given.percent && !expected.percent && PERCENT_ASKED.test(question)) values.push(given.value * 100);
  if (given.bracketed && expected.value < 0) values.push(-Math.abs(given.value));
  return values.some((value) => close(value, expected.value, width));
}

function close(left: number, right: number, tolerance: number): boolean {
  return Math.abs(left - right) <= Math.max(tolerance, 1e-9 * Math.max(1, Math.abs(right)));
}
