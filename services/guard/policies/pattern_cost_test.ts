import assert from "node:assert/strict";
import { RE2JS } from "re2js";
import type { MatchedPolicy } from "./policy.ts";
import { MOST_STATES, statesOf } from "./pattern_cost.ts";
import { costFaults, parseRule } from "./policy_rules.ts";
import { compilePolicies } from "./policy_set.ts";
import { readingOf } from "../reading/reading.ts";

const states = (source: string) => statesOf(RE2JS.compile(source, RE2JS.CASE_INSENSITIVE));

Deno.test("statesOf() tells costly patterns from cheap ones", () => {
  const cheap = [
    "zx-\\d{4}",
    "\\bcard\\b(?:.*expir\\w*)?",
    "BEGIN.*END",
    "x[^y]*y|x",
    "\\d{13,19}",
    "سر[يى] رقم \\d+",
  ];
  for (const source of cheap) assert.ok(states(source) < 100, `${source}: ${states(source)}`);
  const costly = ["(?:a|b)*a(?:a|b){30}c", "[ab]*a[ab]{12}c", "(foo|bar)[^\\n]{0,200}(qux|quux)"];
  for (const source of costly) assert.ok(states(source) > MOST_STATES, `${source}: ${states(source)}`);
});

Deno.test("costFaults() refuses a costly pattern with its measure", () => {
  const parsed = parseRule("regex", JSON.stringify({ patterns: ["fine", "[ab]*a[ab]{12}c"] }));
  const faults = "rule" in parsed ? costFaults(parsed.rule) : [];
  assert.deepEqual(faults.map(({ path }) => path), [["patterns", 1]]);
  assert.match(faults[0]?.message ?? "", /through \d+ states or more, at most 500/);
});

Deno.test("costFaults() refuses a pattern that is too much together with those in force", () => {
  const rule = (last: string) => {
    const parsed = parseRule("regex", JSON.stringify({ patterns: [`[ab]*a[ab]{8}${last}`] }));
    return "rule" in parsed ? [parsed.rule] : [];
  };
  const others = [..."cdefghijklmno"].flatMap(rule);
  const [one] = rule("z");
  assert.ok(one);
  assert.deepEqual(costFaults(one, others.slice(0, 5)), []);
  assert.match(costFaults(one, [...others, ...others])[0]?.message ?? "", /through \d+ states, at most 6000/);
});

Deno.test("a pattern that matches everywhere is searched only until enough terms are found", () => {
  const patterns = ["\\bcard\\b(?:.*expir\\w*)?", "x[^y]*y|x"];
  const policy: MatchedPolicy = {
    ...{ id: "1", name: "often", rule_type: "regex", action: "block" },
    rule_config: JSON.stringify({ patterns }),
  };
  const set = compilePolicies([policy]);
  for (const text of ["card ".repeat(20_000), "x".repeat(100_000)]) {
    const [match] = set.match(readingOf(text));
    assert.deepEqual(match?.matched_terms.length, 1);
  }
});
