import assert from "node:assert/strict";
import type { Bilingual } from "./framework.ts";
import type { Report } from "./report.ts";
import { reportCsv } from "./report_csv.ts";

const words = (en: string): Bilingual => ({ en, ar: "نص" });

function report(title: string): Report {
  const request = {
    system_name: "s",
    system_type: "x",
    risk_level: "high",
    data_types: [],
    deployment_region: "AE",
    features: {},
  };
  const requirement = {
    requirement_id: "R-1",
    ref: words("Art. 1"),
    category: "privacy",
    weight: 3,
    status: "not_met" as const,
    credit: 0,
    needs: "all" as const,
    checks: [],
    severity: "high" as const,
    title: words(title),
    description: words("text"),
    remediation: words('say "no", twice\nat least'),
  };
  const counts = { total_requirements: 1, met_requirements: 0, gap_count: 1, coverage: 1 };
  const framework = {
    ...counts,
    framework_id: "f",
    version: "-1",
    sha256: "",
    nature: "binding_law",
    score: 0,
    region_applies: true,
    name: words("f"),
    requirements: [requirement],
  };
  return {
    ...counts,
    id: "r",
    system_id: "s",
    system_name: "s",
    overall_score: 0,
    framework_scores: { f: 0 },
    assessed_at: "",
    assessed_by: "",
    risk_level: "high",
    request,
    notes: [],
    frameworks: [framework],
  };
}

Deno.test("no cell of a CSV is a formula, and quotes, commas and line breaks stay in their cell", () => {
  for (const formula of ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", "\r=1"]) {
    const [, row = ""] = reportCsv(report(formula), "en").split("\r\n");
    const start = formula.includes("\r") ? "\"'" : "'";
    assert.ok(row.startsWith(`f,'-1,R-1,Art. 1,${start}${formula}`), row);
  }
  const csv = reportCsv(report("plain"), "en");
  assert.ok(csv.endsWith(',"say ""no"", twice\nat least"\r\n'));
  assert.ok(csv.includes(",plain,privacy,3,not_met,0,high,"));
});
