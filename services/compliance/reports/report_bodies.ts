/** Reports as answers hold them: in one language. */
import { z } from "@hono/zod-openapi";
import { FrameworkResult, RequirementResult } from "../assessment/result.ts";
import { inLanguage, type Lang } from "../catalogue/bilingual.ts";
import { DISCLAIMER } from "../catalogue/framework.ts";
import { Report, StoredSummary } from "./report.ts";

const Reason = z.string().nullable().meta({ description: "Why there is no score, or a lower one" });

export const ReportSummary = StoredSummary.extend({
  overall_reason: Reason,
  framework_reasons: z.record(z.string(), z.string()),
}).meta({
  id: "ReportSummary",
  example: {
    id: "019a0000-0000-7000-8000-000000000004",
    system_id: "019a0000-0000-7000-8000-000000000005",
    system_name: "مساعد خدمة المتعاملين",
    overall_score: 71.4,
    overall_reason: null,
    framework_scores: { "uae-pdpl": 71.4 },
    framework_reasons: {},
    coverage: 0.85,
    total_requirements: 12,
    met_requirements: 8,
    claimed_requirements: 1,
    gap_count: 4,
    assessed_at: "2026-11-21T08:00:00.000Z",
  },
});
export type ReportSummary = z.output<typeof ReportSummary>;

const Text = z.string();
const Check = RequirementResult.shape.checks.element.extend({ says: Text });
const Requirement = RequirementResult.extend({
  ref: Text,
  title: Text,
  description: Text,
  remediation: Text,
  checks: z.array(Check),
});
const Framework = FrameworkResult.extend({
  name: Text,
  version: Text,
  score_reason: Reason,
  requirements: z.array(Requirement),
});

export const ReportDetail = Report.extend({
  overall_reason: Reason,
  framework_reasons: z.record(z.string(), z.string()),
  notes: z.array(Text),
  disclaimer: Text,
  frameworks: z.array(Framework),
}).meta({ id: "Report" });
export type ReportDetail = z.output<typeof ReportDetail>;

export function summaryIn(summary: StoredSummary, lang: Lang): ReportSummary {
  return { ...StoredSummary.parse(summary), ...reasons(summary, lang) };
}

export function detailIn(report: Report, lang: Lang): ReportDetail {
  return {
    ...report,
    ...reasons(report, lang),
    notes: report.notes.map((note) => inLanguage(note, lang)),
    disclaimer: DISCLAIMER[lang],
    frameworks: report.frameworks.map(({ name, version, score_reason, requirements, ...framework }) => ({
      ...framework,
      name: name[lang],
      version: inLanguage(version, lang),
      score_reason: score_reason && inLanguage(score_reason, lang),
      requirements: requirements.map((requirement) => requirementIn(requirement, lang)),
    })),
  };
}

function requirementIn(
  { ref, title, description, remediation, checks, ...rest }: RequirementResult,
  lang: Lang,
): z.output<typeof Requirement> {
  return {
    ...rest,
    ref: inLanguage(ref, lang),
    title: title[lang],
    description: description[lang],
    remediation: remediation[lang],
    checks: checks.map((check) => ({
      ...check,
      says: check.says ? inLanguage(check.says, lang) : check.check,
    })),
  };
}

function reasons({ overall_reason, framework_reasons }: StoredSummary, lang: Lang) {
  return {
    overall_reason: overall_reason && inLanguage(overall_reason, lang),
    framework_reasons: Object.fromEntries(
      Object.entries(framework_reasons).map(([id, reason]) => [id, inLanguage(reason, lang)]),
    ),
  };
}
