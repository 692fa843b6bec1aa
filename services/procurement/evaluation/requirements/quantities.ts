import { numberOf, scaleOf } from "./number_words.ts";
import { dualOf, isMoney, unitOf } from "./units.ts";
import { isLight, stemOf } from "./words.ts";

/** A number with what it counts: a unit's dimension, or the stems of the things that are counted. */
export interface Quantity {
  value: number;
  /** `count` for things without a unit. */
  dimension: string;
  /** Of a count: the stems of the words around it. */
  things: string[];
  /** The words that it took, by their places. */
  from: number;
  to: number;
}

const DUAL_THINGS =
  /^(?:مشروعين|مشروعان|موقعين|موقعان|فرعين|فرعان|مكتبين|مكتبان|شهادتين|شهادتان|مركزين|مركزان|سيارتين|سيارتان)$/;

/** The quantities that words hold: `3 years`, `AED 1 million`, `سنتان`, `fifteen technicians`. */
export function quantitiesIn(words: string[], { year }: { year: number }): Quantity[] {
  const found: Quantity[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const since = sinceYear(words, at, year);
    if (since !== undefined) {
      found.push({ value: since * 365, dimension: "days", things: [], from: at, to: at + 1 });
      continue;
    }
    const dual = dualOf(word);
    if (dual) {
      found.push({ value: 2 * dual.factor, dimension: dual.dimension, things: [], from: at, to: at + 1 });
      continue;
    }
    if (DUAL_THINGS.test(word)) {
      found.push({ value: 2, dimension: "count", things: thingsAfter(words, at), from: at, to: at + 1 });
      continue;
    }
    const single = unitOf(word);
    // `within a month`, خلال شهر: one of it.
    const alone = words[at - 1] === "خلال" || words[at - 1] === "a" && words[at - 2] === "within";
    if (single && alone) {
      found.push({ value: single.factor, dimension: single.dimension, things: [], from: at, to: at + 1 });
      continue;
    }
    if (single && /^(?:واحد|واحده)$/.test(words[at + 1] ?? "")) {
      found.push({ value: single.factor, dimension: single.dimension, things: [], from: at, to: at + 2 });
      continue;
    }
    const number = numberAt(words, at);
    if (!number) continue;
    found.push(measured(words, at, number));
    at = (found.at(-1)?.to ?? at + 1) - 1;
  }
  return found;
}

/** A number in digits or words, with what scales it. */
function numberAt(words: string[], at: number): { value: number; to: number } | undefined {
  const first = numberOf(words[at] ?? "");
  const scaleFirst = first === undefined ? scaleOf(words[at] ?? "") : undefined;
  // `مليون درهم` is one million; a bare `m` or `k` is a unit or a letter.
  if (first === undefined && (scaleFirst === undefined || (words[at] ?? "").length < 3)) return undefined;
  let value = first ?? scaleFirst ?? 0;
  let to = at + 1;
  if (first !== undefined && !/\d/.test(words[at] ?? "")) {
    const next = numberOf(words[to] ?? "");
    const joined = (words[to] ?? "").startsWith("و") ? numberOf((words[to] ?? "").slice(1)) : undefined;
    if (
      next !== undefined && !/\d/.test(words[to] ?? "") &&
      (next === 10 && value < 10 || value >= 20 && next < 10)
    ) {
      value += next;
      to++;
    } else if (joined !== undefined && joined >= 20 && value < 10) {
      value += joined;
      to++;
    }
  }
  for (let scale = scaleOf(words[to] ?? ""); scale !== undefined; scale = scaleOf(words[to] ?? "")) {
    // `AED 5 m` is five million; `500 m` is a length.
    if (/^[mk]$/.test(words[to] ?? "") && !isMoney(unitOf(words[at - 1] ?? "")?.dimension ?? "")) break;
    value *= scale;
    to++;
  }
  return { value, to };
}

function measured(words: string[], from: number, { value, to }: { value: number; to: number }): Quantity {
  const after = unitOf(words[to] ?? "");
  if (after) return { value: value * after.factor, dimension: after.dimension, things: [], from, to: to + 1 };
  // `50 working days`, `3 full years`: one word may stand between.
  const beyond = unitOf(words[to + 1] ?? "");
  if (beyond && /^(?:working|calendar|full|business|consecutive)$/.test(words[to] ?? "")) {
    return { value: value * beyond.factor, dimension: beyond.dimension, things: [], from, to: to + 2 };
  }
  const before = unitOf(words[from - 1] ?? "");
  if (before && isMoney(before.dimension)) {
    return { value: value * before.factor, dimension: before.dimension, things: [], from: from - 1, to };
  }
  return { value, dimension: "count", things: thingsAfter(words, to), from, to };
}

/** Things are named by the next words, until something else is counted. */
function thingsAfter(words: string[], to: number): string[] {
  return words.slice(to, to + 3).filter((word) => !isLight(word) && numberOf(word) === undefined).map(stemOf);
}

/** Years since a year that the words name: `since 2004`, `منذ عام 2004`. */
function sinceYear(words: string[], at: number, year: number): number | undefined {
  const named = Number(words[at]);
  if (!/^(?:19|20)\d\d$/.test(words[at] ?? "") || named > year) return undefined;
  const before = words.slice(Math.max(0, at - 3), at);
  if (!before.some((word) => /^(?:since|منذ|established|founded)$/.test(word))) return undefined;
  return year - named;
}
