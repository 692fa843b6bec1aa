/** Evaluates weights on sets that they are not fitted to. */
import type { RequirementFinding } from "../requirement_finding.ts";
import { requirementReader } from "../requirement_reader.ts";
import type { Weights } from "../weights.ts";
import { fitWeights } from "./learning.ts";
import { AS_OF, type Labelled } from "./sentences.ts";

export const VERDICTS = ["met", "not_met"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Counts for one verdict: correct predictions, all predictions, all actual cases. */
export interface Tally {
  correct: number;
  predicted: number;
  actual: number;
}

/** The reader's finding about a labelled pair. */
export function findingOf({ requirement, text, listed }: Labelled, weights: Weights): RequirementFinding {
  const bid = listed ? { proposal: "", listed: [text] } : { proposal: text, listed: [] };
  const [found] = requirementReader([requirement], { asOf: AS_OF, weights })(bid);
  if (!found) throw new Error(`No finding for ${requirement}`);
  return found;
}

/** The tallies for one author's sets, by weights that are fitted to all other authors. */
export function leaveOneAuthorOut(
  authors: Labelled[][][],
  author: number,
): { findings: Tally[]; read: Tally[] } {
  const weights = fitWeights(authors.filter((_, at) => at !== author).flat());
  const pairs = (authors[author] ?? []).flat();
  const found = pairs.map((pair) => findingOf(pair, weights));
  const tallies = (predicted: string[]) => VERDICTS.map((verdict) => tallyOf(pairs, predicted, verdict));
  return {
    findings: tallies(found.map(({ status }) => status)),
    read: tallies(found.map(({ status, suggestion }) => suggestion?.status ?? status)),
  };
}

/** Counts the predictions of one verdict. */
export function tallyOf(pairs: Labelled[], predicted: string[], verdict: Verdict): Tally {
  const found = pairs.filter((_, at) => predicted[at] === verdict);
  return {
    correct: found.filter(({ label }) => label === verdict).length,
    predicted: found.length,
    actual: pairs.filter(({ label }) => label === verdict).length,
  };
}
