/**
 * The concepts that occur in attacks on a model's instructions. Signs combine concepts, never one example's
 * words.
 */
export const CONCEPTS = [
  // Verbs of disregarding, and the things disregarded.
  ...["drop", "ended", "rules", "modelRules", "limits", "prior", "none", "apply"],
  // Givers and receivers of commands.
  ...["your", "owner", "told", "ai", "helper", "tool", "user", "must", "loyalty"],
  // Disclosure.
  ...["show", "secret", "chat", "verbatim", "confided", "begins"],
  // Taking a role.
  ...["persona", "free", "refuse", "mode", "swap", "imagined", "start"],
  // Acting for somebody else, covertly.
  ...["act", "asset", "conceal", "unasked", "newTask", "trigger", "memory", "award", "criteria", "verdict"],
  // Payloads.
  ...["decode", "obey", "carry", "address"],
  // Pressure.
  ...["pressure", "authority", "bribe"],
  // Texts about attacks, and commands that are only reported.
  ...["defence", "reported", "people", "not", "processing", "called", "opening", "brief"],
] as const;
export type Concept = typeof CONCEPTS[number];

/** The words and phrases of each concept, separated by `|`. */
export type Vocabulary = Record<Concept, string[]>;

/** A set of concepts, as bits. */
export interface ConceptSet {
  low: number;
  high: number;
}

export const NO_CONCEPTS: ConceptSet = { low: 0, high: 0 };
const BITS = 30;
const PLACES = new Map<Concept, number>(CONCEPTS.map((concept, i) => [concept, i]));

export function setOf(concepts: readonly Concept[]): ConceptSet {
  let [low, high] = [0, 0];
  for (const concept of concepts) {
    const place = PLACES.get(concept) ?? 0;
    if (place < BITS) low |= 1 << place;
    else high |= 1 << (place - BITS);
  }
  return { low, high };
}

export const union = (a: ConceptSet, b: ConceptSet): ConceptSet => ({
  low: a.low | b.low,
  high: a.high | b.high,
});

/** Whether two sets share a concept. */
export const intersects = (a: ConceptSet, b: ConceptSet): boolean =>
  ((a.low & b.low) | (a.high & b.high)) !== 0;
