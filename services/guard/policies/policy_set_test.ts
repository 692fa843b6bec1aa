import assert from "node:assert/strict";
import { parseRule } from "./policy_rules.ts";
import type { MatchedPolicy } from "./policy.ts";
import { readingOf } from "../reading/reading.ts";
import { compilePolicies, type PolicySet } from "./policy_set.ts";

const policy = (
  id: string,
  rule_type: MatchedPolicy["rule_type"],
  config: unknown,
  action: MatchedPolicy["action"] = "block",
) => ({ id, name: `policy ${id}`, rule_type, rule_config: JSON.stringify(config), action });

const matched = (set: PolicySet, text: string) => set.match(readingOf(text));

Deno.test("parseRule() names every fault of a rule_config", () => {
  const faults = (type: MatchedPolicy["rule_type"], config: unknown) => {
    const parsed = parseRule(type, typeof config === "string" ? config : JSON.stringify(config));
    return "faults" in parsed ? parsed.faults.map(({ path, message }) => `${path.join(".")} ${message}`) : [];
  };
  assert.match(faults("keyword", "{").join(), /not JSON/);
  assert.match(faults("keyword", {}).join(), /keywords/);
  assert.match(faults("keyword", { keywords: [] }).join(), /keywords/);
  assert.match(
    faults("keyword", { keywords: ["ok", "\u200b "] }).join(),
    /keywords\.1 A keyword must contain/,
  );
  assert.match(faults("keyword", { keywords: "bomb" }).join(), /keywords/);
  assert.match(faults("regex", { patterns: ["("] }).join(), /patterns\.0 .*missing closing/);
  assert.match(faults("regex", { patterns: ["a", "(?=b)c"] }).join(), /patterns\.1 .*\(\?=/);
  assert.match(faults("regex", { patterns: ["(a)\\1"] }).join(), /escape/);
  assert.match(faults("regex", { patterns: ["a{1001}"] }).join(), /repeat/);
  assert.match(faults("regex", { patterns: ["(?:[a-z]{1,90}x){10}"] }).join(), /too large/);
  assert.match(faults("regex", { patterns: ["a*"] }).join(), /empty text/);
  assert.match(faults("model-based", { rubric: "" }).join(), /rubric/);
  assert.match(faults("model-based", { rubric: "x", on_error: "maybe" }).join(), /on_error/);
  assert.deepEqual(faults("model-based", { rubric: "No medical advice", on_error: "warn" }), []);
});

Deno.test("match() lists every policy hit with its reason and terms", () => {
  const set = compilePolicies([
    policy("a", "keyword", { keywords: ["weapon", "سلاح"] }, "warn"),
    policy("b", "regex", { patterns: ["proj-\\d{3}", "code \\w+"] }),
    policy("c", "keyword", { keywords: ["weapon"] }, "log"),
    policy("d", "keyword", { keywords: ["absent"] }),
  ]);
  assert.deepEqual(matched(set, "The WEAPON of PROJ-123 والسلاح, proj-777"), [
    {
      policy_id: "a",
      name: "policy a",
      action: "warn",
      reason: 'Content contains the keyword "WEAPON", "سلاح"',
      matched_terms: ["WEAPON", "سلاح"],
    },
    {
      policy_id: "b",
      name: "policy b",
      action: "block",
      reason: 'Content matches the pattern with "PROJ-123", "proj-777"',
      matched_terms: ["PROJ-123", "proj-777"],
    },
    {
      policy_id: "c",
      name: "policy c",
      action: "log",
      reason: 'Content contains the keyword "WEAPON"',
      matched_terms: ["WEAPON"],
    },
  ]);
  assert.deepEqual(matched(set, "nothing here, weaponry aside"), []);
});

Deno.test("match() matches whole words unless a policy asks for substrings", () => {
  const words = compilePolicies([policy("a", "keyword", { keywords: ["kill"] })]);
  const parts = compilePolicies([policy("a", "keyword", { keywords: ["kill"], match: "substring" })]);
  assert.equal(matched(words, "a skill").length, 0);
  assert.equal(matched(parts, "a skill").length, 1);
});

Deno.test("in a pattern for another script than Latin a word's sign is a letter of any", () => {
  const finds = (pattern: string, text: string) =>
    matched(compilePolicies([policy("1", "regex", { patterns: [pattern] })]), text).length > 0;
  assert.ok(finds("^صفقة\\s+\\w+$", "صفقة الياقوت"));
  assert.ok(finds("^صفقة [[:punct:]\\w]+$", "صفقة ياقوت-2"));
  assert.ok(finds("^صفقة [^\\w]$", "صفقة !") && !finds("^صفقة [^\\w]$", "صفقة ي"));
  assert.ok(finds("^ملف \\Q\\w\\E$", "ملف \\w") && !finds("^ملف \\Q\\w\\E$", "ملف ي"));
  assert.ok(!finds("^deal \\w+$", "deal الياقوت"));
});

Deno.test("match() terminates on patterns that backtracking engines never finish", () => {
  const set = compilePolicies([policy("a", "regex", { patterns: ["(a+)+$", "(x|x)*y"] })]);
  assert.equal(matched(set, "a".repeat(50_000) + "!" + "x".repeat(50_000)).length, 0);
});
