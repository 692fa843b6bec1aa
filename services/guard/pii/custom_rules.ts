/** Custom recognisers: an organisation's own kinds of personal data, described by patterns. */
import { RE2JS } from "re2js";
import { foldText } from "../matching/characters.ts";
import { iso7064Mod11, luhn, mod97, verhoeff } from "./check_digits.ts";
import type { Entity } from "./entity.ts";
import { normalise } from "./normalise.ts";

export const CHECKS = ["none", "luhn", "mod97", "mod11_2", "verhoeff"] as const;

/** How one kind is recognised. */
export interface CustomRule {
  type: string;
  pattern: string;
  /** The check digit of a match's letters and digits. */
  check: typeof CHECKS[number];
  /** Words that raise the confidence of a match near one of them. */
  words: readonly string[];
  /** Whether a match needs such a word. */
  words_required: boolean;
}

interface Compiled extends CustomRule {
  regex: RE2JS;
  folded: string[];
}

/** Longer matches are ignored. */
const LONGEST = 100;
const PIECE = 4_000;
/** Overlap before and after a piece for matches at its edges. */
const CONTEXT = 128;
/** Most finds of one kind in one text. */
const MOST_FINDS = 5_000;
/** Approximate distance of a word from a match: texts are folded once, in blocks. */
const NEAR = 60;
const BLOCK = 32;

const compiled = new WeakMap<readonly CustomRule[], Compiled[]>();

function compiledOf(rules: readonly CustomRule[]): Compiled[] {
  const before = compiled.get(rules);
  if (before) return before;
  const made = rules.map((rule) => ({
    ...rule,
    regex: RE2JS.compile(rule.pattern, RE2JS.CASE_INSENSITIVE),
    folded: rule.words.map((word) => foldText(word).trim()),
  }));
  compiled.set(rules, made);
  return made;
}

/** Findings of the rules in a text with normalised digits; unwanted types are left out. */
export function findCustom(
  given: string,
  rules: readonly CustomRule[],
  isWanted: (type: string) => boolean,
): Entity[] {
  const active = compiledOf(rules).filter(({ type }) => isWanted(type));
  if (active.length === 0) return [];
  const { text, at } = normalise(given);
  const entities: Entity[] = [];
  const near = neighbourhood(text);
  for (const rule of active) {
    for (const [start, end] of matchesOf(rule.regex, text)) {
      const confidence = confidenceOf(rule, text.slice(start, end), () => near(start, end));
      if (confidence === 0) continue;
      const [from, to] = [at(start), at(end - 1) + 1];
      entities.push({ type: rule.type, value: given.slice(from, to), start: from, end: to, confidence });
    }
  }
  return entities;
}

/** The matches in a text, piece by piece, since telling that a piece has none is fast. */
function matchesOf(regex: RE2JS, text: string): [number, number][] {
  const matches: [number, number][] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    const from = Math.max(0, at - CONTEXT);
    const piece = text.slice(from, at + PIECE + CONTEXT);
    if (!regex.test(piece)) continue;
    const matcher = regex.matcher(piece);
    let place = matches.at(-1)?.[1] ?? 0;
    while (matches.length < MOST_FINDS && matcher.find()) {
      const [start, end] = [from + matcher.start(), from + matcher.end()];
      const isOwn = start >= Math.max(at, place) && start < at + PIECE;
      if (!isOwn || end === start || end - start > LONGEST) continue;
      matches.push([start, end]);
      place = end;
    }
  }
  return matches;
}

/** Returns the folded text around a match. */
function neighbourhood(text: string): (start: number, end: number) => string {
  const blocks: string[] = [];
  return (start, end) => {
    let around = "";
    const last = Math.min(text.length - 1, end + NEAR);
    for (let i = Math.floor(Math.max(0, start - NEAR) / BLOCK); i * BLOCK <= last; i++) {
      around += blocks[i] ??= foldText(text.slice(i * BLOCK, (i + 1) * BLOCK));
    }
    return around;
  };
}

/** 0 for a false match: a wrong check digit, or a required word is missing. */
function confidenceOf(
  { check, folded, words_required }: Compiled,
  value: string,
  near: () => string,
): number {
  if (!isChecked(check, value)) return 0;
  const around = folded.length > 0 ? near() : "";
  const isSaid = folded.some((word) => around.includes(word));
  if (words_required && !isSaid) return 0;
  if (check === "none") return isSaid ? 0.85 : 0.7;
  return isSaid ? 0.98 : 0.9;
}

function isChecked(check: CustomRule["check"], value: string): boolean {
  const signs = value.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const digits = signs.replace(/[A-Z]/g, "");
  if (check === "none") return true;
  if (check === "luhn") return digits.length > 1 && luhn(digits);
  if (check === "verhoeff") return digits.length > 1 && verhoeff(digits);
  if (check === "mod11_2") return iso7064Mod11(signs.replace(/[A-WYZ]/g, ""));
  return signs.length > 4 && mod97(signs);
}

/** Merges built-in and custom entities; of two that overlap the longer stays, of equals the custom one. */
export function withCustom(entities: readonly Entity[], custom: readonly Entity[]): Entity[] {
  const kept: Entity[] = [];
  for (const entity of [...custom, ...entities].sort((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (!last || last.end <= entity.start) kept.push(entity);
    else if (entity.end - entity.start > last.end - last.start) kept[kept.length - 1] = entity;
  }
  return kept;
}
