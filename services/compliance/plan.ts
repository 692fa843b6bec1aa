import { halfUp, SHARES } from "./assessment.ts";
import { CONDITIONS, FLAGS } from "./framework.ts";
import type { Report, ReportedRequirement } from "./report.ts";

/** What switching features on would bring. */
export interface Plan {
  target: number;
  current: number;
  /** The smallest set that reaches the target, the one with the highest score among equals; null: none does. */
  features: string[] | null;
  score: number | null;
  /** Whether no smaller set does; only where very many features are off is it not known. */
  smallest: boolean;
  /** The overall score with one feature more, each on its own. */
  gains: { feature: string; score: number; gain: number }[];
}

/** How many sets are tried before the best feature after feature is taken instead. */
const MAX_SETS = 20_000;

/** A requirement as far as features can change it: what it has, and which of the features that are off it lacks. */
interface Part {
  weight: number;
  any: boolean;
  known: number;
  held: number;
  lacks: number[];
}

type Score = (on: Set<number>) => number;

/** Finds the fewest features to switch on so that the overall score reaches `target`, in the terms of the report. */
export function planFor(report: Report, target: number): Plan {
  const off = featuresOff(report);
  const score = scorer(report, off);
  const current = score(new Set());
  const gains = off.map((feature, index) => {
    const reached = score(new Set([index]));
    return { feature, index, score: reached, gain: Math.round((reached - current) * 100) / 100 };
  }).sort((a, b) => b.gain - a.gain || (a.feature < b.feature ? -1 : 1));
  const useful = gains.filter(({ gain }) => gain > 0);
  const order = useful.map(({ index }) => index);
  const found = smallestSet(order, useful.map(({ gain }) => gain), { score, target, current });
  return {
    target,
    current,
    features: found && found.set.map((index) => off[index] ?? ""),
    score: found && score(new Set(found.set)),
    smallest: found?.smallest ?? true,
    gains: gains.map(({ index: _, ...gain }) => gain),
  };
}

/** The flags that are off, and extra evidence that was sent as false. What was not sent is not asked for: it would widen the assessment. */
function featuresOff({ frameworks }: Report): string[] {
  const checks = frameworks.flatMap(({ requirements }) => requirements).flatMap(({ checks }) => checks);
  const failing = checks.filter(({ check, holds }) =>
    holds === false && !CONDITIONS.some((one) => one === check)
  );
  const keys = failing.map(({ check }) => check.startsWith("x:") ? `has_${check.slice(2)}` : check);
  return [
    ...FLAGS.filter((flag) => keys.includes(flag)),
    ...new Set(keys.filter((key) => !FLAGS.some((flag) => flag === key))),
  ];
}

/** Scores any set of the features `off` without assessing anew. */
function scorer(report: Report, off: string[]): Score {
  const places = new Map(off.map((feature, index) => [feature, index]));
  const frameworks = report.frameworks.map(({ requirements }) =>
    requirements.filter(({ credit }) => credit !== null).map((one) => partOf(one, places))
  ).filter((parts) => parts.length > 0);
  return (on) => {
    const hundredths = frameworks.reduce((sum, parts) => sum + hundredthsOf(parts, on), 0);
    return frameworks.length > 0 ? halfUp(hundredths, frameworks.length) / 100 : 0;
  };
}

function partOf({ weight, checks, needs }: ReportedRequirement, places: Map<string, number>): Part {
  const known = checks.filter(({ holds }) => holds !== null);
  return {
    weight,
    any: needs === "any",
    known: known.length,
    held: known.filter(({ holds }) => holds).length,
    lacks: known.filter(({ holds }) => !holds).flatMap(({ check }) =>
      places.get(check.startsWith("x:") ? `has_${check.slice(2)}` : check) ?? []
    ),
  };
}

function hundredthsOf(parts: Part[], on: Set<number>): number {
  let weights = 0;
  let earned = 0;
  for (const { weight, any, known, held, lacks } of parts) {
    let holding = held;
    for (const index of lacks) if (on.has(index)) holding++;
    weights += weight;
    earned += weight * (any ? (holding > 0 ? SHARES : 0) : holding * SHARES / known);
  }
  return halfUp(earned * 10_000, weights * SHARES);
}

/**
 * The smallest set of `order` that reaches the target. A feature never brings more beside others than alone, so sets
 * of a size whose best `gains` together fall short need not be tried.
 */
function smallestSet(
  order: number[],
  gains: number[],
  { score, target, current }: { score: Score; target: number; current: number },
): { set: number[]; smallest: boolean } | null {
  if (current >= target) return { set: [], smallest: true };
  if (score(new Set(order)) < target) return null;
  let tried = 0;
  // Each rounded score is off by half a hundredth at most.
  let reach = current + 0.02;
  for (let size = 1; size <= order.length; size++) {
    reach += (gains[size - 1] ?? 0) + 0.01;
    if (reach < target) continue;
    let best: { set: number[]; score: number } | undefined;
    for (const set of subsets(order, size)) {
      if (++tried > MAX_SETS) {
        return { set: best?.set ?? oneByOne(order, { score, target }), smallest: false };
      }
      const reached = score(new Set(set));
      if (reached >= target && reached > (best?.score ?? -1)) best = { set, score: reached };
    }
    if (best) return { set: best.set, smallest: true };
  }
  return null;
}

function oneByOne(order: number[], { score, target }: { score: Score; target: number }): number[] {
  const set: number[] = [];
  while (score(new Set(set)) < target) {
    const rest = order.filter((index) => !set.includes(index));
    if (rest.length === 0) break;
    set.push(rest.reduce((a, b) => score(new Set([...set, b])) > score(new Set([...set, a])) ? b : a));
  }
  return set;
}

function* subsets(items: number[], size: number, from = 0): Generator<number[]> {
  if (size === 0) return yield [];
  for (let index = from; index <= items.length - size; index++) {
    const item = items[index];
    if (item === undefined) continue;
    for (const rest of subsets(items, size - 1, index + 1)) yield [item, ...rest];
  }
}
