/** Which of several numbers an answer means, by what its question gives and asks. */
import { foldArabic } from "./arabic.ts";
import { asidesRemoved } from "./number_context.ts";
import { plainReading, type Reading, wordReading } from "./number_reading.ts";
import { saidOnce } from "./number_remarks.ts";
import { normaliseNumbers, numbersIn, numbersOf, type WrittenNumber } from "./numbers.ts";
import { spelledNumbers } from "./spelled_number.ts";

/** The number that is meant where nothing in the answer says which. */
export function meantNumber(reading: Reading, text: string, question: string): Reading {
  if (YEAR_ASKED.test(question)) return ofYear(reading, text, question);
  return ofItsClause(beyondGiven(reading, text, question), text, question);
}

const YEAR_ASKED =
  /(?<!\p{L})(?:(?:what|which) year|in what year|when (?:did|was|were))(?!\p{L})|(?<!\p{L})(?:أي|اي|أية|اية|ما|متى) (?:ال)?(?:سنة|عام|العام)(?!\p{L})|(?<!\p{L})متى(?!\p{L})/iu;
const isYear = (value: number) => Number.isInteger(value) && value >= 1_000 && value <= 2_100;

/** "In July 1969, with Apollo 11": the one year among the numbers. */
function ofYear(reading: Reading, text: string, question: string): Reading {
  const { number } = reading;
  if (!number) return reading;
  if (isYear(number.value)) return ofItsEvent(reading, text, question);
  const kept = saidOnce(normaliseNumbers(text));
  const years = numbersOf(kept).filter(({ value }) => isYear(value));
  const [year] = years;
  if (!year || new Set(years.map(({ value }) => value)).size > 1) {
    return { ...reading, others: [...reading.others, ...years] };
  }
  return { ...plainReading(year, "only_year", kept), others: [] };
}

/** "It was formed in 1971; the seventh joined in 1972": the year of the clause that speaks of the event asked about. */
function ofItsEvent(reading: Reading, text: string, question: string): Reading {
  if (text.length > 1_000) return reading;
  const kept = asidesRemoved(saidOnce(normaliseNumbers(text)));
  const asked = stemsOf(question);
  const rated = kept.split(/[.!?؟;؛]\s|[,،]\s/u).flatMap((clause) => {
    const years = numbersOf(clause).filter(({ value }) => isYear(value));
    const shared = [...stemsOf(clause)].filter((stem) => isAsked(stem, asked)).length;
    return years.map((year) => ({ year, shared }));
  });
  const best = Math.max(0, ...rated.map(({ shared }) => shared));
  const [only, ...others] = rated.filter(({ shared }) => shared === best);
  if (rated.length < 2 || best === 0 || !only || others.length > 0) return reading;
  if (only.year.value === reading.number?.value) return reading;
  return { ...reading, number: only.year, rule: "year_of_the_event", others: [] };
}

/** "formed" is of "form". */
function isAsked(stem: string, asked: Set<string>): boolean {
  return [...asked].some((word) => word.slice(0, 4) === stem.slice(0, 4));
}

/**
 * "A leap year has 366 days, while a common one has 365": the clause that shares more words with the question holds the
 * answer, where the others stand against it.
 */
function ofItsClause(reading: Reading, text: string, question: string): Reading {
  const { number } = reading;
  if (!number || number.start === number.end || text.length > 1_000) return reading;
  const kept = asidesRemoved(saidOnce(normaliseNumbers(text)));
  const [from, to] = sentenceAround(kept, number);
  const sentence = kept.slice(from, to);
  const contrasted = sentence.split(CONTRAST);
  const clauses = contrasted.length === 2 ? contrasted : sentence.split(JOINED);
  if (clauses.length !== 2) return reading;
  const asked = stemsOf(question);
  const rated = clauses.map((clause) => ({
    numbers: numbersOf(clause),
    shared: [...stemsOf(clause)].filter((stem) => asked.has(stem)).length,
  }));
  const [one, other] = rated;
  if (one?.numbers.length !== 1 || other?.numbers.length !== 1 || one.shared === other.shared) return reading;
  const [meant] = one.shared > other.shared ? one.numbers : other.numbers;
  const given = numbersIn(question).some(({ value }) => value === meant?.value);
  if (!meant || given || meant.value === number.value) return reading;
  if (clauses !== contrasted) return { ...reading, others: [...reading.others, meant] };
  return { ...reading, number: meant, rule: "clause_of_the_question", others: [] };
}

/** Joins two facts; unlike a contrast it does not say that only one of them answers. */
const JOINED = /[,،;؛]\s?(?:and\s|و(?=\p{L}))/iu;
const CONTRAST = /[,،;؛]?\s(?:while|whereas|but|أما|اما|بينما|لكن|ولكن)\s/iu;

/** The first letters of the words that are no small ones. */
function stemsOf(text: string): Set<string> {
  const words = foldArabic(text.toLowerCase()).match(/\p{L}{4,}/gu) ?? [];
  return new Set(words.map((word) => word.replace(/^(?:وال|بال|لل|ال)(?=.{3})/u, "").slice(0, 5)));
}

/**
 * "Sam is 17, Kim is 14" to a question that gives 14: the answer is the number beside it that the question does not
 * give; where there are several, or none, which one is meant is a guess.
 */
function beyondGiven(reading: Reading, text: string, question: string): Reading {
  const { number } = reading;
  const given = new Set([...numbersIn(question).map(({ value }) => value), ...spelledNumbers(question)]);
  if (!number || !given.has(number.value)) return reading;
  const kept = asidesRemoved(saidOnce(normaliseNumbers(text)));
  // "(4 + 6 + 8) / 3 = 6": worked out, though the question gives 6 too.
  if (/[=→⇒]\s*[$€£]?$/u.test(kept.slice(0, number.start))) return reading;
  const [from, to] = sentenceAround(kept, number);
  const near = numbersOf(kept).filter(({ value, start, end }) =>
    start >= from && end <= to && value !== number.value
  );
  const results = near.filter(({ value }) => !given.has(value));
  const words = results.length === 0 ? spelledBeyond(text, given) : [];
  const [only] = words;
  if (only !== undefined && words.length === 1) return wordReading(only, text.trim().slice(0, 200));
  // "7/20, so 35%": the percentage is what is told at the end.
  const result = results.find(({ percent }) => percent) ?? results[0];
  if (result && new Set(results.map(({ value }) => value)).size === 1) {
    return { ...plainReading(result, "not_given", kept), others: [] };
  }
  if (near.length === 0) return reading;
  return { ...reading, doubt: undefined, others: [...reading.others, ...near] };
}

/** Where the sentence of a number begins and ends. */
function sentenceAround(text: string, { start, end }: WrittenNumber): [from: number, to: number] {
  const before = [...text.slice(0, start).matchAll(/[.!?؟;؛]\s|\n/gu)].at(-1);
  const after = text.slice(end).search(/[.!?؟;؛](?:\s|$)|\n/u);
  return [before ? before.index + before[0].length : 0, after < 0 ? text.length : end + after];
}

/** "Four dozen makes forty-eight eggs": the one number in words that the question does not give. */
export function onlySpelled(text: string, question: string): Reading | undefined {
  if (text.length > 300 || /[\d%٪]|\p{Nd}|point|comma|فاصل|بالمئة|بالمائة|percent/iu.test(text)) {
    return undefined;
  }
  const given = new Set([...numbersIn(question).map(({ value }) => value), ...spelledNumbers(question)]);
  const [value, ...others] = spelledBeyond(text, given);
  if (value === undefined || others.length > 0) return undefined;
  return wordReading(value, text.trim().slice(0, 200));
}

/** The numbers in words that the question does not give; none where a part or a choice is among them. */
function spelledBeyond(text: string, given: Set<number>): number[] {
  if (text.length > 300 || UNSURE.test(text)) return [];
  const dozens = /dozen|دزينة/iu.test(text);
  return [...new Set(spelledNumbers(text).filter((value) => !given.has(value) && !(dozens && value === 12)))];
}

const UNSURE =
  /(?<!\p{L})(?:half|halves|quarters?|thirds?|fifths?|tenths?|one|or|between|نصف|ربع|ثلث|ثلثا|أو|بين|واحد|واحدة|وواحد)(?!\p{L})/iu;
