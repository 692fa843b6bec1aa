import assert from "node:assert/strict";
import type { AssessmentInput } from "../assessment/assessment_input.ts";
import { RISK_CONDITION } from "../catalogue/evidence.ts";
import { builtIn } from "../catalogue/built_in_fixture.ts";
import { FULL, SCREENED, SHOWN, situatedReport } from "../compliance_fixture.ts";
import type { Report } from "../reports/report.ts";
import { monthsLater } from "./certificate.ts";
import { levelOf } from "./level.ts";

const THRESHOLDS = { certified: 80, frameworkFloor: 70, conditional: 60, coverage: 80 };
const { frameworks } = builtIn;

function report(ids: string[], changes: Partial<AssessmentInput> = {}): Report {
  return situatedReport(ids, { system_type: "chatbot", features: SHOWN, screening: SCREENED, ...changes });
}

function verdict(ids: string[], changes?: Partial<AssessmentInput>): string {
  const earned = levelOf(report(ids, changes), THRESHOLDS);
  return "level" in earned ? earned.level : earned.missing.join("; ");
}

/** All evidence of a framework, except some. */
function without(...keys: string[]): Record<string, boolean> {
  return { ...SHOWN, ...Object.fromEntries(keys.map((key) => [key, false])) };
}

/** The same, the request saying nothing of them. */
function unsaid(...keys: string[]): Record<string, boolean> {
  return Object.fromEntries(Object.entries(SHOWN).filter(([key]) => !keys.includes(key)));
}

Deno.test("levelOf() certifies a report whose evidence shows every duty", () => {
  for (const { id } of frameworks) assert.equal(verdict([id]), "certified", id);
});

Deno.test("levelOf() never certifies by switches alone, in any framework at any risk", () => {
  for (const risk_level of ["minimal", "limited", "high"]) {
    for (const { id } of frameworks) {
      assert.notEqual(verdict([id], { risk_level, features: FULL }), "certified", `${id} ${risk_level}`);
      assert.notEqual(verdict([id], { risk_level, features: FULL }), "conditional", `${id} ${risk_level}`);
      assert.notEqual(verdict([id], { risk_level, features: {} }), "certified", `${id} ${risk_level}`);
    }
  }
});

Deno.test("levelOf() certifies nothing that is not on record as screened for prohibited practices, whatever it is called", () => {
  const names = ["Mind control ads", "Helper", "إعلانات تتحكم في العقول"];
  const screened = frameworks.filter(({ requirements }) =>
    requirements.some(({ claimed_by }) => JSON.stringify(claimed_by ?? {}).includes(RISK_CONDITION))
  );
  assert.ok(screened.length >= 2);
  for (const system_name of names) {
    for (const risk_level of ["minimal", "limited", "high"]) {
      for (const { id } of screened) {
        for (
          const features of [without("has_prohibited_use_screening"), unsaid("has_prohibited_use_screening")]
        ) {
          assert.match(
            verdict([id], { system_name, risk_level, features }),
            /: no screening for prohibited practices is on record \(has_prohibited_use_screening/,
            `${id} ${risk_level} ${system_name}`,
          );
        }
      }
    }
  }
});

Deno.test("levelOf() refuses where evidence decides too little, however well that scores", () => {
  const some = { has_access_control: true, has_backup: true, has_penetration_test: true, ...FULL };
  assert.match(verdict(["ksa-nca-ecc"], { features: some }), /^ksa-nca-ecc: evidence decides 15 % of what/);
  const beside = verdict(["ksa-pdpl", "ksa-nca-ecc"], {
    features: { ...SHOWN, ...Object.fromEntries(ECC.map((key) => [key, false])) },
  });
  assert.match(beside, /ksa-nca-ecc scores .* below 60/);
});
const ECC = frameworks.find(({ id }) => id === "ksa-nca-ecc")?.requirements
  .flatMap(({ shown_by }) => "all" in shown_by ? shown_by.all : shown_by.any) ?? [];

Deno.test("levelOf() never certifies an unacceptable risk, in whatever words of either language", () => {
  for (
    const risk_level of [
      "unacceptable",
      "Unacceptable risk",
      "prohibited",
      "banned",
      "غير مقبول",
      "مخاطر غير مقبولة",
      "محظور",
    ]
  ) {
    for (const { id } of frameworks) {
      assert.match(
        verdict([id], { risk_level }),
        /unacceptable risk is never certified/,
        `${id} ${risk_level}`,
      );
    }
  }
});

Deno.test("levelOf() never certifies a prohibited practice that is stated as a minimal risk", () => {
  for (const system_type of ["social scoring", "predictive policing", "التعرف على مشاعر الموظفين"]) {
    for (const { id } of frameworks) {
      const said = verdict([id], { system_type, risk_level: "minimal", features: SHOWN });
      assert.match(said, /unacceptable risk is never certified/, `${id} ${system_type}`);
    }
  }
});

Deno.test("levelOf() refuses a report of which nothing applies", () => {
  assert.match(verdict(["gdpr"], { data_types: ["public"] }), /nothing in any framework applies/);
  assert.doesNotMatch(verdict(["gdpr"], { data_types: ["public"] }), /score/, "there is none");
  assert.match(verdict(["owasp-llm"], { system_type: "classification" }), /nothing in any framework applies/);
});

Deno.test("levelOf() certifies nothing by leaving out which data a system holds", () => {
  const stated = ["anonymous"];
  for (const id of ["qa-ai-guidelines", "iso-42001", "nist-ai-rmf", "oecd-ai", "uae-ai-charter"]) {
    const said = verdict([id], { data_types: [], risk_level: "limited", features: SHOWN });
    assert.match(said, /no kind of data is stated: name the kinds/, id);
    assert.equal(
      verdict([id], { data_types: stated, risk_level: "limited", features: SHOWN }),
      "certified",
      id,
    );
  }
});

Deno.test("levelOf() gives a condition where a high gap is open, and nothing where a critical one is", () => {
  // Weight 4 at high risk: high. Weight 5: critical.
  assert.equal(verdict(["ksa-pdpl"], { features: without("has_privacy_notice") }), "conditional");
  assert.match(
    verdict(["ksa-pdpl"], { features: without("has_breach_notification") }),
    /critical gap ksa-pdpl\/KSA-20 \(not_met\)/,
  );
  const { has_breach_notification: _, ...left } = SHOWN;
  assert.match(verdict(["ksa-pdpl"], { features: left }), /critical gap ksa-pdpl\/KSA-20 \(not_assessed\)/);
});

Deno.test("levelOf() requires every framework to reach its threshold, not only the mean", () => {
  const [iso, uae] = ["iso-42001", "uae-pdpl"];
  const keys = frameworks.find(({ id }) => id === iso)?.requirements
    .filter(({ weight }) => weight < 5).map(({ shown_by }) => "all" in shown_by ? shown_by.all : []) ?? [];
  const features = { ...SHOWN, ...Object.fromEntries(keys.flat().map((key) => [key, false])) };
  const poor = report([iso, uae], { features });
  assert.ok((poor.framework_scores[iso] ?? 100) < 60);
  assert.match(verdict([iso, uae], { features }), /iso-42001 scores .* below 60/);
});

Deno.test("levelOf() refuses a report made under the older rules, which accepted switches as proof", () => {
  const old = { ...report(["ksa-pdpl"]), rules: 1 };
  const earned = levelOf(old, THRESHOLDS);
  assert.ok("missing" in earned);
  assert.match(earned.missing.join(), /assess the system again/);
});

Deno.test("monthsLater() counts calendar months", () => {
  assert.equal(monthsLater("2026-01-31T10:00:00.000Z", 1), "2026-02-28T10:00:00.000Z");
  assert.equal(monthsLater("2027-08-31T10:00:00.000Z", 6), "2028-02-29T10:00:00.000Z");
  assert.equal(monthsLater("2026-11-21T10:00:00.000Z", 12), "2027-11-21T10:00:00.000Z");
});
