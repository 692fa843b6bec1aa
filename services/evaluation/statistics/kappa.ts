import type { ProportionInterval } from "lib/wilson_interval.ts";
import { meanInterval, sumsOf } from "./intervals.ts";

export interface Kappa {
  value: number;
  interval: ProportionInterval;
}

/**
 * Cohen's kappa (1960) of two raters, unweighted; undefined without pairs, and where chance alone explains all
 * agreement, since both always say the same one thing. As in Cohen's own standard error, the agreement by chance is taken
 * as known: the interval is that of the share of agreement, which is exact and never of zero width, on kappa's scale.
 */
export function cohensKappa<T>(pairs: readonly (readonly [T, T])[]): Kappa | undefined {
  const count = pairs.length;
  const interval = meanInterval(sumsOf(pairs.map(([a, b]) => Number(a === b))));
  if (!interval) return undefined;
  const observed = pairs.filter(([a, b]) => a === b).length / count;
  const said = new Set(pairs.flat());
  const chance = [...said].reduce((sum, label) => {
    const [first, second] = [0, 1].map((side) => pairs.filter((pair) => pair[side] === label).length / count);
    return sum + (first ?? 0) * (second ?? 0);
  }, 0);
  if (1 - chance < 1e-12) return undefined;
  const scaled = (share: number) => Math.max(-1, (share - chance) / (1 - chance));
  return { value: scaled(observed), interval: { low: scaled(interval.low), high: scaled(interval.high) } };
}
