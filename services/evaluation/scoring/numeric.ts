import { boxed, statedAnswer, withoutThinking } from "./answer_line.ts";
import { foldArabic } from "./arabic.ts";
import { numbersIn, numbersOf, prepare, type WrittenNumber } from "./numbers.ts";
import { afterRetraction, saidOnce, saysNothing, withoutFootnotes } from "./number_remarks.ts";
import { spelledNumber, spelledNumbers, spellsANumber } from "./spelled_number.ts";
import {
  asidesRemoved,
  bold,
  conclusion,
  Doubt,
  doubtAbout,
  leading,
  rivals,
  totalled,
} from "./number_context.ts";
import { askedUnit, type Unit, unitOf, unitOfReference } from "./units.ts";
import { type Answer, best, unscored, type Verdict, verdict } from "./verdict.ts";

export interface NumericOptions {
  which?: "last" | "first";
  /** The largest absolute difference that still counts as equal. */
  tolerance?: number;
  /** The question: whether it asks for percent, and in which unit. */
  question?: string;
}

interface Reading {
  number: WrittenNumber | undefined;
  rule: string;
  doubt: Doubt | undefined;
  /** The text holds more than this number, and which one is meant is a guess. */
  others: WrittenNumber[];
}

const MOST_TEXT = 50_000;

/**
 * GSM8K and MGSM as OpenAI's simple-evals score them: the number on the answer line, else the one that is concluded,
 * else the last number of the response (or the first, when told), equal in value to the reference.
 */
export function numeric(answer: Answer, references: string[], options: NumericOptions = {}): Verdict {
  const given = withoutFootnotes(withoutThinking(answer.text).slice(-MOST_TEXT));
  const text = options.which === "first" ? given : afterRetraction(given, holdsNumber);
  if (text === null) return unscored("taken_back");
  const reading = saysNothing(text) ? ZERO : findAnswer(text, options.which ?? "last");
  if (!reading.number) {
    return spellsANumber(text) ? unscored("number_in_words") : verdict(0, null, "no_number");
  }
  return best(references, (reference) => compare(reading, reference, { ...options, text }));
}

function holdsNumber(text: string): boolean {
  return numbersIn(text).length > 0 || spelledNumber(text) !== undefined;
}

function compare(
  { number, rule, doubt, others }: Reading,
  reference: string,
  { text, ...options }: NumericOptions & { text: string },
): Verdict {
  const wanted = numbersIn(reference).at(-1);
  if (!number || !wanted) return verdict(false, number?.written ?? null, rule);
  const asked = unitOfReference(reference) ?? askedUnit(foldArabic(options.question ?? ""));
  const matches = (candidate: WrittenNumber) => equal(inUnit(candidate, asked), wanted, options);
  if (doubt === "unread") return unscored("several_parts");
  if (doubt === "wrong") return verdict(false, number.written, `${rule}_not_exact`);
  if (doubt === "open") {
    return matches(number) ? unscored("number_bounded") : verdict(false, number.written, rule);
  }
  const right = matches(number);
  // "She is eighteen; her brother is 12": which one is the answer is a guess.
  if (
    !right && rule === "last_number" && spelledNumbers(text).some((value) => matches({ ...number, value }))
  ) {
    return unscored("several_numbers");
  }
  if (others.length > 0 && (right || others.some(matches))) return unscored("several_numbers");
  return verdict(right, number.written, rule);
}

function findAnswer(text: string, which: "last" | "first"): Reading {
  const stated = statedAnswer(text) ?? boxed(text) ?? text.match(/####\s*([^\n]+)/u)?.[1];
  const onLine = stated === undefined ? undefined : readStatement(saidOnce(prepare(stated)), which);
  if (onLine?.number) return { ...onLine, rule: "answer_line" };
  const shown = saidOnce(prepare(text));
  if (which === "first") return plainReading(numbersOf(shown)[0], "first_number", shown);
  const concluded = conclusion(shown);
  const reading = concluded === undefined ? undefined : readStatement(concluded, "last");
  if (reading?.number) return { ...reading, rule: "conclusion" };
  const emphasised = bold(shown);
  if (emphasised !== undefined) return plainReading(numbersOf(emphasised)[0], "emphasis", emphasised);
  return readProse(shown);
}

/** A statement of an answer: its first number is meant, what follows explains it. */
function readStatement(text: string, which: "last" | "first"): Reading | undefined {
  const kept = asidesRemoved(text);
  const numbers = numbersOf(kept);
  if (numbers.length === 0) return spelled(text);
  if (which === "first") return plainReading(numbers[0], "first_number", kept);
  const equals = kept.lastIndexOf("=");
  const result = equals < 0 ? undefined : numbers.find(({ start }) => start > equals);
  const number = result ?? numbers[0];
  const others = result || (number && leading(kept, number)) ? [] : numbers.filter((one) => one !== number);
  return { number, rule: "", doubt: number && doubtAbout(kept, number), others };
}

function readProse(shown: string): Reading {
  const kept = asidesRemoved(shown);
  const numbers = numbersOf(kept);
  const first = numbers[0];
  if (!first) {
    const words = spelled(shown);
    return words ?? plainReading(numbersOf(shown).at(-1), "last_number", shown);
  }
  if (numbers.length > 1 && leading(kept, first)) return plainReading(first, "leading_number", kept);
  const last = numbers.at(-1);
  const line = kept.lastIndexOf("\n", last?.start) + 1;
  const equals = kept.lastIndexOf("=");
  const result = equals < line ? undefined : numbers.find(({ start }) => start > equals);
  const ended = result && last && /[.!?؟;]\s/u.test(kept.slice(result.end, last.start));
  const operator = result && /^\s?[-+×x*/÷]\s?\d/u.test(kept.slice(result.end, result.end + 4));
  const stated = operator ? numbers.findLast(({ end }) => end <= equals && equals - end <= 2) : result;
  const reading = plainReading(stated && !ended ? stated : last, "last_number", kept);
  const total = totalled(kept);
  // "Total: 6 × 8 = 48": the first number of a calculation is not its result.
  const step = total && /^\s?[-+×x*/÷]\s?\d/u.test(kept.slice(total.end, total.end + 4));
  const other = total && !step && total.start !== reading.number?.start ? [total] : [];
  return { ...reading, others: [...other, ...(reading.number ? rivals(kept, reading.number, numbers) : [])] };
}

function plainReading(number: WrittenNumber | undefined, rule: string, text: string): Reading {
  return { number, rule, doubt: number && doubtAbout(text, number), others: [] };
}

function spelled(text: string): Reading | undefined {
  const value = spelledNumber(text);
  return value === undefined ? undefined : worded(value, text.trim().slice(0, 200));
}

function worded(value: number, written: string): Reading {
  const number = { written, value, percent: false, start: 0, end: 0, bracketed: false, scale: 1 };
  return { number: { ...number, unit: undefined }, rule: "number_in_words", doubt: undefined, others: [] };
}

const ZERO = worded(0, "none");

/** "1,500 m" to a question that asks for km is 1.5. */
function inUnit(number: WrittenNumber, asked: Unit | undefined): WrittenNumber {
  const given = asked && unitOf(number.unit === undefined ? undefined : foldArabic(number.unit));
  return given && given.dimension === asked.dimension
    ? { ...number, value: number.value * given.factor / asked.factor }
    : number;
}

const PERCENT_ASKED = /percent|per cent|%|٪|مئوي|بالمئة|بالمائة|في المئة|في المائة|نسبة/iu;

function equal(
  found: WrittenNumber,
  wanted: WrittenNumber,
  { tolerance = 0, question = "" }: NumericOptions,
): boolean {
  const width = wanted.percent ? tolerance / 100 : tolerance;
  const values = [found.value];
  // A question that asks for percent may be answered "25" as well as "25%", and its reference may be either.
  if (wanted.percent && !found.percent) values.push(found.value / 100);
  if (found.percent && !wanted.percent && PERCENT_ASKED.test(question)) values.push(found.value * 100);
  if (found.bracketed && wanted.value < 0) values.push(-Math.abs(found.value));
  return values.some((value) => close(value, wanted.value, width));
}

function close(left: number, right: number, tolerance: number): boolean {
  return Math.abs(left - right) <= Math.max(tolerance, 1e-9 * Math.max(1, Math.abs(right)));
}
