import assert from "node:assert/strict";
import { FLAGS } from "../catalogue/evidence.ts";
import { SHOWN, situatedReport } from "../compliance_fixture.ts";
import { planFor } from "./plan.ts";

const CHANGES = { system_type: "rag assistant", risk_level: "high", data_types: ["health"] };

function reported(features: Record<string, boolean>, ids: string[]) {
  return situatedReport(ids, { ...CHANGES, features });
}

const score = (on: readonly string[], ids: string[]) =>
  reported(Object.fromEntries(on.map((key) => [key, true])), ids).overall_score;

Deno.test("a plan reaches its target when assessed anew, and needs every feature it names", () => {
  for (const ids of [["gdpr"], ["owasp-llm", "qa-ai-guidelines"], ["eu-ai-act", "ksa-pdpl"]]) {
    for (const target of [20, 45, 80, 100]) {
      const { features, score: reached } = planFor(reported({}, ids), target);
      assert.ok(features && features.length > 0, `${ids} ${target}`);
      assert.equal(reached, score(features, ids));
      assert.ok((reached ?? 0) >= target);
      for (const feature of features) {
        const without = features.filter((other) => other !== feature);
        assert.ok((score(without, ids) ?? 0) < target, `${ids} ${target}: ${feature} is not needed`);
      }
    }
  }
});

Deno.test("a plan that says it is the smallest is: no smaller set of what is off reaches the target", () => {
  const ids = ["qa-ai-guidelines"];
  const given = Object.fromEntries(
    Object.entries(SHOWN).filter(([key]) => !FLAGS.some((flag) => flag === key)),
  );
  for (const target of [50, 70, 90, 100]) {
    const plan = planFor(reported(given, ids), target);
    assert.equal(plan.smallest, true);
    const sets = Array.from({ length: 64 }, (_, bits) => FLAGS.filter((_flag, i) => bits >> i & 1));
    const reaching = sets.filter((set) => (score([...Object.keys(given), ...set], ids) ?? 0) >= target);
    assert.equal(plan.features?.length, Math.min(...reaching.map((set) => set.length)), `target ${target}`);
  }
});

Deno.test("the gain of a feature is the difference that assessing with it makes", () => {
  const ids = ["gdpr", "owasp-llm"];
  const plan = planFor(reported({ has_audit_trail: true }, ids), 100);
  assert.equal(plan.current, score(["has_audit_trail"], ids));
  for (const { feature, score: reached } of plan.gains) {
    assert.equal(reached, score(["has_audit_trail", feature], ids), feature);
  }
});

Deno.test("a plan asks for evidence that was not stated, as for evidence that was denied", () => {
  assert.deepEqual(planFor(reported({}, ["gdpr"]), 0).features, []);
  const stated: Record<string, boolean>[] = [{}, { has_dpo: false }];
  for (const features of stated) {
    assert.ok(planFor(reported(features, ["gdpr"]), 100).features?.includes("has_dpo"));
  }
});

Deno.test("no plan reaches a score for a system of unacceptable risk where the law bans it", () => {
  const banned = situatedReport("eu-ai-act", { ...CHANGES, risk_level: "unacceptable", features: {} });
  const { features, current } = planFor(banned, 100);
  assert.deepEqual([features, current], [null, 0]);
});

Deno.test("without applicable requirements there is no plan", () => {
  const empty = situatedReport("gdpr", { data_types: ["public"], features: {} });
  assert.deepEqual(planFor(empty, 50), {
    target: 50,
    current: null,
    features: null,
    score: null,
    smallest: true,
    gains: [],
  });
});

Deno.test("a plan over everything that can be off stays bounded and reaches its target", () => {
  const ids = [
    "adgm-dpr",
    "eu-ai-act",
    "gdpr",
    "iso-42001",
    "ksa-nca-ecc",
    "ksa-pdpl",
    "nist-ai-rmf",
    "uae-pdpl",
  ];
  for (const target of [60, 95]) {
    const plan = planFor(reported({}, ids), target);
    assert.ok((plan.score ?? 0) >= target);
    assert.equal(score(plan.features ?? [], ids), plan.score);
  }
});

Deno.test("a plan of thousands of features is found without trying them one by one", () => {
  const [framework] = reported({}, ["gdpr"]).frameworks;
  const [first] = framework?.requirements.filter(({ status }) => status !== "not_applicable") ?? [];
  assert.ok(framework && first);
  const report = reported({}, ["gdpr"]);
  report.frameworks = [{
    ...framework,
    requirements: Array.from({ length: 2_000 }, (_, index) => ({
      ...first,
      requirement_id: `R-${index}`,
      checks: [{ check: `has_evidence_${index}`, holds: null, role: "shows" as const }],
    })),
  }];
  const plan = planFor(report, 50);
  assert.deepEqual([plan.features?.length, plan.score, plan.smallest], [1_000, 50, false]);
  assert.equal(plan.gains.length, 300);
});
