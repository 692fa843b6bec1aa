/** The findings of weights in sets that they were not fitted to. */
import type { RequirementFinding } from "../requirement_finding.ts";
import { requirementReader } from "../requirement_reader.ts";
import type { Weights } from "../weights.ts";
import { fitWeights } from "./learning.ts";
import { AS_OF, type Labelled } from "./sentences.ts";

export const VERDICTS = ["met", "not_met"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How many of the findings of a verdict are right, of those that are said and of those that are true. */
export interface Tally {
  right: number;
  said: number;
  of: number;
}

/** The reader's finding about a labelled pair. */
export function findingOf({ requirement, text, listed }: Labelled, weights: Weights): RequirementFinding {
  const bid = listed ? { proposal: "", listed: [text] } : { proposal: text, listed: [] };
  const [found] = requirementReader([requirement], { asOf: AS_OF, weights })(bid);
  if (!found) throw new Error(`No finding for ${requirement}`);
  return found;
}

/** The findings of one author's sets, by weights that were fitted to the sets of all others. */
export function leftOut(authors: Labelled[][][], author: number): { findings: Tally[]; read: Tally[] } {
  const weights = fitWeights(authors.filter((_, at) => at !== author).flat());
  const pairs = (authors[author] ?? []).flat();
  const found = pairs.map((pair) => findingOf(pair, weights));
  const tallies = (said: string[]) => VERDICTS.map((verdict) => tallyOf(pairs, said, verdict));
  return {
    findings: tallies(found.map(({ status }) => status)),
    read: tallies(found.map(({ status, suggestion }) => suggestion?.status ?? status)),
  };
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
