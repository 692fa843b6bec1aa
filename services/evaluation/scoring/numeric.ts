import { answerLine, bare, withoutThinking } from "./answer_line.ts";
import { foldArabic } from "./arabic.ts";
import { type Answer, best, type Verdict, verdict } from "./verdict.ts";

/** A number as it was written: "25%" is worth 0.25, and 25 to a question that asked for percent. */
export interface WrittenNumber {
  written: string;
  value: number;
  percent: boolean;
}

export interface NumericOptions {
  which?: "last" | "first";
  /** The largest absolute difference that still counts as equal. */
  tolerance?: number;
}

const NUMBER =
  /(?<![\p{L}\p{N}.])[-−–+]?(?:\d{1,3}(?:[,٬’'\u00A0\u202F]\d{3})+(?!\d)|\d+)(?:[.٫]\d+)?(?:e[-+]?\d+(?![\p{L}]))?\s?[%٪]?|(?<=[\p{L}])\d+(?:[.٫]\d+)?[%٪]?|[.٫]\d+\s?[%٪]?/giu;

/** Every number in a text, any Unicode digits, with `,` and `٬` between thousands, `.` and `٫` before decimals. */
export function numbersIn(text: string): WrittenNumber[] {
  // NFKC would turn a no-break space between thousands into a plain one, so only the digits are folded first.
  const ascii = text.replace(/\p{Nd}/gu, (digit) => foldDigit(digit));
  return [...ascii.matchAll(NUMBER)].map(([written]) => parse(written)).filter((n) =>
    Number.isFinite(n.value)
  );
}

function foldDigit(digit: string): string {
  const folded = foldArabic(digit);
  if (/^[0-9]$/.test(folded)) return folded;
  // Decimal digits of every script stand in runs of ten that start at zero.
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

function parse(written: string): WrittenNumber {
  const percent = /[%٪]$/u.test(written);
  const plain = written.replace(/[\s%٪,٬’'\u00A0\u202F]/gu, "").replace("٫", ".").replace(/^[−–]/u, "-");
  const value = Number(plain);
  return { written: written.trim(), value: percent ? value / 100 : value, percent };
}

/**
 * GSM8K and MGSM as OpenAI's simple-evals score them: the number on the answer line, else the last number of the
 * response (or the first, when told), equal in value to the reference.
 */
export function numeric(answer: Answer, references: string[], options: NumericOptions = {}): Verdict {
  const text = withoutThinking(answer.text);
  const { found, rule } = pick(text, options.which ?? "last");
  if (!found) return verdict(0, null, "no_number");
  return best(references, (reference) => {
    const wanted = numbersIn(bare(reference)).at(-1);
    return verdict(wanted !== undefined && equal(found, wanted, options.tolerance ?? 0), found.written, rule);
  });
}

function pick(text: string, which: "last" | "first"): { found: WrittenNumber | undefined; rule: string } {
  const line = answerLine(text);
  const onLine = line === undefined
    ? undefined
    : fraction(line) ?? numbersIn(line).at(which === "first" ? 0 : -1);
  if (onLine) return { found: onLine, rule: "answer_line" };
  const all = numbersIn(text);
  return { found: fraction(bare(text)) ?? all.at(which === "first" ? 0 : -1), rule: `${which}_number` };
}

function fraction(text: string): WrittenNumber | undefined {
  const match = foldArabic(text).match(/^([-−]?\d+)\s*[/⁄]\s*(\d+)$/u);
  if (!match) return undefined;
  return { written: text, value: Number(match[1]?.replace("−", "-")) / Number(match[2]), percent: false };
}

function equal(found: WrittenNumber, wanted: WrittenNumber, tolerance: number): boolean {
  // A question that asks for percent may be answered "25" as well as "25%".
  const value = wanted.percent && !found.percent && close(found.value, wanted.value * 100, tolerance)
    ? found.value / 100
    : found.value;
  return close(value, wanted.value, wanted.percent ? tolerance / 100 : tolerance);
}

function close(left: number, right: number, tolerance: number): boolean {
  return Math.abs(left - right) <= Math.max(tolerance, 1e-9 * Math.max(1, Math.abs(right)));
}
