import { type RequirementFeatures } from "./requirement_features.ts";
import { type Measure, measureOf } from "./measure.ts";
import { type Stance, stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

/** A requirement and a sentence with the values that several features share. */
export interface Pair {
  features: RequirementFeatures;
  statement: Statement;
  stance: Stance;
  measure: Measure;
  until: "none" | "over" | "holds";
  /** The number of negations, without those of the requirement. */
  negations: number;
}

/** Computes the values that several features share. */
export function pairOf(features: RequirementFeatures, statement: Statement, asOf: string): Pair {
  const { requirement } = features;
  const stance = stanceOf(statement.normal, {
    requirementText: requirement.normal,
    question: statement.question,
  });
  const sharedNegations = [...statement.negated].filter((stem) => requirement.negated.has(stem)).length;
  const { validUntil } = statement;
  const until = validUntil === undefined
    ? "none"
    : validUntil < (requirement.validUntil ?? asOf)
    ? "over"
    : "holds";
  const negations = Math.max(0, Math.min(2, stance.negations - sharedNegations));
  return {
    features,
    statement,
    stance,
    measure: measureOf(features, statement, Number(asOf.slice(0, 4))),
    until,
    negations,
  };
}
