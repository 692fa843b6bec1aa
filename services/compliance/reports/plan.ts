/** The fewest features to switch on so that a report's system reaches a score. */
import { z } from "@hono/zod-openapi";
import { Percent, type RequirementResult } from "../assessment/result.ts";
import { scorerOf } from "../assessment/score.ts";
import { easierMasks, maskOf } from "../assessment/situation.ts";
import { standingOf } from "../assessment/standing.ts";
import { RISK_CONDITION } from "../catalogue/evidence.ts";
import type { Report } from "./report.ts";

export const Plan = z.object({
  target: Percent,
  current: Percent.nullable(),
  features: z.array(z.string()).nullable().meta({
    description: "Set of features that reaches the target; null: none does",
  }),
  score: Percent.nullable().meta({ description: "Overall score with them; null: no set reaches it" }),
  smallest: z.boolean().meta({
    description: "Whether all smaller sets were tried; false: too many",
  }),
  gains: z.array(z.object({
    feature: z.string(),
    score: Percent.meta({ description: "The overall score with it" }),
    gain: z.number(),
  })).meta({
    description: "Overall score with each single feature added",
  }),
}).meta({ id: "Plan" });
export type Plan = z.output<typeof Plan>;

/** How many sets are tried in search of a smaller plan. */
const MAX_SETS = 1_000;

/** With more features than these, a plan takes them by weight and looks at the gains of the heaviest alone. */
const MAX_FEATURES = 300;

/** How many features are compared for each step of the search. */
const CANDIDATES = 12;

/** The overall score, in hundredths, with the features `on` in addition to the request's. */
type Score = (on: ReadonlySet<string>) => number;

/** Finds features to switch on so that the overall score reaches `target`, in the terms of the report. */
export function planFor(report: Report, target: number): Plan {
  if (report.overall_score === null) {
    return { target, current: null, features: null, score: null, smallest: true, gains: [] };
  }
  const weights = weightsOf(report);
  const off = featuresOff(report, weights);
  const score = scorer(report);
  const current = score(new Set());
  const gains = off.slice(0, MAX_FEATURES).map((feature) => {
    const reached = score(new Set([feature]));
    return { feature, score: reached / 100, gain: (reached - current) / 100 };
  }).sort((a, b) => b.gain - a.gain || (a.feature < b.feature ? -1 : 1));
  const plan = reaching(off, { score, target: target * 100 });
  return {
    target,
    current: current / 100,
    features: plan && plan.set,
    score: plan && score(new Set(plan.set)) / 100,
    smallest: plan?.smallest ?? true,
    gains,
  };
}

/** Switches that are off and evidence that is denied or not stated, of requirements that apply; most rests on the first. */
function featuresOff({ frameworks }: Report, weights: Map<string, number>): string[] {
  const keys = frameworks.flatMap(({ requirements }) => requirements)
    .filter(({ status }) => status !== "not_applicable" && status !== "met")
    .flatMap(({ checks }) => checks)
    .filter(({ check, holds }) => holds !== true && check !== RISK_CONDITION)
    .map(({ check }) => check);
  const weight = (feature: string) => weights.get(feature) ?? 0;
  return [...new Set(keys)].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
}

/** Scores any set of features without assessing anew: only requirements that name one of them are looked at. */
function scorer({ frameworks, situations }: Report): Score {
  const applicable = frameworks.map(({ requirements }) =>
    requirements.filter(({ status }) => status !== "not_applicable")
  );
  const scores = scorerOf(applicable, easierMasks(maskOf(situations)));
  const base = applicable.map((requirements) => requirements.map(({ credit }) => credit ?? 0));
  const naming = applicable.map((requirements) => {
    const places = new Map<string, number[]>();
    requirements.forEach(({ checks }, place) => {
      for (const { check } of checks) places.set(check, [...places.get(check) ?? [], place]);
    });
    return places;
  });
  return (on) => {
    const credits = base.map((own, index) => {
      const touched = new Set([...on].flatMap((feature) => naming[index]?.get(feature) ?? []));
      if (touched.size === 0) return own;
      const changed = [...own];
      for (const place of touched) {
        const requirement = applicable[index]?.[place];
        if (requirement) changed[place] = creditWith(requirement, on);
      }
      return changed;
    });
    return scores(credits).overall ?? 0;
  };
}

function creditWith(
  { checks, needs, claim_needs }: RequirementResult,
  on: ReadonlySet<string>,
): number {
  const given = checks.map((check) => on.has(check.check) ? { ...check, holds: true } : check);
  return standingOf(given, needs, claim_needs).credit ?? 0;
}

/** The weight that depends on each feature, for a choice among features that raise the score only together. */
function weightsOf({ frameworks }: Report): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { checks, weight } of frameworks.flatMap(({ requirements }) => requirements)) {
    const missing = checks.filter(({ role, holds }) => role === "shows" && holds !== true);
    for (const { check } of missing) weights.set(check, (weights.get(check) ?? 0) + weight / missing.length);
  }
  return weights;
}

function reaching(
  off: string[],
  { score, target }: { score: Score; target: number },
): { set: string[]; smallest: boolean } | null {
  if (score(new Set()) >= target) return { set: [], smallest: true };
  if (score(new Set(off)) < target) return null;
  if (off.length > MAX_FEATURES) return { set: shortestStart(off, { score, target }), smallest: false };
  const candidate = pruned(greedy(off, { score, target }), { score, target });
  let tried = 0;
  for (let size = 1; size < candidate.length; size++) {
    for (const set of subsets(off, size)) {
      if (++tried > MAX_SETS) return { set: candidate, smallest: false };
      if (score(new Set(set)) >= target) return { set, smallest: true };
    }
  }
  return { set: candidate, smallest: true };
}

/** The shortest start of a list that reaches the target; one more feature never lowers a score. */
function shortestStart(off: string[], { score, target }: { score: Score; target: number }): string[] {
  let [short, enough] = [0, off.length];
  while (enough - short > 1) {
    const middle = (short + enough) >> 1;
    if (score(new Set(off.slice(0, middle))) >= target) enough = middle;
    else short = middle;
  }
  return off.slice(0, enough);
}

/** Greedily adds the feature with the largest gain among the heaviest. */
function greedy(off: string[], { score, target }: { score: Score; target: number }): string[] {
  const set: string[] = [];
  let rest = off;
  while (rest.length > 0 && score(new Set(set)) < target) {
    let best: { feature: string; score: number } | undefined;
    for (const feature of rest.slice(0, CANDIDATES)) {
      const reached = score(new Set([...set, feature]));
      if (!best || reached > best.score) best = { feature, score: reached };
    }
    const chosen = best?.feature ?? "";
    set.push(chosen);
    rest = rest.filter((feature) => feature !== chosen);
  }
  return set;
}

/** Removes unnecessary features, the least useful first. */
function pruned(set: string[], { score, target }: { score: Score; target: number }): string[] {
  let kept = set;
  for (const feature of set.toReversed()) {
    const without = kept.filter((other) => other !== feature);
    if (score(new Set(without)) >= target) kept = without;
  }
  return kept;
}

function* subsets(items: string[], size: number, from = 0): Generator<string[]> {
  if (size === 0) return yield [];
  for (let index = from; index <= items.length - size; index++) {
    const item = items[index];
    if (item === undefined) continue;
    for (const rest of subsets(items, size - 1, index + 1)) yield [item, ...rest];
  }
}
