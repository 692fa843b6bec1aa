/** Detects prompt injection and jailbreaks from the words and the structure of a text. */
import type { MappedText } from "../reading/mapped_text.ts";
import { type Reading, readingOf } from "../reading/reading.ts";
import { hiddenTexts } from "./hidden_texts.ts";
import { matchSigns } from "./match_signs.ts";
import type { Family, Place, Sign } from "./sign.ts";
import { formSigns } from "./structure.ts";
import { tokensOf } from "./tokens.ts";

export interface Injection {
  /** 1 minus the product of (1 - weight) over the families of signs that are close together, from 0 to 1. */
  score: number;
  /** In the order of the text. */
  signs: Sign[];
}

/** Most signs to report. */
const MOST_TOLD = 50;
/** Signs within this many characters count together. */
const TOGETHER = 1_200;
/** Signs in hidden text weigh more than visible ones. */
const HIDDEN_ADDS = 0.3;

/** Prompt injection in a text that comes from `place`. */
export function detectInjection(text: string, place: Place): Injection {
  return injectionIn(readingOf(text), place);
}

/** The same for a text whose reading is known. */
export function injectionIn(reading: Reading, place: Place): Injection {
  const { given, plain, tight } = reading;
  const signs = formSigns(given.text, place);
  if (plain && reading.revealed) {
    signs.push(...formSigns(plain.text, place).map((sign) => placed(plain, sign)));
  }
  for (const view of tight ? [plain ?? given, tight] : [plain ?? given]) {
    signs.push(...wordSigns(view, place).map((sign) => revealed(sign, reading)));
  }
  for (const { how, text } of hiddenTexts(plain ?? given)) {
    for (const sign of wordSigns(text, place)) signs.push(disguised(sign, how));
  }
  return strongest(signs);
}

const placed = (view: MappedText, sign: Sign): Sign => ({
  ...sign,
  start: view.from(sign.start),
  end: view.to(sign.end),
});

function wordSigns(view: MappedText, place: Place): Sign[] {
  const tokens = tokensOf(view.text);
  return matchSigns(tokens, place).map(({ sign: { id, family, explanation }, weight, first, last }) => {
    const ends = [view.from(tokens[first]?.start ?? 0), view.to(tokens[last]?.end ?? 0)];
    return {
      id,
      family,
      explanation,
      weight: rounded(weight),
      start: Math.min(...ends),
      end: Math.max(...ends),
    };
  });
}

/** A run without white space that is long enough to be encoded text. */
const ENCODED = /^[\w+/=%&#;\\-]{24,}$/;

/** The sign, with a higher weight if its words were encoded. */
function revealed(sign: Sign, { given, revealed }: Reading): Sign {
  return revealed && ENCODED.test(given.text.slice(sign.start, sign.end))
    ? disguised(sign, "an encoding")
    : sign;
}

const disguised = (sign: Sign, how: string): Sign => ({
  ...sign,
  weight: rounded(1 - (1 - sign.weight) * (1 - HIDDEN_ADDS)),
  explanation: `${sign.explanation}, in ${how}`,
});

const rounded = (weight: number) => Math.round(weight * 10_000) / 10_000;

/** The highest score of signs that are close together; those signs are listed first. */
function strongest(signs: readonly Sign[]): Injection {
  const buckets = new Map<number, Map<Family, number>>();
  for (const { family, weight, start } of signs) {
    const place = Math.floor(start / (TOGETHER / 2));
    const bucket = buckets.get(place) ?? new Map<Family, number>();
    buckets.set(place, bucket);
    bucket.set(family, Math.max(bucket.get(family) ?? 0, weight));
  }
  let score = 0;
  for (const [place, bucket] of buckets) {
    const both = new Map(bucket);
    for (const [family, weight] of buckets.get(place + 1) ?? []) {
      both.set(family, Math.max(both.get(family) ?? 0, weight));
    }
    let clean = 1;
    for (const weight of both.values()) clean *= 1 - weight;
    score = Math.max(score, 1 - clean);
  }
  const told = distinct(signs).sort((a, b) => b.weight - a.weight).slice(0, MOST_TOLD);
  return { score: rounded(score), signs: told.sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** Of overlapping matches of one sign, the first is reported. */
function distinct(signs: readonly Sign[]): Sign[] {
  const ends = new Map<string, number>();
  return signs.filter(({ id, start, end }) => {
    if (start < (ends.get(id) ?? -1)) return false;
    ends.set(id, end);
    return true;
  });
}

/** Describes the strongest sign of each family, strongest first. */
export function explanationOf(signs: readonly Sign[]): string {
  const said = new Map<Family, string>();
  for (const { family, explanation } of signs.toSorted((a, b) => b.weight - a.weight)) {
    if (!said.has(family)) said.set(family, explanation);
  }
  return [...said.values()].join("; ");
}
