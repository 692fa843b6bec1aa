/** Questions after one of several unknowns: "x = 4, y = 6" to "what is y?" is 6. */
import { foldArabic } from "./arabic.ts";
import { plainReading, type Reading } from "./number_reading.ts";
import { normaliseNumbers, numbersOf, type WrittenNumber } from "./numbers.ts";

const ASKED =
  /(?<!\p{L})(?:what(?:['’]s| is| does| must)|find|determine|calculate|compute|solve for|value of|[وف]?(?:ما|قيمة|اوجد|احسب|جد|كم))\s(?:the )?(?:value of |قيمة )?(\p{L})(?=\s?(?:[?؟.,;:!،]\s|[?؟.!]?$|\s(?:if|when|where|given|in|such|equal|be|اذا|حيث|عندما|علما|ان)(?!\p{L})))/giu;

/** The one letter that a question asks the value of; undefined where it asks for none or for more. */
export function askedVariable(question: string): string | undefined {
  const shown = foldArabic(question).slice(0, 2_000);
  const letters = new Set([...shown.matchAll(ASKED)].map(([, letter = ""]) => letter));
  const [letter] = letters;
  return letters.size === 1 && letter !== undefined && inEquation(letter, shown) ? letter : undefined;
}

/** "a" is an article where no equation holds it. */
function inEquation(letter: string, text: string): boolean {
  return new RegExp(`(?<![\\p{L}])${letter}\\s?[-+=*×/<>^]|[-+=*×/<>]\\s?\\d*${letter}(?!\\p{L})`, "u")
    .test(text);
}

// A value follows: "y = 10 - 4 = 6"; "x + y = 10" and "2y = 12" give none.
const ASSIGNED =
  /(?<![\p{L}\p{M}\p{N}_]|(?<!(?:^|\n)[ \t]{0,4})[-+*][ \t]?|[×/·^√\p{N})][ \t]?)(?:\u0648\s?)?(\p{L})(?:\s?[=≈]\s?|\s(?:is|equals|هو|هي|[يت]ساوي)\s(?=-?\d))([^\n;؛=≈]{0,80}(?:[=≈][^\n;؛=≈]{0,80}){0,4})/gu;
const PAIR =
  /\(\s?(\p{L})\s?[,،]\s?(\p{L})\s?\)\s?=\s?\(\s?(-?\d[\d./]{0,15})\s?[,،]\s?(-?\d[\d./]{0,15})\s?\)/gu;
const VALUE_ENDS = /[,،]\s|[.!]\s|\s(?:and|or|while|with)\s|\sو|[,،](?=\p{L})/u;

interface Assignment {
  letter: string;
  number: WrittenNumber | undefined;
  at: number;
}

/** Whether a text may give values to letters. */
export function givesValues(text: string): boolean {
  return /[=≈]|\s(?:is|equals|هو|هي|[يت]ساوي)\s/u.test(text);
}

/** The value that a text gives to a letter last, where it gives values to several; undefined where that is open. */
export function valueOf(letter: string, text: string): Reading | undefined {
  const shown = normaliseNumbers(text).replace(/\*\*|__|[`$]/gu, "");
  const found = [...assignments(shown), ...pairs(shown)];
  if (new Set(found.map((one) => one.letter)).size < 2) return undefined;
  if (new RegExp(`(?<!\\p{L})(?:or|أو|او)\\s${letter}\\s?=`, "iu").test(shown)) return undefined;
  const own = found.filter((one) => one.letter === letter);
  const last = own.reduce<Assignment | undefined>(
    (top, one) => top && top.at > one.at ? top : one,
    undefined,
  );
  return last?.number && plainReading(last.number, "asked_variable", "");
}

function assignments(text: string): Assignment[] {
  const found: Assignment[] = [];
  ASSIGNED.lastIndex = 0;
  for (let match = ASSIGNED.exec(text); match; match = ASSIGNED.exec(text)) {
    const [, letter = "", rest = ""] = match;
    const ended = rest.search(VALUE_ENDS);
    const own = ended < 0 ? rest : rest.slice(0, ended);
    found.push({ letter, number: resultOf(own), at: match.index });
    ASSIGNED.lastIndex = match.index + match[0].length - rest.length + own.length;
  }
  return found;
}

/** The one number after the last sign of an equation. */
function resultOf(calculation: string): WrittenNumber | undefined {
  const numbers = numbersOf(calculation.split(/[=≈]/u).at(-1) ?? "");
  return numbers.length === 1 ? numbers[0] : undefined;
}

function pairs(text: string): Assignment[] {
  return [...text.matchAll(PAIR)].flatMap((
    { index, 1: first = "", 2: second = "", 3: left = "", 4: right = "" },
  ) => [
    { letter: first, number: numbersOf(left)[0], at: index },
    { letter: second, number: numbersOf(right)[0], at: index },
  ]);
}
