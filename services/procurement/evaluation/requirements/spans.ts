/** Finds ranges of temperatures and hours. */

/** A range of degrees or of hours of a day. */
export interface Span {
  of: "degrees" | "hours";
  low: number;
  high: number;
}

const SIGN = "(minus|سالب|ناقص|[-−](?=\\d)|plus|موجب|\\+)? ?";
const DEGREES = "(?:degrees?|درجه|درجات)(?: (?:celsius|degrees|مئويه|c))?";
const TO = "(?:to|and|up to|-|–|—|الي|و|حتي|وحتي)";
const FROM_TO = new RegExp(
  `${SIGN}(?<!\\d)(\\d{1,9}(?:\\.\\d{1,9})?) *(?:${DEGREES})? *${TO} *${SIGN}(?<!\\d)(\\d{1,9}(?:\\.\\d{1,9})?) *${DEGREES}`,
  "u",
);
const GIVE_OR_TAKE = new RegExp(
  `${SIGN}(?<!\\d)(\\d{1,9}(?:\\.\\d{1,9})?) *(?:${DEGREES})? *(?:±|\\+/-) *(?<!\\d)(\\d{1,9}(?:\\.\\d{1,9})?)`,
  "u",
);
const ONE = new RegExp(`${SIGN}(?<!\\d)(\\d{1,9}(?:\\.\\d{1,9})?) *${DEGREES}`, "gu");

const CLOCK: Record<string, number> = {
  "واحده": 1,
  "ثانيه": 2,
  "ثالثه": 3,
  "رابعه": 4,
  "خامسه": 5,
  "سادسه": 6,
  "سابعه": 7,
  "ثامنه": 8,
  "تاسعه": 9,
  "عاشره": 10,
};
const HALF_DAY = "(am|a m|pm|p m|صباحا|فجرا|ظهرا|عصرا|مساء|ليلا|بعد الظهر)";
const AN_HOUR = `(?:الساعه )?(?:(\\d{1,2})(?:[:.](\\d\\d))?|ال(${Object.keys(CLOCK).join("|")}))`;
const HOURS = new RegExp(`(?<![\\d.])${AN_HOUR} ?${HALF_DAY} *${TO} *${AN_HOUR} ?${HALF_DAY}(?!\\p{L})`, "u");
const ON_A_DIAL =
  /(?<![\d.:])(\d{1,2}):(\d\d) *(?:to|-|–|—|until|till|الي|حتي|وحتي) *(\d{1,2}):(\d\d)(?![\d:])/u;

/** The range of a normalized text, if it has exactly one. */
export function spanIn(normal: string): Span | undefined {
  return hoursIn(normal) ?? degreesIn(normal);
}

function degreesIn(normal: string): Span | undefined {
  const range = FROM_TO.exec(normal);
  if (range) {
    return spanOf("degrees", signed(range[1], range[2]), signed(range[3], range[4]));
  }
  const around = GIVE_OR_TAKE.exec(normal);
  if (!around) return undefined;
  const middle = signed(around[1], around[2]);
  return spanOf("degrees", middle - Number(around[3]), middle + Number(around[3]));
}

/** The range that a sentence states, or the single temperature that it holds. */
export function statedSpan(normal: string, of: Span["of"]): Span | undefined {
  const span = spanIn(normal);
  if (span !== undefined || of === "hours") return span?.of === of ? span : undefined;
  const [one, ...others] = [...normal.matchAll(ONE)].map(([, sign, number]) => signed(sign, number));
  return one === undefined || others.length > 0 ? undefined : { of, low: one, high: one };
}

function signed(sign: string | undefined, number = ""): number {
  return /minus|سالب|ناقص|[-−]/u.test(sign ?? "") ? -Number(number) : Number(number);
}

function hoursIn(normal: string): Span | undefined {
  const dial = ON_A_DIAL.exec(normal);
  if (dial) {
    const [, from, past, to, over] = dial.map(Number);
    return spanOf("hours", (from ?? 0) + (past ?? 0) / 60, (to ?? 0) + (over ?? 0) / 60);
  }
  const [found, hour, past, word, half, toHour, toPast, toWord, toHalf] = HOURS.exec(normal) ?? [];
  return found === undefined ? undefined : spanOf(
    "hours",
    onTheDial({ hour, past, word, half }),
    onTheDial({
      hour: toHour,
      past: toPast,
      word: toWord,
      half: toHalf,
    }),
  );
}

interface Hour {
  hour: string | undefined;
  past: string | undefined;
  word: string | undefined;
  half: string | undefined;
}

function onTheDial({ hour, past, word, half = "" }: Hour): number {
  const named = (word === undefined ? Number(hour) : CLOCK[word] ?? 0) + Number(past ?? 0) / 60;
  const late = /^p|ظهر|عصر|مساء|ليلا/u.test(half);
  // At night twelve is the end of the day, at noon the middle.
  if (Math.floor(named) === 12) return /ليلا/u.test(half) ? 24 : /^a/u.test(half) ? 0 : named;
  return late && named < 12 ? named + 12 : named;
}

/** A range over midnight or in reverse order is not supported. */
function spanOf(of: Span["of"], low: number, high: number): Span | undefined {
  return low < high ? { of, low, high } : undefined;
}
