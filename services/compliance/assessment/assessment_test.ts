import assert from "node:assert/strict";
import { FLAGS } from "../catalogue/evidence.ts";
import { keysOf, type LoadedFramework, type Requirement } from "../catalogue/framework.ts";
import { builtIn } from "../catalogue/built_in_fixture.ts";
import { assess } from "./assessment.ts";
import type { AssessmentInput } from "./assessment_input.ts";
import { situate } from "./situation.ts";

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
    shown_by: { all: ["has_audit_trail"] },
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
    evidence: {},
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

function one(used: LoadedFramework, changes: Partial<AssessmentInput> = {}) {
  const [result] = assess([used], situate(input(changes))).frameworks;
  assert.ok(result);
  return result;
}

Deno.test("every applicable requirement counts, and omitted evidence scores like denied evidence", () => {
  const used = framework(
    requirement("a"),
    requirement("children", { applies_when: ["children_data"] }),
    requirement("dpo", { shown_by: { all: ["has_dpo"] } }),
    requirement("either", { applies_when: [["health_data", "personal_data"]] }),
  );
  const left = one(used, { features: { has_audit_trail: true } });
  const statuses = ["met", "not_applicable", "not_assessed", "met"];
  assert.deepEqual(left.requirements.map(({ status }) => status), statuses);
  assert.deepEqual([left.score, left.total_requirements, left.coverage], [50, 3, 0.6666]);
  assert.match(
    left.score_reason && typeof left.score_reason !== "string" ? left.score_reason.en : "",
    /Held at 50/,
  );
  const denied = one(used, { features: { has_audit_trail: true, has_dpo: false } });
  assert.deepEqual([denied.score, denied.gap_count, denied.coverage], [50, left.gap_count, 1]);
});

Deno.test("a duty is decided once nothing of it is open, or a part of it is denied", () => {
  const keys = ["has_retention_policy", "has_dpo"];
  const used = framework(requirement("a"), requirement("both", { shown_by: { all: keys } }));
  const covered = (features: Record<string, boolean>) => {
    const { requirements, coverage } = one(used, { features: { has_audit_trail: true, ...features } });
    return [requirements[1]?.status, coverage];
  };
  assert.deepEqual(covered({}), ["not_assessed", 0.5]);
  assert.deepEqual(covered({ has_dpo: true }), ["partially_met", 0.5]);
  assert.deepEqual(covered({ has_dpo: true, has_retention_policy: false }), ["partially_met", 1]);
  assert.deepEqual(covered({ has_dpo: false }), ["not_met", 1]);
  assert.deepEqual(covered({ has_dpo: true, has_retention_policy: true }), ["met", 1]);
});

Deno.test("without applicable requirements there is no score, but a reason", () => {
  const empty = assess([framework(requirement("a", { applies_when: ["children_data"] }))], situate(input()));
  assert.deepEqual([empty.overall_score, empty.coverage, empty.frameworks[0]?.score], [null, null, null]);
  assert.match(empty.overall_reason?.en ?? "", /Nothing in it applies/);
});

Deno.test("a framework of another region is scored and marked", () => {
  const { region_applies, score } = one({ ...framework(requirement("a")), region: "EU" });
  assert.deepEqual([region_applies, score], [false, 0]);
});

const { frameworks } = builtIn;
const DATA = ["personal", "sensitive", "children", "health", "credit", "location"];

/** Every combination of the six switches. */
const SWITCHES = Array.from(
  { length: 64 },
  (_, bits) => Object.fromEntries(FLAGS.map((flag, i) => [flag, (bits >> i & 1) === 1])),
);

/** A few sets of evidence for a framework: none, all, and each half. */
function evidenceSets(used: LoadedFramework): Record<string, boolean>[] {
  const keys = [...new Set(used.requirements.flatMap(({ shown_by }) => keysOf(shown_by)))]
    .filter((key) => !FLAGS.some((flag) => flag === key));
  const set = (holds: (index: number) => boolean) =>
    Object.fromEntries(keys.flatMap((key, index) => holds(index) ? [[key, true]] : []));
  return [{}, set(() => true), set((index) => index % 2 === 0), set((index) => index % 3 === 1)];
}

/** The scores of each framework, and the overall score last. */
function scores(features: Record<string, boolean>, changes: Partial<AssessmentInput>): (number | null)[] {
  const { frameworks: results, overall_score } = assess(frameworks, situate(input({ ...changes, features })));
  return [...results.map(({ score }) => score), overall_score];
}

function assertNoRise(easier: (number | null)[], harder: (number | null)[], what: string): void {
  easier.forEach((score, index) => {
    const after = harder[index] ?? null;
    if (score === null || after === null) return;
    assert.ok(
      after <= score,
      `${frameworks[index]?.id ?? "overall"} rises from ${score} to ${after}: ${what}`,
    );
  });
}

for (
  const [name, change] of Object.entries(
    {
      "a sensitive or unknown kind of data": [
        ...DATA.map((kind): [Partial<AssessmentInput>, Partial<AssessmentInput>] => [
          { data_types: ["personal"] },
          { data_types: ["personal", kind] },
        ]),
        [{ data_types: [] }, { data_types: ["personal"] }],
        [{ data_types: ["public"] }, { data_types: ["public", "vibes"] }],
        [{ data_types: ["health", "children"] }, { data_types: ["health", "children", "vibes"] }],
      ],
      "a higher risk": [
        [{ risk_level: "minimal" }, { risk_level: "limited" }],
        [{ risk_level: "limited" }, { risk_level: "high" }],
        [{ risk_level: "high" }, { risk_level: "unacceptable" }],
        [{ risk_level: "minimal", data_types: ["health"] }, { risk_level: "high", data_types: ["health"] }],
      ],
      "another use or an unknown type of system": [
        [{ system_type: "classification" }, { system_type: "chatbot" }],
        [{ system_type: "chatbot" }, { system_type: "thing" }],
      ],
    } satisfies Record<string, [Partial<AssessmentInput>, Partial<AssessmentInput>][]>,
  )
) {
  Deno.test(`no score rises by ${name}, over all switches, frameworks and sets of evidence`, () => {
    const evidence = frameworks.map(evidenceSets);
    for (let set = 0; set < 4; set++) {
      const stated = Object.assign({}, ...evidence.map((sets) => sets[set]));
      // All switches without evidence, every fifth combination with it.
      for (const switches of SWITCHES.filter((_, index) => set === 0 || index % 5 === 0)) {
        const features = { ...stated, ...switches };
        for (const [easier, harder] of change) {
          assertNoRise(
            scores(features, easier),
            scores(features, harder),
            JSON.stringify([harder, features]),
          );
        }
      }
    }
  });
}

Deno.test("leaving evidence out never scores more, nor leaves fewer gaps, than denying it", () => {
  for (const used of frameworks) {
    const keys = [...new Set(used.requirements.flatMap(({ shown_by }) => keysOf(shown_by)))];
    for (const base of evidenceSets(used)) {
      for (const switches of SWITCHES.filter((_, index) => index % 9 === 0)) {
        for (const key of keys) {
          const { [key]: _, ...left } = { ...base, ...switches };
          const harder = { risk_level: "high", data_types: ["health", "children", "financial"] };
          const [out, denied] = [left, { ...left, [key]: false }].map((features) =>
            one(used, { ...harder, system_type: "rag assistant", features })
          );
          assert.ok((out?.score ?? 0) <= (denied?.score ?? 0), `${used.id} ${key}`);
          assert.ok((out?.gap_count ?? 0) >= (denied?.gap_count ?? 0), `${used.id} ${key}`);
        }
      }
    }
  }
});

Deno.test("switching one on never lowers a score or adds a gap", () => {
  for (const risk_level of ["minimal", "high"]) {
    for (const features of SWITCHES) {
      const before = assess(frameworks, situate(input({ risk_level, features })));
      for (const flag of FLAGS) {
        const after = assess(
          frameworks,
          situate(input({ risk_level, features: { ...features, [flag]: true } })),
        );
        after.frameworks.forEach((result, index) => {
          const earlier = before.frameworks[index];
          assert.ok((result.score ?? 0) >= (earlier?.score ?? 0), `${result.framework_id} ${flag}`);
          assert.ok(result.gap_count <= (earlier?.gap_count ?? 0), `${result.framework_id} ${flag}`);
        });
      }
    }
  }
});

const EVERYTHING = Object.fromEntries(
  [
    ...FLAGS,
    ...frameworks.flatMap(({ requirements }) =>
      requirements.flatMap((requirement) => keysOf(requirement.shown_by))
    ),
  ]
    .map((key) => [key, true]),
);
const HARDEST = {
  risk_level: "high",
  data_types: ["health", "children", "financial"],
  system_type: "rag assistant for marketing that generates images",
};

Deno.test("with all evidence stated every framework scores 100, and every requirement can apply", () => {
  for (const used of frameworks) {
    const result = one(used, { ...HARDEST, features: EVERYTHING });
    assert.deepEqual([result.score, result.coverage], [100, 1], used.id);
    assert.equal(result.total_requirements, used.requirements.length, used.id);
  }
});

// Requirements that a switch states exactly; collected by reading each, deliberately listed here.
const EXACT = ["AIA-12", "A.6.2.8", "QAI-4", "QAI-5", "SDA-6b"];

Deno.test("the six switches alone meet only requirements that say exactly what a switch says", () => {
  const features = Object.fromEntries(FLAGS.map((flag) => [flag, true]));
  const met = frameworks.flatMap((used) => one(used, { ...HARDEST, features }).requirements)
    .filter(({ status }) => status === "met").map(({ requirement_id }) => requirement_id);
  assert.deepEqual(met.sort(), EXACT.toSorted());
  for (const used of frameworks) {
    const { requirements, coverage } = one(used, { ...HARDEST, features });
    assert.ok(requirements.every(({ status }) => status !== "partially_met"), used.id);
    assert.ok((coverage ?? 1) < 0.5, `${used.id}: switches decide little`);
  }
});

Deno.test("without any control the score is zero, even at the lowest risk", () => {
  for (const used of frameworks) {
    const { score, met_requirements } = one(used, { risk_level: "minimal", features: {} });
    assert.ok(score === null || score < 40, `${used.id}: ${score}`);
    assert.equal(met_requirements, 0, used.id);
  }
});
