import assert from "node:assert/strict";
import { levelOf, monthsLater } from "./certificate.ts";
import type { Report } from "./report.ts";

const thresholds = { certified: 80, frameworkFloor: 70, conditional: 60 };

function report(overall_score: number, framework_scores: Record<string, number>): Report {
  const request = {
    system_name: "s",
    system_type: "x",
    risk_level: "high",
    data_types: [],
    deployment_region: "AE",
    features: {},
  };
  return {
    id: "r",
    system_id: "s",
    system_name: "s",
    overall_score,
    framework_scores,
    total_requirements: 1,
    met_requirements: 1,
    gap_count: 0,
    assessed_at: "",
    assessed_by: "",
    risk_level: "high",
    request,
    notes: [],
    coverage: 1,
    frameworks: [],
  };
}

Deno.test("levelOf() certifies from the threshold on, unless a framework is under the floor", () => {
  assert.partialDeepStrictEqual(levelOf(report(80, { a: 80 }), thresholds), { level: "certified" });
  assert.partialDeepStrictEqual(levelOf(report(85, { a: 100, b: 69.99 }), thresholds), {
    level: "conditional",
  });
  assert.partialDeepStrictEqual(levelOf(report(60, { a: 60 }), thresholds), { level: "conditional" });
});

Deno.test("levelOf() says what is missing", () => {
  assert.deepEqual(levelOf(report(59.99, { a: 59.99 }), thresholds), {
    missing: ["overall score 59.99 is below 60", "a scores 59.99, below 70"],
  });
  assert.partialDeepStrictEqual(levelOf(report(0, {}), thresholds), {
    missing: ["no framework has a score"],
  });
});

Deno.test("monthsLater() counts calendar months", () => {
  assert.equal(monthsLater("2026-01-31T10:00:00.000Z", 1), "2026-02-28T10:00:00.000Z");
  assert.equal(monthsLater("2027-08-31T10:00:00.000Z", 6), "2028-02-29T10:00:00.000Z");
  assert.equal(monthsLater("2026-11-21T10:00:00.000Z", 12), "2027-11-21T10:00:00.000Z");
});
