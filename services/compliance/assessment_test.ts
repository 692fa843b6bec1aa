import fc from "fast-check";
import assert from "node:assert/strict";
import { assess, type AssessmentInput, overallScore, scoreOf, severityOf, situate } from "./assessment.ts";
import { FLAGS, type LoadedFramework, type Requirement, type Situation } from "./framework.ts";
import { readFrameworks } from "./framework_files.ts";

const words = { en: "x", ar: "س" };

function requirement(id: string, changes: Partial<Requirement> = {}): Requirement {
  return {
    id,
    ref: words,
    unverified: false,
    title: words,
    description: words,
    remediation: words,
    category: "privacy",
    weight: 1,
    checks: { all: ["has_audit_trail"] },
    applies_when: [],
    ...changes,
  };
}

function framework(...requirements: Requirement[]): LoadedFramework {
  return {
    id: "f",
    version: words,
    name: words,
    region: "AE",
    nature: "binding_law",
    effective: [],
    sources: ["s"],
    requirements,
    sha256: "",
    file: "f.yaml",
  };
}

function input(changes: Partial<AssessmentInput> = {}): AssessmentInput {
  return {
    system_name: "s",
    system_type: "classification",
    risk_level: "limited",
    data_types: ["personal"],
    deployment_region: "AE",
    features: {},
    ...changes,
  };
}

// Weights 5, 3, 2 and credits 1, 1/2, 0: 100 × (5×1 + 3×0.5 + 2×0) ÷ 10 = 65.
Deno.test("a worked example: weights 5, 3, 2 with credits 1, 1/2 and 0 score 65", () => {
  const result = assess(
    framework(
      requirement("met", { weight: 5, checks: { all: ["has_audit_trail"] } }),
      requirement("half", { weight: 3, checks: { all: ["has_audit_trail", "has_bias_detection"] } }),
      requirement("none", { weight: 2, checks: { any: ["has_bias_detection", "has_explainability"] } }),
    ),
    situate(input({ features: { has_audit_trail: true } })),
  );
  assert.equal(result.score, 65);
  assert.deepEqual([result.total_requirements, result.met_requirements, result.gap_count], [3, 1, 2]);
  assert.deepEqual(result.requirements.map(({ status }) => status), ["met", "partially_met", "not_met"]);
});

Deno.test("what does not apply and what cannot be assessed count neither for nor against", () => {
  const result = assess(
    framework(
      requirement("a"),
      requirement("children", { applies_when: ["children_data"] }),
      requirement("dpo", { checks: { all: ["x:dpo"] } }),
      requirement("either", { applies_when: [["health_data", "personal_data"]] }),
    ),
    situate(input({ features: { has_audit_trail: true } })),
  );
  assert.deepEqual(result.requirements.map(({ status }) => status), [
    "met",
    "not_applicable",
    "not_assessed",
    "met",
  ]);
  assert.deepEqual([result.score, result.total_requirements, result.coverage], [100, 2, 0.6667]);
});

Deno.test("evidence that is sent counts", () => {
  const one = framework(requirement("dpo", { checks: { all: ["x:dpo"] } }));
  const of = (has_dpo: boolean) => assess(one, situate(input({ features: { has_dpo } }))).score;
  assert.deepEqual([of(true), of(false)], [100, 0]);
});

Deno.test("nothing applicable is no score, never 100, and stays out of the mean", () => {
  const empty = assess(framework(requirement("a", { applies_when: ["children_data"] })), situate(input()));
  assert.equal(empty.score, null);
  assert.equal(overallScore([empty, { score: 60 }, { score: 80 }]), 70);
  assert.equal(overallScore([empty]), null);
});

Deno.test("severity comes from weight, risk and credit", () => {
  const table: [number, "minimal" | "limited" | "high" | "unacceptable", number, string][] = [
    [5, "high", 0, "critical"],
    [5, "limited", 0, "high"],
    [5, "high", 0.5, "high"],
    [4, "limited", 0, "medium"],
    [4, "unacceptable", 0, "critical"],
    [3, "minimal", 0, "low"],
    [1, "high", 0, "low"],
  ];
  for (const [weight, risk, credit, expected] of table) {
    assert.equal(severityOf(weight, risk, credit), expected, `${weight} ${risk} ${credit}`);
  }
});

Deno.test("words that are not known make nothing easier, and are reported", () => {
  const odd = situate(
    input({ risk_level: "spicy", data_types: ["vibes"], system_type: "thing", deployment_region: "Mars" }),
  );
  assert.equal(odd.risk, "high");
  assert.ok(
    odd.situations.has("sensitive_data") && odd.situations.has("personal_data") &&
      odd.situations.has("high_risk") && odd.situations.has("children_data") &&
      odd.situations.has("health_data") && odd.situations.has("financial_data"),
  );
  assert.ok(odd.situations.has("language_model") && odd.situations.has("marketing"));
  assert.equal(odd.notes.length, 4);
});

Deno.test("aliases in both languages are known", () => {
  const arabic = situate(
    input({
      risk_level: "مرتفع",
      data_types: ["بيانات شخصية", "صحية"],
      deployment_region: "السعودية",
      system_type: "مساعد",
    }),
  );
  assert.deepEqual([arabic.risk, arabic.region, arabic.notes], ["high", "SA", []]);
  assert.ok(arabic.situations.has("health_data") && arabic.situations.has("sensitive_data"));
  const english = situate(
    input({
      risk_level: "Moderate",
      data_types: ["PII"],
      deployment_region: "Saudi Arabia",
      system_type: "RAG chatbot",
    }),
  );
  assert.deepEqual([english.risk, english.region], ["limited", "SA"]);
  assert.ok(english.situations.has("retrieval"));
  assert.equal(situate(input({ deployment_region: "de" })).region, "EU");
  assert.ok(!situate(input({ data_types: ["public", "synthetic"] })).situations.has("personal_data"));
});

Deno.test("a framework of another region is scored and marked", () => {
  const eu = { ...framework(requirement("a")), region: "EU" };
  const { region_applies, score } = assess(eu, situate(input()));
  assert.deepEqual([region_applies, score], [false, 0]);
});

const { frameworks } = await readFrameworks([new URL("./frameworks/", import.meta.url)]);

Deno.test("in all 64 combinations of the flags, switching one on never lowers a score or adds a gap", () => {
  for (const risk_level of ["minimal", "high"]) {
    for (let bits = 0; bits < 64; bits++) {
      const features = Object.fromEntries(FLAGS.map((flag, i) => [flag, (bits >> i & 1) === 1]));
      for (const one of frameworks) {
        const before = assess(one, situate(input({ risk_level, features })));
        for (const flag of FLAGS) {
          if (features[flag]) continue;
          const after = assess(one, situate(input({ risk_level, features: { ...features, [flag]: true } })));
          assert.ok((after.score ?? 0) >= (before.score ?? 0), `${one.id} ${flag}`);
          assert.ok(after.gap_count <= before.gap_count, `${one.id} ${flag}`);
          assert.equal(after.total_requirements, after.met_requirements + after.gap_count);
        }
      }
    }
  }
});

Deno.test("with everything declared every framework scores 100, with nothing 0 wherever a flag decides", () => {
  const evidence = frameworks.flatMap(({ requirements }) => requirements)
    .flatMap(({ checks }) => "all" in checks ? checks.all : checks.any).filter((check) =>
      check.startsWith("x:")
    );
  const all = Object.fromEntries(
    [...FLAGS, ...evidence.map((check) => `has_${check.slice(2)}`)].map((key) => [key, true]),
  );
  for (const one of frameworks) {
    const result = assess(
      one,
      situate(
        input({
          risk_level: "high",
          data_types: ["health", "children", "financial"],
          system_type: "rag assistant for marketing that generates images",
          features: all,
        }),
      ),
    );
    assert.equal(result.score, 100, one.id);
    assert.equal(
      result.total_requirements,
      one.requirements.length,
      `${one.id}: every requirement can apply`,
    );
  }
});

Deno.test("scoreOf() lies in 0..100, and the order of requirements changes nothing", () => {
  const results = fc.array(
    fc.record({ weight: fc.integer({ min: 1, max: 5 }), credit: fc.constantFrom(0, 0.5, 1 / 3, 1) }),
    { minLength: 1 },
  );
  fc.assert(fc.property(results, (list) => {
    const score = scoreOf(list);
    assert.ok(score !== null && score >= 0 && score <= 100);
    assert.equal(scoreOf(list.toReversed()), score);
  }));
});

Deno.test("every situation of the schema is one that a request can bring about", () => {
  const all = situate(
    input({
      risk_level: "high",
      data_types: ["health", "children", "financial"],
      system_type: "something nobody knows",
    }),
  );
  const wanted: Situation[] = [
    "personal_data",
    "sensitive_data",
    "children_data",
    "health_data",
    "financial_data",
    "limited_risk",
    "high_risk",
    "language_model",
    "retrieval",
    "marketing",
    "generates_content",
  ];
  for (const situation of wanted) assert.ok(all.situations.has(situation), situation);
});
