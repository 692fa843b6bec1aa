import { RE2Set } from "re2js";
import { ahoCorasick, type Automaton } from "../matching/aho_corasick.ts";
import type { Compiled, Pass, PolicyPattern } from "./compiled.ts";
import { reachOf } from "./pattern_reach.ts";
import { undecided } from "./undecided.ts";
import type { MatchedPolicy } from "./policy.ts";
import { parseRule, type Rule } from "./policy_rules.ts";
import type { Violation } from "./verdict.ts";
import { standsAlone } from "../matching/word_boundary.ts";

export type ModelPolicy = MatchedPolicy & { rule: Extract<Rule, { type: "model-based" }> };

/** The active policies, compiled to be matched together. */
export interface PolicySet {
  /** Violations of the keyword and regex policies, in the order of the policies. */
  match(text: string): Violation[];
  /** The same for a piece of a text, without patterns that look for an end of the text or of a line. */
  matchPart(text: string): Violation[];
  /**
   * Where, at or behind `from`, a blocked match may begin that the text so far does not show; the text's length when
   * nowhere. Text before that place may be released.
   */
  undecidedFrom(text: string, from: number): number;
  modelBased: ModelPolicy[];
  size: number;
}

const MOST_TERMS = 20;

export function compilePolicies(policies: readonly MatchedPolicy[]): PolicySet {
  const rules = policies.flatMap((policy) => {
    const parsed = parseRule(policy.rule_type, policy.rule_config);
    return "rule" in parsed ? [{ policy, rule: parsed.rule }] : [];
  });
  const keywords = keywordMatcher(rules);
  const regexes = regexPasses(rules);
  const order = new Map(policies.map((policy, i) => [policy.id, i]));
  const inOrder = (hits: Violation[]) =>
    hits.sort((a, b) => (order.get(a.policy_id) ?? 0) - (order.get(b.policy_id) ?? 0));
  return {
    size: rules.length,
    modelBased: rules.flatMap(({ policy, rule }) => rule.type === "model-based" ? [{ ...policy, rule }] : []),
    undecidedFrom: undecided(rules, regexes),
    match: (text) => inOrder([...keywords(text), ...matched(regexes, text, () => true)]),
    matchPart: (text) =>
      inOrder([...keywords(text), ...matched(regexes, text, ({ reach }) => !reach.anchored)]),
  };
}

function keywordMatcher(rules: Compiled[]): (text: string) => Violation[] {
  const words: string[] = [];
  const owners: { policy: MatchedPolicy; whole: boolean }[] = [];
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
    const hits = new Map<MatchedPolicy, Set<string>>();
    automaton.scan(text, (word, start, end) => {
      const owner = owners[word];
      if (!owner || (owner.whole && !standsAlone(text, start, end))) return;
      const terms = hits.get(owner.policy) ?? new Set();
      hits.set(owner.policy, terms.add(words[word] ?? ""));
    });
    return [...hits].map(([policy, terms]) => violation(policy, terms, "contains the keyword"));
  };
}

/** Most patterns of one pass; more would multiply its states. */
const TOGETHER = 100;

function regexPasses(rules: Compiled[]): Pass[] {
  const all = rules.flatMap(({ policy, rule }) =>
    rule.type === "regex"
      ? rule.patterns.map(({ source, regex }) => ({ policy, source, regex, reach: reachOf(regex) }))
      : []
  );
  return [...Map.groupBy(all, ({ regex }) => regex.flags()).values()].flatMap((alike) =>
    Array.from({ length: Math.ceil(alike.length / TOGETHER) }, (_, i) => {
      const patterns = alike.slice(i * TOGETHER, (i + 1) * TOGETHER);
      const set = new RE2Set(RE2Set.UNANCHORED, patterns[0]?.regex.flags() ?? 0);
      for (const { source } of patterns) set.add(source);
      set.compile();
      return { set, patterns };
    })
  );
}

function matched(
  passes: readonly Pass[],
  text: string,
  isLookedFor: (pattern: PolicyPattern) => boolean,
): Violation[] {
  const hits = new Map<MatchedPolicy, Set<string>>();
  for (const { set, patterns } of passes) {
    for (const index of set.match(text)) {
      const pattern = patterns[index];
      if (!pattern || !isLookedFor(pattern)) continue;
      const terms = hits.get(pattern.policy) ?? new Set();
      hits.set(pattern.policy, terms);
      const matcher = pattern.regex.matcher(text);
      while (terms.size < MOST_TERMS && matcher.find()) terms.add((matcher.group() ?? "").slice(0, 200));
    }
  }
  return [...hits].map(([policy, terms]) => violation(policy, terms, "matches the pattern with"));
}

function violation({ id, name, action }: MatchedPolicy, terms: Set<string>, how: string): Violation {
  const matched_terms = [...terms].slice(0, MOST_TERMS);
  return {
    policy_id: id,
    name,
    action,
    reason: `Content ${how} ${matched_terms.slice(0, 3).map((term) => `"${term}"`).join(", ")}`,
    matched_terms,
  };
}
