/** Checks of an answer: calculations after it that only show that it fits. */
import { normaliseNumbers, numbersIn, numbersOf } from "./numbers.ts";
import { spelledNumbers } from "./spelled_number.ts";

const START = "(?<=^|\\n|[.!؟?;؛:]\\s|[,،]\\s)[ \\t*_#>(-]{0,8}";
// A heading of its own: what follows is a check, whatever it gives.
const HEADING = new RegExp(
  `${START}(?:(?:quick |final |double[- ]?|sanity )?check|verification|[وف]?(?:ال|لل)?(?:تحقق|ت[أا]كد)(?: من (?:ال)?\\p{L}{2,10}){0,2})[ \\t]?[*_]{0,2}[ \\t]?[:：][*_]{0,2}`,
  "giu",
);
const SPOKEN = new RegExp(
  `${START}(?:(?:we|you|i) (?:can )?|(?:let['’]?s|let us|let me|to|now|and) |[وف]?(?:دعنا|يمكننا|يمكن) )?(?:(?:quick |double[- ]?)?check(?:ing|ed)?|verif(?:y|ying|ied|ication)|confirm(?:ing)?|test(?:ing)?|proof|substitut(?:e|ing)|plug(?:ging)?|[وف]?(?:ل?[نأا]|ال|لل|ل)?تحقق|[وف]?(?:ل?[نأا]|ال|لل|ل)?ت[أا]كد|[وف]?بالتعويض|[وف]?نعوض|[وف]?نعوّض|[وف]?للمراجعة|[وف]?(?:لل|ال)?اختبار|[وف]?مراجعة)(?!\\p{L})`,
  "giu",
);
const TICKED = /(?<=\n)[^\n]{0,200}=[^\n]{0,100}[✓✔✅☑]\uFE0F?[ \t*_)]{0,6}(?=\n|$)/gu;
const FITS =
  /(?:[✓✔✅☑]\uFE0F?|(?<!\p{L})(?:matches|correct|right|true|works|as (?:required|given|expected|needed)|صحيح\p{L}?|المطلوب|مطابق|متحقق\p{L}?|محققة?))[\s.!*_)]*$/u;
const FAILS =
  /[≠✗✘❌✖]|(?<!\p{L})(?:not|\p{L}{2,6}n['’]t|wrong|incorrect|mistake|but|however|instead|wait|fails?|too (?:much|many|big|large|small|high|low|few)|[وف]?(?:لا|ليس|ليست|لم|خط[أا]|لكن|غير|ولكن))(?!\p{L})/iu;
const CONCLUSION =
  /(?<!\p{L})(?:so|therefore|thus|hence|(?:the |final )?(?:answer|result|solution)|[وف]?(?:إذن|اذن|لذا|لذلك|بالتالي|ال[جإا]\p{L}{2,4}[بةه])|وعليه|ومنه)(?!\p{L})/iu;
const STATED = /(?:[=≈:→]|(?<!\p{L})(?:is|are|equals|get|gives|هو|هي|[يت]ساوي|فيكون|نجد))\s?[*_$€£]{0,4}$/iu;
const MAY_CHECK = /=|check|verif|تحقق|ت[أا]كد/iu;
const MOST_CHECK = 600;
const MOST_CHECKS = 20;

/** The text without checks of its answer; as it is where a check fails, or where it may be the calculation itself. */
export function withoutChecks(text: string, question: string): string {
  if (!MAY_CHECK.test(text)) return text;
  const shown = normaliseNumbers(text);
  const found = [
    ...[HEADING, SPOKEN].flatMap((pattern) =>
      [...shown.matchAll(pattern)].map(({ index }) => ({ index, headed: pattern === HEADING }))
    ),
    ...[...shown.matchAll(TICKED)].map(({ index }) => ({ index, headed: false })),
  ].sort((a, b) => a.index - b.index).slice(-MOST_CHECKS);
  if (found.length === 0) return text;
  // "156 / 12" gives two numbers, not their quotient.
  const asked = question.replaceAll("/", " ");
  const given = new Set([...numbersIn(asked).map(({ value }) => value), ...spelledNumbers(question)]);
  let kept = shown;
  for (const { index, headed } of found.toReversed()) {
    const end = checkEnd(kept, index);
    if (isOvertaken(kept.slice(index, end), kept.slice(end))) return kept.slice(end);
    if (isCheck(kept.slice(0, index), kept.slice(index, end), given, headed)) {
      kept = `${kept.slice(0, index)}\n${kept.slice(end)}`;
    }
  }
  return kept === shown ? text : kept;
}

/** "Check: 3 × 6 + 5 = 23 ≠ 26, so x = 7": the check fails, and another answer is concluded. */
function isOvertaken(check: string, rest: string): boolean {
  const [next = ""] = rest.slice(0, MOST_CHECK).split("\n", 1);
  const answers = FAILS.test(check) || /^[^\d=]{0,30}(?<!\p{L})\p{L}\s?=\s?-?\d/u.test(next);
  return answers && numbersOf(check).length > 0 && CONCLUSION.exec(next)?.index === 0 &&
    numbersOf(next).length > 0;
}

/** A check ends where a conclusion begins, or where the lines of its calculation do. */
function checkEnd(text: string, start: number): number {
  const part = text.slice(start, start + MOST_CHECK);
  const lines = part.split("\n");
  let length = 0;
  let calculated = false;
  for (const [at, line] of lines.entries()) {
    const goesOn = at === 0 || !calculated && (line.trim() === "" || /\d/u.test(line)) || continues(line);
    if (!goesOn) break;
    calculated ||= /\d[^\n]*=|=[^\n]*\d/u.test(line);
    length += line.length + 1;
  }
  const whole = part.slice(0, length);
  const digit = Math.max(0, whole.search(/\d/u));
  const conclusion = whole.slice(digit).search(CONCLUSION);
  return Math.min(text.length, start + (conclusion < 0 ? whole.length : digit + conclusion));
}

/** "= 21 + 5", "3(7) + 5 = 26 ✓": more of the same calculation, not a value of its own. */
function continues(line: string): boolean {
  return /=|[✓✔✅☑]/u.test(line) && !/^[\s*_]*\p{L}\s?=/u.test(line) &&
    (line.match(/\p{L}{3,}/gu) ?? []).length <= 3;
}

/** Whether a part only checks the number before it: it ends in what the question gives, or in that number again. */
function isCheck(before: string, check: string, given: Set<number>, headed: boolean): boolean {
  const numbers = numbersOf(check);
  const last = numbers.at(-1);
  const answer = numbersOf(before.slice(-MOST_CHECK)).at(-1);
  if (!last || !answer || FAILS.test(check)) return false;
  if (last.value === answer.value) return true;
  const uses = numbers.some(({ value }) => value === answer.value);
  const fits = given.has(last.value) || (FITS.test(check) && !given.has(answer.value));
  if (uses && fits && !(given.has(answer.value) && !given.has(last.value))) return true;
  const stated = STATED.test(before.slice(-MOST_CHECK).slice(0, answer.start));
  return headed && (stated || uses) && !given.has(answer.value);
}
