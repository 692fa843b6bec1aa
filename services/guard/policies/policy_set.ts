import type { Reading } from "../reading/reading.ts";
import type { Compiled, PolicyPattern } from "./compiled_policies.ts";
import { hitsOf } from "./hits.ts";
import { keywordMatcher } from "./keyword_matcher.ts";
import type { MatchedPolicy } from "./policy.ts";
import { type InjectionRules, injectionRules } from "./injection_rules.ts";
import { type PiiRules, piiRules } from "./pii_rules.ts";
import { parseRule, type Rule } from "./policy_rules.ts";
import { matchPatterns, regexPasses } from "./regex_matcher.ts";
import { undecidedOffset } from "./undecided_offset.ts";
import type { Violation } from "./verdict.ts";

export type ModelPolicy = MatchedPolicy & { rule: Extract<Rule, { type: "model-based" }> };

/** The active policies, compiled to be matched together. */
export interface PolicySet {
  /** Violations of the keyword and regex policies, in the order of the policies. */
  match(reading: Reading): Violation[];
  /** The same for a piece of a text, without patterns anchored at the end of the text or of a line. */
  matchPart(reading: Reading): Violation[];
  /**
   * The offset at or after `from` where an unfinished blocked match may begin; the text's length when there
   * is none. Text before it may be released.
   */
  undecidedFrom(reading: Reading, from: number): number;
  /** The policies on personal data. */
  pii: PiiRules;
  /** The policies on prompt injection. */
  injection: InjectionRules;
  modelBased: ModelPolicy[];
  /** The policies that were compiled. */
  policies: readonly MatchedPolicy[];
  /** The shadow policies; undefined when there are none. */
  shadow: PolicySet | undefined;
}

export function compilePolicies(
  policies: readonly MatchedPolicy[],
  shadow: readonly MatchedPolicy[] = [],
): PolicySet {
  const rules = policies.flatMap((policy): Compiled[] => {
    const parsed = parseRule(policy.rule_type, policy.rule_config);
    return "rule" in parsed ? [{ policy, rule: parsed.rule }] : [];
  });
  const keywords = keywordMatcher(rules);
  const passes = regexPasses(rules);
  const order = new Map(policies.map((policy, i) => [policy.id, i]));

  function match(reading: Reading, isLookedFor: (pattern: PolicyPattern) => boolean): Violation[] {
    const words = hitsOf("contains the keyword");
    keywords(reading, words);
    const patterns = hitsOf("matches the pattern with");
    matchPatterns(passes, reading, { hits: patterns, isLookedFor });
    return [...words.violations(), ...patterns.violations()]
      .sort((a, b) => (order.get(a.policy_id) ?? 0) - (order.get(b.policy_id) ?? 0));
  }
  return {
    policies,
    shadow: shadow.length > 0 ? compilePolicies(shadow) : undefined,
    pii: piiRules(rules),
    injection: injectionRules(rules),
    modelBased: rules.flatMap(({ policy, rule }) => rule.type === "model-based" ? [{ ...policy, rule }] : []),
    undecidedFrom: undecidedOffset(rules, passes),
    match: (reading) => match(reading, () => true),
    matchPart: (reading) => match(reading, ({ reach }) => !reach.anchored),
  };
}
