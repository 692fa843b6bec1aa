/** Matches the patterns of all policies, as many as possible in one pass. */
import { RE2JS, RE2Set } from "re2js";
import { joinedCodes, requiresLetters } from "./joined_codes.ts";
import { plainCodes } from "./plain_codes.ts";
import { type MappedText, spanOf } from "../reading/mapped_text.ts";
import { plainPattern } from "../reading/letters.ts";
import type { Reading } from "../reading/reading.ts";
import type { Compiled, Pass, PolicyPattern } from "./compiled_policies.ts";
import type { Hits } from "./hits.ts";
import { MOST_STATES, statesOf } from "./pattern_cost.ts";
import { reachOf } from "./pattern_reach.ts";

/** Most patterns, and most total states, per pass; combined states multiply. */
const TOGETHER = 100;
const STATES_TOGETHER = 2 * MOST_STATES;

export function regexPasses(rules: readonly Compiled[]): Pass[] {
  const all = rules.flatMap(({ policy, rule }) =>
    rule.type === "regex"
      ? rule.patterns.map(({ regex }): PolicyPattern => {
        const plain = RE2JS.compile(plainPattern(regex.pattern()), regex.flags());
        return { policy, regex, plain, isNamed: requiresLetters(regex.pattern()), reach: reachOf(regex) };
      })
      : []
  );
  return [...Map.groupBy(all, ({ regex }) => regex.flags()).values()].flatMap(passesOf);
}

function passesOf(alike: readonly PolicyPattern[]): Pass[] {
  const passes: PolicyPattern[][] = [];
  let states = Infinity;
  for (const pattern of alike) {
    const own = statesOf(pattern.regex);
    const last = passes.at(-1);
    states += own;
    if (last && last.length < TOGETHER && states <= STATES_TOGETHER) last.push(pattern);
    else {
      passes.push([pattern]);
      states = own;
    }
  }
  return passes.map((patterns) => {
    const given = setOf(patterns.map(({ regex }) => regex));
    const isPlain = patterns.every(({ regex, plain }) => regex.pattern() === plain.pattern());
    return { given, plain: isPlain ? given : setOf(patterns.map(({ plain }) => plain)), patterns };
  });
}

function setOf(patterns: readonly RE2JS[]): RE2Set {
  const set = new RE2Set(RE2Set.UNANCHORED, patterns[0]?.flags() ?? 0);
  for (const pattern of patterns) set.add(pattern.pattern());
  set.compile();
  return set;
}

/** In longer texts patterns are not looked for in words that were joined. */
const MOST_TIGHT = 20_000;

/** Records the policies whose patterns occur in a reading, with terms within the text's budget. */
export function matchPatterns(
  passes: readonly Pass[],
  { given, plain, tight, between, pieces, asked }: Reading,
  { hits, isLookedFor }: { hits: Hits; isLookedFor: (pattern: PolicyPattern) => boolean },
): void {
  if (passes.length === 0) return;
  const allowance = { characters: FINDING };
  const { text } = given;
  const joined = text.length <= MOST_TIGHT ? tight : undefined;
  const codes = [plain ?? given, joined].map((view) => view && plainCodes(view));
  const isShort = text.length <= MOST_TIGHT &&
    passes.some(({ patterns }) => patterns.some((pattern) => pattern.isNamed));
  const together = isShort ? [plain ?? given, codes[0]].flatMap((view) => view ? joinedCodes(view) : []) : [];
  for (const { given: asGiven, plain: asPlain, patterns } of passes) {
    const matched = new Set<number>();
    for (const index of asGiven.match(given.text)) {
      const pattern = patterns[index];
      if (!pattern || !isLookedFor(pattern)) continue;
      matched.add(index);
      addTerms(pattern.regex, given, { policy: pattern.policy, source: given.text, hits, allowance });
    }
    for (
      const view of [
        plain,
        joined,
        ...codes,
        ...between,
        pieces,
        ...asked,
        ...together,
      ]
    ) {
      if (!view) continue;
      for (const index of asPlain.match(view.text)) {
        const pattern = patterns[index];
        if (!pattern || matched.has(index) || !isLookedFor(pattern)) continue;
        if (!pattern.isNamed && together.includes(view)) continue;
        const finding = { policy: pattern.policy, source: given.text, hits, allowance };
        if (together.includes(view)) {
          if (addWhole(pattern.plain, view, finding)) matched.add(index);
          continue;
        }
        matched.add(index);
        addTerms(pattern.plain, view, finding);
      }
    }
  }
}

/** The most text searched for the position of a match, which costs many times as much as detecting one. */
const FINDING = 50_000;
/** Matches are searched in pieces of this size, each overlapping half of the one before. */
const PIECE = 1_000;
/** The factor by which it is cheaper to tell that a piece holds no match. */
const CHEAPER = 25;
const MOST_FINDS = 20;

interface Finding {
  policy: PolicyPattern["policy"];
  source: string;
  hits: Hits;
  allowance: { characters: number };
}

/** Records the first match that is no part of a longer word or number; whether there is one. */
function addWhole(regex: RE2JS, view: MappedText, { policy, source, hits, allowance }: Finding): boolean {
  const { text } = view;
  if (allowance.characters < text.length) return false;
  allowance.characters -= text.length;
  const matcher = regex.matcher(text);
  for (let finds = 0; finds < MOST_FINDS && matcher.find(); finds++) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (isPart(text, start - 1, start) || isPart(text, end - 1, end)) continue;
    hits.add(policy, source.slice(...spanOf(view, start, end)));
    return true;
  }
  return false;
}

/** Whether two neighbours are letters of one word, or digits of one number. */
const isPart = (text: string, before: number, after: number) =>
  /^(?:[A-Za-z]{2}|\d{2})$/.test(text.charAt(before) + text.charAt(after));

function addTerms(regex: RE2JS, view: MappedText, finding: Finding): void {
  const { text } = view;
  const { policy, source, hits, allowance } = finding;
  hits.add(policy);
  let at = 0;
  for (let finds = 0; finds < MOST_FINDS && !hits.isFull(policy);) {
    if (at >= text.length || allowance.characters <= 0) return;
    const piece = text.slice(at, at + PIECE);
    allowance.characters -= piece.length / CHEAPER;
    if (!regex.test(piece)) {
      at += PIECE / 2;
      continue;
    }
    const matcher = regex.matcher(piece);
    allowance.characters -= piece.length;
    if (!matcher.find()) return;
    hits.add(policy, source.slice(...spanOf(view, at + matcher.start(), at + matcher.end())));
    at += Math.max(1, matcher.end());
    finds++;
  }
}
