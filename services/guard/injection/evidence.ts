/** The evidence for and against an attack in one stretch of a text, and its score by fitted weights. */
import { type Concept, CONCEPTS, type ConceptSet, intersects, NO_CONCEPTS, setOf, union } from "./concept.ts";
import type { Family, TextOrigin } from "./sign.ts";
import { weightOf } from "./wording.ts";
import fitted from "./weights.json" with { type: "json" };

export interface Evidence {
  /** The weight of the strongest sign of each family. */
  families: Map<Family, number>;
  concepts: ConceptSet;
  /** Words and pairs of them. */
  wording: Set<string>;
  lines: number;
  asks: boolean;
}

export const noEvidence = (): Evidence => ({
  families: new Map(),
  concepts: NO_CONCEPTS,
  wording: new Set(),
  lines: 0,
  asks: false,
});

export function joinedEvidence(a: Evidence, b: Evidence): Evidence {
  const families = new Map(a.families);
  for (const [family, weight] of b.families) {
    families.set(family, Math.max(families.get(family) ?? 0, weight));
  }
  return {
    families,
    concepts: union(a.concepts, b.concepts),
    wording: a.wording.union(b.wording),
    lines: a.lines + b.lines,
    asks: a.asks || b.asks,
  };
}

const SETS: readonly (readonly [Concept, ConceptSet])[] = CONCEPTS.map((
  concept,
) => [concept, setOf([concept])]);
/** More lines than these count as many. */
const MANY_LINES = 10;
/** Brings the weights of signs to the size of the other features, so that all are held back alike. */
const SIGN_SCALE = 2;

/** An automated reader is named, and something is to be hidden or praised. */
const MACHINES = setOf(["tool", "ai"]);
const GAINS = setOf(["conceal", "award"]);
/** An order to the reader changes a judgement, hides something, or acts on data. */
const ASKED = setOf(["conceal", "award", "unasked", "criteria", "secret", "chat", "asset"]);

/** The features of a stretch but for its wording, by name; absent ones are 0. */
export function featuresOf(
  { families, concepts, lines, asks }: Evidence,
  place: TextOrigin,
): Map<string, number> {
  const features = new Map<string, number>([["bias", 1], [`place ${place}`, 1]]);
  for (const [family, weight] of families) features.set(`family ${family}`, SIGN_SCALE * weight);
  for (const [concept, set] of SETS) {
    if (!intersects(concepts, set)) continue;
    features.set(`concept ${concept}`, 1);
    if (place !== "input") features.set(`foreign ${concept}`, 1);
  }
  const addressed = families.get("addressed") ?? 0;
  if (addressed > 0 && intersects(concepts, ASKED)) features.set("reader asked", SIGN_SCALE * addressed);
  if (intersects(concepts, MACHINES) && intersects(concepts, GAINS)) features.set("machine favours", 1);
  features.set("lines", Math.min(1, lines / MANY_LINES));
  if (asks) features.set("asks", 1);
  return features;
}

/** An order to set rules aside that weighs this much is never less than doubtful, however harmless the rest reads. */
export const LEAST_OVERRIDE = 0.9;

const WEIGHTS = new Map<string, number>(Object.entries(fitted));

/** The logistic of the weighted features, from 0 to 1, and at least 0.5 for an order to set rules aside. */
export function scoreOf(evidence: Evidence, place: TextOrigin): number {
  const { families, wording } = evidence;
  let sum = 0;
  for (const [name, value] of featuresOf(evidence, place)) sum += value * (WEIGHTS.get(name) ?? 0);
  for (const name of wording) sum += weightOf(name, place !== "input");
  const likelihood = 1 / (1 + Math.exp(-sum));
  return (families.get("override") ?? 0) >= LEAST_OVERRIDE ? Math.max(0.5, likelihood) : likelihood;
}
