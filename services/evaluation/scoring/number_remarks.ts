import { foldArabic } from "./arabic.ts";
import { numbersOf, type WrittenNumber } from "./numbers.ts";
import { isRounded } from "./rounded.ts";

// These take back what stands before them, whatever follows.
const TAKEN_BACK =
  /(?:(?<![\p{L}])(?:scratch that|(?:i was|that(?:'s| is| was)) (?:wrong|a mistake|not right|incorrect)|my mistake|i (?:made|see) (?:a|an|my) (?:mistake|error)|let me (?:correct|redo|recalculate|recompute|start over)|i(?:'ll| will)? correct (?:myself|that))(?![\p{L}])|(?:^|[.!?؟\n]\s*)(?:(?:actually|oh|oops|hmm|sorry)[,،]? )?no[,.،:—–-]+\s?(?=\p{L})|(?:^|[.!?؟\n]\s*)(?:correction|تصحيح)\s?[:،,]|(?:^|[.!?؟،,\n]\s*)(?:كلا|لا)[،,.]\s?(?:هذا|هذه|بل|فهذا|عفوا|معذرة|نسيت|اخطات|انتظر|بقي)(?![\p{L}])|(?:^|[.!?؟،,\n]\s*)(?:عفوا|معذرة|مهلا|استدرك|اصحح|اخطات|لقد اخطات|نسيت ان)(?![\p{L}]))/giu;

/**
 * The text after the last place that takes back what stands before it; null where nothing with a number, in digits or
 * words, follows, and the text itself where nothing is taken back.
 */
export function afterRetraction(text: string, holdsNumber: (part: string) => boolean): string | null {
  const shown = foldArabic(text);
  const last = [...shown.matchAll(TAKEN_BACK)].at(-1);
  if (!last || !holdsNumber(shown.slice(0, last.index))) return text;
  const rest = shown.slice(last.index + last[0].length);
  return holdsNumber(rest) ? rest : null;
}

const NOTE_LINE = /^[ \t]*(?:\[(\d{1,2})\]|\^(\d{1,2}))[ \t]*:?[ \t]*\S.*$/gmu;

/** The text without footnotes and the marks that refer to them: "36 eggs [1]" and a later line "[1] A dozen is 12." */
export function withoutFootnotes(text: string): string {
  const marks = [...text.matchAll(NOTE_LINE)].flatMap(({ index, 1: mark }) => {
    const before = text.slice(0, index);
    return mark !== undefined && before.includes(`[${mark}]`) && before.trim() !== "" ? [mark] : [];
  });
  if (marks.length === 0) return text;
  const noted = text.replace(NOTE_LINE, (line, mark: string) => marks.includes(mark) ? "" : line);
  return marks.reduce((shown, mark) => shown.replaceAll(`[${mark}]`, ""), noted);
}

const NOTHING =
  /^(?:(?:so|thus|therefore)[, ]+)?(?:there (?:is|are|will be|would be) )?(?:none|nothing|not (?:a single|one|any)|no \p{L}+)(?: (?:of (?:them|it|these)|\p{L}+))? ?(?:(?:is|are|was|were|will be|would be|has been|have been)? ?(?:left|remain(?:s|ing)?|left over))(?! (?:of|but|except))|^(?:none|nothing|لا شيء|لا احد)$|^(?:(?:اذن|اذا|لذلك|لذا)[، ]+)?(?:لم|لا|لن) (?:ي|ت)(?:بق|بقى|تبق|تبقى)(?![\p{L}])(?! (?:الا|سوى|غير)).{0,60}(?:شيء|اي|احد|ولا واحدة?)(?![\p{L}])(?!.*(?:الا|سوى|عدا)(?![\p{L}]))/iu;

/** Says in one short sentence, without a number, that nothing is left: the answer is zero. */
export function saysNothing(text: string): boolean {
  const said = foldArabic(text).replace(/[*_`"«»“”]/gu, "").trim().replace(/[.!؟?]+$/u, "");
  return said.length <= 120 && !/[.!?؟\n]\s/u.test(said) && NOTHING.test(said);
}

const AGAIN =
  /^\s?[,،(]?\s?(?:or|that is|that['’]s|which (?:is|equals|means|gives|makes)|i\.e\.,?|equivalently|equal to|equals|أو|او|أي|اي|[وف]?هو|[وف]?هي|وهذا|وتساوي|ويساوي|و?تعادل|و?يعادل)(?:\s(?:equal to|the same as|about|approximately|around|roughly|ما يعادل|ما يساوي|يعادل|يساوي|تعادل|تساوي|حوالي|نحو|تقريبا))?[,،:]?\s$/iu;
// Words of one sentence, without a sign of a calculation.
const TOLD = /^[^.!?؟;؛\n\d=+×*÷/<>-]+$/u;
const DENIES =
  /(?<!\p{L})(?:not|\p{L}{2,6}n['’]t|than|instead|but|[وف]?(?:لا|ليس|ليست|لكن|بدل\p{L}?|من))(?!\p{L})/iu;
const SAID = /[%(]|per\s?cent|بالم|في الم|\s(?:or|that is|i\.e\.|equivalently|أو|او|أي|اي)/iu;

/** "1/2, or 50%" says one value twice: the text without the first of the two, or without the one that is no percentage. */
export function saidOnce(text: string): string {
  if (!SAID.test(text)) return text;
  const numbers = numbersOf(text);
  const repeated = numbers.findLastIndex((number, at) => {
    const next = numbers[at + 1];
    return next !== undefined && isSame(number, next) && isAgain(number, next, text);
  });
  const [first, second] = [numbers[repeated], numbers[repeated + 1]];
  if (!first || !second) return text;
  if (first.percent && !second.percent) return text.slice(0, first.end) + text.slice(second.end);
  const shown = second.bracketed && second.percent ? second.written.replace(/[()]/gu, "") : undefined;
  return shown === undefined
    ? text.slice(0, first.start) + text.slice(second.start)
    : text.slice(0, first.start) + shown + text.slice(second.end);
}

function isAgain(first: WrittenNumber, second: WrittenNumber, text: string): boolean {
  const between = text.slice(first.end, second.start);
  if (first.percent !== second.percent) {
    // "0.75 (75%)", "75% = 0.75"
    if (second.bracketed && between.trim() === "") return true;
    if (first.percent && /^\s?=\s?$/u.test(between)) return true;
    if (between.length <= 60 && TOLD.test(between) && !DENIES.test(between)) return true;
  }
  return between.length <= 60 && AGAIN.test(between);
}

/** One value, or a percentage that rounds it: 0.6667 and 66.7 %. */
function isSame(first: WrittenNumber, second: WrittenNumber): boolean {
  if (first.value === second.value) return true;
  if (first.percent === second.percent) return false;
  return second.percent ? isRounded(first, second) : isRounded(second, first);
}
