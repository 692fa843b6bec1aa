import assert from "node:assert/strict";
import type { AssessmentInput } from "./assessment.ts";
import { FLAGS } from "./framework.ts";
import { readFrameworks } from "./framework_files.ts";
import { planFor } from "./plan.ts";
import { assessed, type Report } from "./report.ts";

const { frameworks } = await readFrameworks([new URL("./frameworks/", import.meta.url)]);
const evidence = [
  ...new Set(
    frameworks.flatMap(({ requirements }) => requirements)
      .flatMap(({ checks }) => "all" in checks ? checks.all : checks.any)
      .filter((check) => check.startsWith("x:")).map((check) => `has_${check.slice(2)}`),
  ),
];

function reported(features: Record<string, boolean>, ids: string[]): Report {
  const input: AssessmentInput = {
    system_name: "s",
    system_type: "rag assistant",
    risk_level: "high",
    data_types: ["health"],
    deployment_region: "AE",
    features,
  };
  const used = frameworks.filter(({ id }) => ids.includes(id));
  return { ...assessed(input, used), id: "r", system_id: "s", assessed_at: "", assessed_by: "" };
}

const score = (on: readonly string[], ids: string[]) =>
  reported(Object.fromEntries(on.map((key) => [key, true])), ids).overall_score;

Deno.test("a plan is the smallest set: no set of fewer flags reaches the target when assessed anew", () => {
  const ids = ["eu-ai-act", "ksa-pdpl", "nist-ai-rmf"];
  const sets = Array.from({ length: 64 }, (_, bits) => FLAGS.filter((_flag, i) => bits >> i & 1));
  for (const target of [30, 55, 80, 99, 100]) {
    const plan = planFor(reported({}, ids), target);
    const reaching = sets.filter((set) => score(set, ids) >= target);
    if (reaching.length === 0) {
      assert.deepEqual([plan.features, plan.score], [null, null]);
      continue;
    }
    assert.equal(plan.features?.length, Math.min(...reaching.map((set) => set.length)), `target ${target}`);
    assert.equal(plan.score, score(plan.features ?? [], ids), `target ${target}`);
    assert.equal(plan.smallest, true);
  }
});

Deno.test("what a feature brings is what assessing with it would show", () => {
  const ids = ["gdpr", "owasp-llm"];
  const plan = planFor(reported({ has_audit_trail: true }, ids), 100);
  assert.equal(plan.current, score(["has_audit_trail"], ids));
  assert.equal(plan.gains.length, 5);
  for (const { feature, score: reached } of plan.gains) {
    assert.equal(reached, score(["has_audit_trail", feature], ids), feature);
  }
});

Deno.test("a target that is reached needs nothing, and evidence that was not sent is not asked for", () => {
  assert.deepEqual(planFor(reported({ has_audit_trail: true }, ["gdpr"]), 0).features, []);
  const without = planFor(reported({}, ["gdpr"]), 100);
  assert.ok(without.gains.every(({ feature }) => feature !== "has_dpo"));
  const declined = planFor(reported({ has_dpo: false }, ["gdpr"]), 100);
  assert.ok(declined.features?.includes("has_dpo"));
});

Deno.test("a plan over everything that can be off stays bounded and reaches its target", () => {
  const off = Object.fromEntries([...FLAGS, ...evidence].map((key) => [key, false]));
  const ids = frameworks.map(({ id }) => id);
  for (const target of [60, 80, 95]) {
    const plan = planFor(reported(off, ids), target);
    assert.ok((plan.score ?? 0) >= target);
    const on = { ...off, ...Object.fromEntries((plan.features ?? []).map((key) => [key, true])) };
    assert.equal(reported(on, ids).overall_score, plan.score);
  }
});
