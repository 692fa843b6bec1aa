import { itemKey } from "../benchmarks/selection.ts";
import type { QuestionResult } from "../results/result_detail.ts";
import { meanInterval, sumsOf } from "../statistics/intervals.ts";
import { cohensKappa } from "../statistics/kappa.ts";
import { round } from "../statistics/round.ts";
import { type Agreement, type Label, type LabelChoice, WORTH } from "./label.ts";

type Decided = Exclude<LabelChoice, "cannot_say">;
/** The label that people give an answer together; disputed where they differ. */
export type LabelVerdict = Decided | "disputed" | undefined;

// Fewer answers say nothing about chance.
const LEAST_FOR_KAPPA = 5;

/** The verdict on each labelled answer, by its key. */
export function verdictsOf(labels: Label[]): Map<string, LabelVerdict> {
  const groups = Map.groupBy(labels, ({ question_id, epoch }) => itemKey(question_id, epoch));
  return new Map([...groups].map(([key, list]) => [key, verdictOf(list)]));
}

function verdictOf(labels: Label[]): LabelVerdict {
  const said = new Set(labels.flatMap(({ label }): Decided[] => label === "cannot_say" ? [] : [label]));
  const [only] = said;
  return said.size > 1 ? "disputed" : only;
}

/** The scores by labels on which people agree. */
export function labelScores(labels: Label[]): { question_id: string; epoch: number; score: number }[] {
  const verdicts = verdictsOf(labels);
  const answers = new Map(labels.map((label) => [itemKey(label.question_id, label.epoch), label]));
  return [...answers].flatMap(([key, { question_id, epoch }]) => {
    const verdict = verdicts.get(key);
    return verdict === undefined || verdict === "disputed"
      ? []
      : [{ question_id, epoch, score: WORTH[verdict] }];
  });
}

function machineSays(score: number): Decided {
  return score >= 1 ? "right" : score <= 0 ? "wrong" : "partly";
}

/** The agreement between people and the machine, and how far it exceeds chance. */
export function agreementOf(results: QuestionResult[], verdicts: Map<string, LabelVerdict>): Agreement {
  const pairs = results.flatMap(({ question_id, epoch, machine_score }): [Decided, Decided][] => {
    const verdict = verdicts.get(itemKey(question_id, epoch));
    if (machine_score === null || verdict === undefined || verdict === "disputed") return [];
    return [[verdict, machineSays(machine_score)]];
  });
  const agreed = pairs.filter(([people, machine]) => people === machine).length;
  const interval = meanInterval(sumsOf(pairs.map(([people, machine]) => Number(people === machine))));
  const kappa = pairs.length < LEAST_FOR_KAPPA ? undefined : cohensKappa(pairs);
  return {
    compared: pairs.length,
    agreed,
    share: pairs.length === 0 ? null : round(agreed / pairs.length),
    share_interval: interval ? [round(interval.low), round(interval.high)] : null,
    kappa: kappa ? round(kappa.value) : null,
    kappa_interval: kappa ? [round(kappa.interval.low), round(kappa.interval.high)] : null,
  };
}
