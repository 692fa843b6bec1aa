/** Policies on prompt injection, by score and by a text's origin. */
import { explanationOf, type Injection, injectionIn } from "../injection/detect_injection.ts";
import type { TextOrigin } from "../injection/sign.ts";
import type { Reading } from "../reading/reading.ts";
import type { Compiled } from "./compiled_policies.ts";
import { MOST_TERMS } from "./hits.ts";
import type { Violation } from "./verdict.ts";

/** The origin of a text; `joined` means all texts of a request together, which can only raise a suspicion. */
export type Source = TextOrigin | "joined";

export interface InjectionRules {
  /** The policies that the text breaks, and those that still need a model's confirmation. */
  find(reading: Reading, source: TextOrigin): { attacks: Violation[]; unsure: Violation[] };
  /** Whether some of the joined texts may break a policy. */
  suspects(reading: Reading): boolean;
}

const SUSPECTED: readonly TextOrigin[] = ["input", "tool"];
const LONGEST_TERM = 200;

export function injectionRules(compiled: readonly Compiled[]): InjectionRules {
  const rules = compiled.flatMap(({ policy, rule }) => rule.type === "injection" ? [{ policy, rule }] : []);
  const activeFor = (place: TextOrigin) => rules.filter(({ rule }) => rule.directions.includes(place));
  return {
    find(reading, source) {
      const active = activeFor(source);
      const violations: { attacks: Violation[]; unsure: Violation[] } = { attacks: [], unsure: [] };
      if (active.length === 0) return violations;
      const injection = injectionIn(reading, source);
      for (const { policy: { id, name, action }, rule: { threshold, confirm } } of active) {
        if (injection.score < threshold) continue;
        const isSure = confirm === undefined || injection.score >= confirm.below;
        const violation = { policy_id: id, name, action, ...findingIn(reading, injection) };
        (isSure ? violations.attacks : violations.unsure).push(violation);
      }
      return violations;
    },
    suspects: (reading) =>
      SUSPECTED.some((place) => {
        const active = activeFor(place);
        if (active.length === 0) return false;
        const { score } = injectionIn(reading, place);
        return active.some(({ rule }) => score >= rule.threshold);
      }),
  };
}

function findingIn({ given }: Reading, injection: Injection): Pick<Violation, "reason" | "matched_terms"> {
  const strongest = injection.signs.toSorted((a, b) => b.weight - a.weight);
  const terms = strongest.map(({ start, end }) => given.text.slice(start, end).slice(0, LONGEST_TERM));
  return {
    reason: `Content looks like an attack on the model (${injection.score}): ${
      explanationOf(injection.signs)
    }`,
    matched_terms: [...new Set(terms)].slice(0, MOST_TERMS),
  };
}
