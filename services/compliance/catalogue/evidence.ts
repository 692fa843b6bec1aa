/** The evidence that a request may state, each key with its meaning. */
import { z } from "zod";
import { Bilingual } from "./bilingual.ts";
import sentences from "./evidence.json" with { type: "json" };

/** The six switches of every assessment request; one that is missing is off. */
export const FLAGS = [
  "has_audit_trail",
  "has_bias_detection",
  "has_human_oversight",
  "has_data_encryption",
  "has_consent_mechanism",
  "has_explainability",
] as const;
export type Flag = typeof FLAGS[number];

/** Holds unless the stated risk is unacceptable; where it fails, the requirement is not met. */
export const RISK_CONDITION = "risk_not_unacceptable";

/** A switch or a piece of evidence, by its key among a request's features. */
export const FeatureKey = z.string().regex(/^has_[a-z][a-z0-9_]{0,60}$/, "must be has_<name>");

/** The sentence of each built-in key; frameworks add sentences for keys of their own. */
export const EVIDENCE: ReadonlyMap<string, Bilingual> = new Map(
  Object.entries(z.record(z.string(), Bilingual).parse(sentences)),
);

export function isFlag(key: string): key is Flag {
  return FLAGS.some((flag) => flag === key);
}
