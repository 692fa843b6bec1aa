import { assess, overallScore, situate } from "./assessment.ts";
import { FLAGS, type LoadedFramework } from "./framework.ts";
import type { Report } from "./report.ts";

/** What switching features on would bring. */
export interface Plan {
  target: number;
  current: number;
  /** The smallest set that reaches the target, the one with the highest score among equals; null: none does. */
  features: string[] | null;
  score: number | null;
  /** The overall score with one feature more, each on its own. */
  gains: { feature: string; score: number; gain: number }[];
}

const MAX_KEYS = 16;

/** Finds the fewest features to switch on so that the overall score reaches `target`. */
export function planFor(report: Report, frameworks: LoadedFramework[], target: number): Plan {
  const { features } = report.request;
  const evidence = frameworks.flatMap(({ requirements }) => requirements)
    .flatMap(({ checks }) => "all" in checks ? checks.all : checks.any)
    .filter((check) => check.startsWith("x:")).map((check) => `has_${check.slice(2)}`);
  // Evidence that the request did not speak of is not asked for: sending it would widen the assessment.
  const off = [...FLAGS, ...new Set(evidence)].filter((key) =>
    features[key] === false || FLAGS.some((flag) => flag === key) && !features[key]
  );
  const scoreWith = (more: string[]) => {
    const system = situate({
      ...report.request,
      features: { ...features, ...Object.fromEntries(more.map((key) => [key, true])) },
    });
    return overallScore(frameworks.map((framework) => assess(framework, system))) ?? 0;
  };
  const current = scoreWith([]);
  const gains = off.map((feature) => {
    const score = scoreWith([feature]);
    return { feature, score, gain: Math.round((score - current) * 100) / 100 };
  }).sort((a, b) => b.gain - a.gain || (a.feature < b.feature ? -1 : 1));
  const useful = gains.filter(({ gain }) => gain > 0).slice(0, MAX_KEYS).map(({ feature }) => feature);
  if (current >= target) return { target, current, features: [], score: current, gains };
  for (let size = 1; size <= useful.length; size++) {
    let best: { set: string[]; score: number } | undefined;
    for (const set of subsets(useful, size)) {
      const score = scoreWith(set);
      if (score >= target && score > (best?.score ?? -1)) best = { set, score };
    }
    if (best) return { target, current, features: best.set, score: best.score, gains };
  }
  return { target, current, features: null, score: null, gains };
}

function* subsets<T>(items: T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) return yield [];
  for (let index = from; index <= items.length - size; index++) {
    const item = items[index];
    if (item === undefined) continue;
    for (const rest of subsets(items, size - 1, index + 1)) yield [item, ...rest];
  }
}
