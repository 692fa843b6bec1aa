/** The policies for each kind of call, compiled at the first such call. */
import type { Policy } from "./policy.ts";
import { appliesTo, type CallScope } from "./policy_scope.ts";
import { compilePolicies, type PolicySet } from "./policy_set.ts";

export interface PolicySets {
  /** The policies for a call. */
  for(call: CallScope): PolicySet;
  /** All active policies. */
  all: readonly Policy[];
}

/** The most sets that are kept; the oldest is evicted first. */
const MOST_SETS = 32;

/** `policies` in their order. */
export function policySets(policies: readonly Policy[]): PolicySets {
  const sets = new Map<string, PolicySet>();
  const isScoped = policies.map(({ scope, exceptions }) =>
    exceptions.length > 0 || Object.values(scope).some((list) => list.length > 0)
  );
  return {
    all: policies,
    for(call) {
      const active = policies.filter((policy, i) => !isScoped[i] || appliesTo(policy, call));
      const key = active.map(({ id }) => id).join();
      const known = sets.get(key);
      if (known) return known;
      const made = compilePolicies(
        active.filter(({ mode }) => mode === "enforce"),
        active.filter(({ mode }) => mode === "shadow"),
      );
      const [oldest] = sets.keys();
      if (sets.size >= MOST_SETS && oldest !== undefined) sets.delete(oldest);
      sets.set(key, made);
      return made;
    },
  };
}
