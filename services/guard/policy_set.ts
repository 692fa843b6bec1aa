import { ahoCorasick, type Automaton } from "./aho_corasick.ts";
import { parseRule, type Rule, type RuleType } from "./policy_rules.ts";
import type { Action } from "./score.ts";
import { standsAlone } from "./word_boundary.ts";

/** What a policy is to the matcher. */
export interface StoredPolicy {
  id: string;
  name: string;
  rule_type: RuleType;
  rule_config: string;
  action: Exclude<Action, "pass">;
}

export interface Violation {
  policy_id: string;
  name: string;
  action: Action;
  reason: string;
  matched_terms: string[];
}

export type ModelPolicy = StoredPolicy & { rule: Extract<Rule, { type: "model-based" }> };

/** The active policies, compiled to be matched together. */
export interface PolicySet {
  /** Hits of the keyword and regex policies, in the policies' order. */
  match(text: string): Violation[];
  modelBased: ModelPolicy[];
  size: number;
}

const MOST_TERMS = 20;

export function compilePolicies(policies: readonly StoredPolicy[]): PolicySet {
  const rules = policies.flatMap((policy) => {
    const parsed = parseRule(policy.rule_type, policy.rule_config);
    return "rule" in parsed ? [{ policy, rule: parsed.rule }] : [];
  });
  const keywords = keywordMatcher(rules);
  const order = new Map(policies.map((policy, i) => [policy.id, i]));
  return {
    size: rules.length,
    modelBased: rules.flatMap(({ policy, rule }) => rule.type === "model-based" ? [{ ...policy, rule }] : []),
    match(text) {
      const hits = [...keywords(text), ...regexHits(rules, text)];
      return hits.sort((a, b) => (order.get(a.policy_id) ?? 0) - (order.get(b.policy_id) ?? 0));
    },
  };
}

interface Compiled {
  policy: StoredPolicy;
  rule: Rule;
}

function keywordMatcher(rules: Compiled[]): (text: string) => Violation[] {
  const words: string[] = [];
  const owners: { policy: StoredPolicy; whole: boolean }[] = [];
  for (const { policy, rule } of rules) {
    if (rule.type !== "keyword") continue;
    for (const word of new Set(rule.keywords)) {
      words.push(word);
      owners.push({ policy, whole: rule.match === "word" });
    }
  }
  if (words.length === 0) return () => [];
  const automaton: Automaton = ahoCorasick(words);
  return (text) => {
    const hits = new Map<StoredPolicy, Set<string>>();
    automaton.scan(text, (word, start, end) => {
      const owner = owners[word];
      if (!owner || (owner.whole && !standsAlone(text, start, end))) return;
      const terms = hits.get(owner.policy) ?? new Set();
      hits.set(owner.policy, terms.add(words[word] ?? ""));
    });
    return [...hits].map(([policy, terms]) => violation(policy, terms, "contains the keyword"));
  };
}

function regexHits(rules: Compiled[], text: string): Violation[] {
  const violations: Violation[] = [];
  for (const { policy, rule } of rules) {
    if (rule.type !== "regex") continue;
    const terms = new Set<string>();
    for (const { regex } of rule.patterns) {
      // A test costs a thirtieth of a search, and most texts break no policy.
      if (!regex.test(text)) continue;
      const matcher = regex.matcher(text);
      while (terms.size < MOST_TERMS && matcher.find()) terms.add((matcher.group() ?? "").slice(0, 200));
    }
    if (terms.size > 0) violations.push(violation(policy, terms, "matches the pattern with"));
  }
  return violations;
}

function violation({ id, name, action }: StoredPolicy, terms: Set<string>, how: string): Violation {
  const matched_terms = [...terms].slice(0, MOST_TERMS);
  return {
    policy_id: id,
    name,
    action,
    reason: `Content ${how} ${matched_terms.slice(0, 3).map((term) => `"${term}"`).join(", ")}`,
    matched_terms,
  };
}
