/** Collects the terms of a text that break policies. */
import type { MatchedPolicy } from "./policy.ts";
import type { Violation } from "./verdict.ts";

export const MOST_TERMS = 20;
const LONGEST_TERM = 200;

/** Collects hits of one kind of rule. */
export interface Hits {
  /** Records that the policy is broken, by this term if known. */
  add(policy: MatchedPolicy, term?: string): void;
  /** Whether further terms of a policy would be kept. */
  isFull(policy: MatchedPolicy): boolean;
  violations(): Violation[];
}

/** `how` describes the violation: contains the keyword. */
export function hitsOf(how: string): Hits {
  const terms = new Map<MatchedPolicy, Set<string>>();
  const termsOf = (policy: MatchedPolicy) => {
    const known = terms.get(policy) ?? new Set();
    terms.set(policy, known);
    return known;
  };
  return {
    add(policy, term) {
      const known = termsOf(policy);
      if (term !== undefined && known.size < MOST_TERMS) known.add(term.slice(0, LONGEST_TERM));
    },
    isFull: (policy) => termsOf(policy).size >= MOST_TERMS,
    violations: () => [...terms].map(([policy, words]) => violation(policy, [...words], how)),
  };
}

function violation(
  { id, name, action }: MatchedPolicy,
  matched_terms: string[],
  how: string,
): Violation {
  const first = matched_terms.slice(0, 3).map((term) => `"${term}"`).join(", ");
  return {
    policy_id: id,
    name,
    action,
    reason: first === "" ? `Content ${how} of the policy` : `Content ${how} ${first}`,
    matched_terms,
  };
}
