/** Policies compiled to be matched together. */
import type { RE2JS, RE2Set } from "re2js";
import type { PatternReach } from "./pattern_reach.ts";
import type { MatchedPolicy } from "./policy.ts";
import type { Rule } from "./policy_rules.ts";

export interface Compiled {
  policy: MatchedPolicy;
  rule: Rule;
}

export interface PolicyPattern {
  policy: MatchedPolicy;
  regex: RE2JS;
  /** The same for texts with normalised letters. */
  plain: RE2JS;
  /** Whether it names what it looks for. */
  isNamed: boolean;
  reach: PatternReach;
}

/** Patterns with the same flags, matched in one pass. */
export interface Pass {
  given: RE2Set;
  plain: RE2Set;
  patterns: PolicyPattern[];
}
