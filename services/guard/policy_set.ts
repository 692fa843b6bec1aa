import { RE2Set } from "re2js";
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
  const regexes = regexMatcher(rules);
  const order = new Map(policies.map((policy, i) => [policy.id, i]));
  return {
    size: rules.length,
    modelBased: rules.flatMap(({ policy, rule }) => rule.type === "model-based" ? [{ ...policy, rule }] : []),
    match(text) {
      const hits = [...keywords(text), ...regexes(text)];
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

/** Patterns that are looked for together in one pass; more of them would multiply the states of that pass. */
const TOGETHER = 100;

function regexMatcher(rules: Compiled[]): (text: string) => Violation[] {
  const all = rules.flatMap(({ policy, rule }) =>
    rule.type === "regex" ? rule.patterns.map(({ source, regex }) => ({ policy, source, regex })) : []
  );
  const passes = [...Map.groupBy(all, ({ regex }) => regex.flags()).values()].flatMap((alike) =>
    Array.from({ length: Math.ceil(alike.length / TOGETHER) }, (_, i) => {
      const patterns = alike.slice(i * TOGETHER, (i + 1) * TOGETHER);
      const set = new RE2Set(RE2Set.UNANCHORED, patterns[0]?.regex.flags() ?? 0);
      for (const { source } of patterns) set.add(source);
      set.compile();
      return { set, patterns };
    })
  );
  return (text) => {
    const hits = new Map<StoredPolicy, Set<string>>();
    for (const { set, patterns } of passes) {
      for (const index of set.match(text)) {
        const { policy, regex } = patterns[index] ?? {};
        if (!policy || !regex) continue;
        const terms = hits.get(policy) ?? new Set();
        hits.set(policy, terms);
        const matcher = regex.matcher(text);
        while (terms.size < MOST_TERMS && matcher.find()) terms.add((matcher.group() ?? "").slice(0, 200));
      }
    }
    return [...hits].map(([policy, terms]) => violation(policy, terms, "matches the pattern with"));
  };
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
