/** Detects prompt injection and jailbreaks from the words and the structure of a text. */
import type { MappedText } from "../reading/mapped_text.ts";
import { type Reading, readingOf } from "../reading/reading.ts";
import { NO_CONCEPTS, union } from "./concept.ts";
import { type Evidence, joinedEvidence, noEvidence, scoreOf } from "./evidence.ts";
import { hiddenTexts } from "./hidden_texts.ts";
import { matchSigns } from "./match_signs.ts";
import { type Family, type Sign, type TextOrigin, THRESHOLD } from "./sign.ts";
import { formSigns } from "./structure.ts";
import { textTokens, type Token } from "./tokens.ts";
import { type KeptWords, wordingAt } from "./wording.ts";

export interface Injection {
  /** From 0 to 1: the highest of the stretches of the text, by fitted weights. */
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
export function detectInjection(text: string, place: TextOrigin): Injection {
  return injectionIn(readingOf(text), place);
}

/** The same for a text whose reading is known. */
export function injectionIn(reading: Reading, place: TextOrigin): Injection {
  const { signs, stretches } = lookedThrough(reading, place, "weighted");
  let score = 0;
  let worst = 0;
  for (const [at, stretch] of stretches) {
    const next = stretches.get(at + 1);
    const injection = scoreOf(next ? joinedEvidence(stretch, next) : stretch, place);
    if (injection > score) [score, worst] = [injection, at];
  }
  if (signs.length === 0 && score >= THRESHOLD) {
    signs.push(wordingSign(score, worst, reading.given.text.length));
  }
  const told = distinct(signs).sort((a, b) => b.weight - a.weight).slice(0, MOST_TOLD);
  return { score: rounded(score), signs: told.sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** The reason given for a text that no single sign explains. */
const wordingSign = (score: number, stretch: number, length: number): Sign => ({
  ...{ id: "wording", family: "wording", explanation: "its words together are those of attacks" },
  weight: rounded(score),
  start: Math.min(stretch * TOGETHER / 2, length),
  end: Math.min(stretch * TOGETHER / 2 + TOGETHER, length),
});

/** The evidence of a whole text, from which the weights are fitted. */
export function evidenceIn(text: string, place: TextOrigin): Evidence {
  return [...lookedThrough(readingOf(text), place, "all").stretches.values()].reduce(
    joinedEvidence,
    noEvidence(),
  );
}

/** The signs of a text, and the evidence in each stretch of half of `TOGETHER`. */
function lookedThrough(
  reading: Reading,
  place: TextOrigin,
  kept: KeptWords,
): { signs: Sign[]; stretches: Map<number, Evidence> } {
  const { given, plain, tight } = reading;
  const stretches = new Map<number, Evidence>();
  const signs = formSigns(given.text, place);
  if (plain && reading.revealed) {
    signs.push(...formSigns(plain.text, place).map((sign) => placed(plain, sign)));
  }
  const views = tight ? [plain ?? given, tight] : [plain ?? given];
  for (const [i, view] of views.entries()) {
    const tokens = textTokens(view.text);
    if (i === 0) addWording(view, tokens, { stretches, kept });
    signs.push(...wordSigns(view, tokens, { place, stretches }).map((sign) => revealed(sign, reading)));
  }
  for (const { how, text } of hiddenTexts(reading)) {
    for (const sign of wordSigns(text, textTokens(text.text), { place, stretches })) {
      signs.push(disguised(sign, how));
    }
  }
  for (const { family, weight, start } of signs) {
    const { families } = stretchAt(stretches, start);
    families.set(family, Math.max(families.get(family) ?? 0, weight));
  }
  for (const { 0: mark, index } of given.text.matchAll(/[\n?\u061f]/g)) {
    const stretch = stretchAt(stretches, index);
    if (mark === "\n") stretch.lines++;
    else stretch.asks = true;
  }
  return { signs, stretches };
}

function stretchAt(stretches: Map<number, Evidence>, start: number): Evidence {
  const at = Math.floor(start / (TOGETHER / 2));
  const known = stretches.get(at);
  if (known) return known;
  const stretch = noEvidence();
  stretches.set(at, stretch);
  return stretch;
}

/** Adds the words of `view` to the stretches that they are in. */
function addWording(
  view: MappedText,
  tokens: readonly Token[],
  { stretches, kept }: { stretches: Map<number, Evidence>; kept: KeptWords },
): void {
  for (const [i, { stem, start }] of tokens.entries()) {
    const names = wordingAt(stem, tokens[i + 1]?.stem, kept);
    if (names.length === 0) continue;
    const { wording } = stretchAt(stretches, view.from(start));
    for (const name of names) wording.add(name);
  }
}

const placed = (view: MappedText, sign: Sign): Sign => ({
  ...sign,
  start: view.from(sign.start),
  end: view.to(sign.end),
});

/** The signs of the words of `view`; their concepts are added to the stretches that they are in. */
function wordSigns(
  view: MappedText,
  tokens: readonly Token[],
  { place, stretches }: { place: TextOrigin; stretches: Map<number, Evidence> },
): Sign[] {
  for (const { concepts, start } of tokens) {
    if (concepts === NO_CONCEPTS) continue;
    const stretch = stretchAt(stretches, view.from(start));
    stretch.concepts = union(stretch.concepts, concepts);
  }
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
