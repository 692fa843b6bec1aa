/**
 * Monotonic scores: an additional requirement (for sensitive data, a higher risk, another use) may lower a
 * score but never raise it. A score is the minimum over the system's own situation and every easier one.
 */
import type { Situation } from "../catalogue/framework.ts";
import { maskOf } from "./situation.ts";

/** The fields of a requirement that scoring reads. */
export interface Weighed {
  weight: number;
  /** Situations that must hold; of a nested list, any one. */
  applies_when: (Situation | Situation[])[];
}

/** Scores in hundredths; null when nothing applies. */
export interface Scores {
  frameworks: (number | null)[];
  overall: number | null;
}

/** Scores frameworks whose requirements have these credits, each the share of a duty that counts, 0 to 1; never changed. */
export type Scorer = (credits: number[][]) => Scores;

/** A multiple of every number of checks that a requirement may have: credits times it are whole numbers. */
const SHARES = 60;

/** 100 × Σ weight × credit ÷ Σ weight in hundredths, half up; null when nothing counts. */
export function weightedScore(weights: number[], credits: number[]): number | null {
  let whole = 0;
  let earned = 0;
  weights.forEach((weight, index) => {
    whole += weight;
    earned += weight * Math.round((credits[index] ?? 0) * SHARES);
  });
  return whole > 0 ? halfUp(earned * 10_000, whole * SHARES) : null;
}

/** A scorer for frameworks in the first of `masks`; the rest are all situations that are easier. */
export function scorerOf(frameworks: Weighed[][], masks: number[]): Scorer {
  const tables = frameworks.map((requirements) => tableOf(requirements, masks));
  // The same rows for many masks, since a framework looks at few situations.
  const rows = new Map(masks.map((mask) => {
    const row = tables.map(({ places, relevant }) => places.get(mask & relevant) ?? 0);
    return [row.join(), row];
  }));
  const places = [...rows.values()];
  return (credits) => {
    const lowest = tables.map((table, index) => table.lowest(credits[index] ?? []));
    // The first row is the system's own; maps keep the order.
    const overall = meanOf(lowest, places[0] ?? []);
    return {
      frameworks: lowest.map((scores) => scores[0] ?? null),
      // An additional framework must not raise the mean either.
      overall: overall === null
        ? null
        : places.reduce((least, row) => Math.min(least, meanOf(lowest, row) ?? least), overall),
    };
  };
}

/** The mean of the frameworks' scores at one row of places; null when none has a score there. */
function meanOf(lowest: (number | null)[][], row: number[]): number | null {
  let sum = 0;
  let count = 0;
  for (let index = 0; index < row.length; index++) {
    const score = lowest[index]?.[row[index] ?? 0] ?? null;
    if (score === null) continue;
    sum += score;
    count++;
  }
  return count > 0 ? halfUp(sum, count) : null;
}

/** A framework's scores by situation, of those situations that it looks at; the system's own comes first. */
function tableOf(requirements: Weighed[], masks: number[]) {
  const when = requirements.map(({ applies_when }) =>
    applies_when.map((situation) => maskOf([situation].flat()))
  );
  const relevant = when.flat().reduce((all, situation) => all | situation, 0);
  const own = [...new Set(masks.map((mask) => mask & relevant))];
  const applying = own.map((mask) =>
    when.flatMap((needed, index) => needed.every((needs) => mask & needs) ? [index] : [])
  );
  const weights = applying.map((list) => list.map((index) => requirements[index]?.weight ?? 0));
  const easier = own.map((mask) =>
    own.flatMap((requirement, place) => (requirement & mask) === requirement ? [place] : [])
  );
  // A plan tries many feature sets that leave most frameworks unchanged.
  const known = new WeakMap<number[], (number | null)[]>();
  const scored = (credits: number[]) => {
    const plain = applying.map((list, place) =>
      weightedScore(weights[place] ?? [], list.map((index) => credits[index] ?? 0))
    );
    return plain.map((score, place) =>
      score === null ? null : Math.min(...(easier[place] ?? []).flatMap((index) => plain[index] ?? []))
    );
  };
  return {
    relevant,
    places: new Map(own.map((mask, place) => [mask, place])),
    /** The lowest score of each place, for one array of credits that does not change. */
    lowest(credits: number[]): (number | null)[] {
      const scores = known.get(credits) ?? scored(credits);
      known.set(credits, scores);
      return scores;
    },
  };
}

/** A quotient of whole numbers, rounded half up. */
function halfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}
