/** The findings of weights in a set that they were not fitted to, at each bound, and the bound that other sets ask for. */
import { requirementReader } from "../requirement_reader.ts";
import { readWanted } from "../wanted.ts";
import type { Weights } from "../weights.ts";
import { learned } from "./learning.ts";
import { AS_OF, type Labelled } from "./sentences.ts";

export const VERDICTS = ["met", "not_met"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How many of the findings of a verdict are right, of those that are said and of those that are true. */
export interface Tally {
  right: number;
  said: number;
  of: number;
}

/** Bounds that are tried; above 1 only the rules speak. */
export const BOUNDS = [0.4, 0.5, 0.6, 0.65, 0.7, 0.8, 0.9, 0.95, 1.01];
/** The precision that is wanted of each verdict. */
export const GOAL: Record<Verdict, number> = { met: 0.98, not_met: 0.95 };

/** The tallies of a left-out set: of each verdict one for each of `BOUNDS`. */
export interface LeftOut {
  name: string;
  at: Record<Verdict, Tally[]>;
}

/** Sets that were left out: of their pairs those that ask for a quantity, and the others. */
export interface Looks {
  counted: LeftOut[];
  others: LeftOut[];
}

/** Leaves out each set in turn and reads it by weights that were fitted to all the others. */
export function leftOut(sets: [name: string, pairs: Labelled[]][]): Looks {
  const looks: Looks = { counted: [], others: [] };
  for (const [name, pairs] of sets) {
    const weights = learned(sets.filter(([other]) => other !== name).map(([, of]) => of));
    looks.counted.push({ name, at: tallied(pairs.filter(isCounted), weights) });
    looks.others.push({ name, at: tallied(pairs.filter((pair) => !isCounted(pair)), weights) });
  }
  return looks;
}

/** Whether a pair's requirement asks for a quantity. */
export function isCounted({ requirement }: Labelled): boolean {
  return readWanted(requirement, Number(AS_OF.slice(0, 4))).quantities.length > 0;
}

/** The findings of weights in pairs, at each bound. */
function tallied(pairs: Labelled[], weights: Weights): LeftOut["at"] {
  const at: LeftOut["at"] = { met: [], not_met: [] };
  for (const bound of BOUNDS) {
    const least = { met: bound, not_met: bound };
    const said = statusesOf(pairs, { ...weights, least, least_counted: least, least_plain: bound });
    for (const verdict of VERDICTS) at[verdict].push(tallyOf(pairs, said, verdict));
  }
  return at;
}

function statusesOf(pairs: Labelled[], weights: Weights): string[] {
  return pairs.map(({ requirement, text, listed }) => {
    const read = requirementReader([requirement], { asOf: AS_OF, weights });
    return read(listed ? { proposal: "", listed: [text] } : { proposal: text, listed: [] })[0]?.status ?? "";
  });
}

/** How one verdict fared. */
export function tallyOf(pairs: Labelled[], said: string[], verdict: Verdict): Tally {
  const found = pairs.filter((_, at) => said[at] === verdict);
  return {
    right: found.filter(({ label }) => label === verdict).length,
    said: found.length,
    of: pairs.filter(({ label }) => label === verdict).length,
  };
}

/**
 * The lowest of `BOUNDS` from which on each set reaches the goal, or has one wrong finding at most: sets differ by who
 * wrote them, and a sum over all hides the one that is most unlike the others.
 */
export function boundFor(sets: LeftOut[], verdict: Verdict): number {
  const reaches = (index: number) =>
    sets.every(({ at }) => {
      const { right, said } = at[verdict][index] ?? { right: 0, said: 0 };
      return said - right <= 1 || right / said >= GOAL[verdict];
    });
  const last = BOUNDS.findLastIndex((_, index) => !reaches(index));
  return Math.min(last + 1, BOUNDS.length - 1);
}

/** The 95 % interval of a share, by Wilson. */
export function wilson(right: number, of: number): [number, number] {
  if (of === 0) return [0, 1];
  const [share, z] = [right / of, 1.959964];
  const middle = share + z * z / (2 * of);
  const half = z * Math.sqrt(share * (1 - share) / of + z * z / (4 * of * of));
  return [(middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)];
}
