/** The answers of a scripted compliance service: one system, assessed twice. */
import type { Answers } from "./platform.ts";
import { rightsAnswer } from "./rights_answers.ts";

const API = "/api/v1/comply";
const TIMES = ["2026-10-22T10:00:00.000Z", "2026-11-22T10:00:00.000Z"];

export const SYSTEM = {
  ...{ id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7d01", name: "مساعد المتعاملين", created_at: TIMES[0] },
  assessments: 2,
  trend: TIMES.map((assessed_at, index) => ({
    ...{ report_id: `r${index + 1}`, overall_score: 20 + index * 30, assessed_at },
  })),
};

const framework = (arabic: boolean) => ({
  ...{ id: "ksa-pdpl", name: arabic ? "نظام حماية البيانات" : "Data protection law", version: "2023" },
  ...{ region: "SA", nature: "binding_law", requirement_count: 1, disclaimer: "Self-assessment" },
  ...{ sha256: "", status: null, effective: [], sources: [] },
  requirements: [{
    ...{ id: "PDPL-4", ref: "4", unverified: false, title: arabic ? "حقوق صاحب البيانات" : "Rights" },
    ...{
      description: arabic ? "يعلم الأفراد" : "People know",
      remediation: "",
      category: "privacy",
      weight: 4,
    },
    shown_by: { needs: "all", evidence: [{ key: "has_rights", says: arabic ? "تُجاب الطلبات" : "Answered" }] },
    claimed_by: null,
  }],
});

const europe = (arabic: boolean) => ({
  ...framework(arabic),
  ...{ id: "eu-ai-act", name: arabic ? "القانون الأوروبي" : "EU AI Act", region: "EU" },
});

const inLanguage = <T>(make: (arabic: boolean) => T) => (request: Request) =>
  Response.json(make(new URL(request.url).searchParams.get("lang") === "ar"));

const report = (arabic: boolean) => {
  const [{ name, version, requirements: [own] }] = [framework(arabic)];
  return {
    ...{ id: "r2", system_id: SYSTEM.id, system_name: SYSTEM.name, overall_score: 50, overall_reason: null },
    ...{ coverage: 0.5, total_requirements: 2, met_requirements: 1, gap_count: 1, assessed_at: TIMES[1] },
    ...{ assessed_by: "salem", notes: [], risk_level: "high", disclaimer: "Self-assessment" },
    request: {
      ...{ system_name: SYSTEM.name, system_type: "chatbot", risk_level: "high", data_types: ["personal"] },
      ...{ deployment_region: "KSA", features: { has_rights: true } },
    },
    frameworks: [{
      ...{ framework_id: "ksa-pdpl", name, version, score: 50, score_reason: null },
      requirements: [{
        ...{ requirement_id: "PDPL-4", ref: "4", title: own?.title, description: own?.description },
        ...{ remediation: "Answer them", weight: 4, status: "not_met", severity: "high" },
        checks: [{ check: "has_rights", says: own?.shown_by.evidence[0]?.says, holds: false }],
      }],
    }],
  };
};

export const COMPLIANCE: Answers = {
  [`GET ${API}/systems`]: [SYSTEM],
  [`GET ${API}/systems/${SYSTEM.id}`]: SYSTEM,
  [`GET ${API}/systems/${SYSTEM.id}/rights`]: rightsAnswer("salem"),
  [`GET ${API}/systems/${SYSTEM.id}/evidence`]: [],
  [`GET ${API}/reports/r1`]: inLanguage(report),
  [`GET ${API}/reports/r2`]: inLanguage(report),
  [`GET ${API}/reports/r1/compare/r2`]: {
    overall_change: 30,
    changed: [{ framework_id: "ksa-pdpl", requirement_id: "PDPL-4", from: "not_assessed", to: "not_met" }],
  },
  [`GET ${API}/reports/r2/plan`]: (request: Request) => {
    const target = Number(new URL(request.url).searchParams.get("target"));
    return {
      features: target > 80 ? null : ["has_rights"],
      ...{ score: target > 80 ? null : 80, gains: [{ feature: "has_rights", score: 80, gain: 30 }] },
    };
  },
  [`GET ${API}/reports/r1/plan`]: { features: [], score: 50, gains: [] },
  [`GET ${API}/gaps`]: inLanguage((arabic) => [{
    ...{ requirement_id: "PDPL-4", framework_id: "ksa-pdpl", ref: "4", severity: "high", status: "not_met" },
    ...{ requirement: framework(arabic).requirements[0]?.title, remediation: "Answer them" },
  }]),
  [`GET ${API}/frameworks`]: inLanguage((arabic) => [framework(arabic), europe(arabic)]),
  [`GET ${API}/frameworks/ksa-pdpl`]: inLanguage(framework),
  [`GET ${API}/frameworks/eu-ai-act`]: inLanguage(europe),
  [`GET ${API}/certificates`]: [{
    ...{ certificate_id: "DWN-1", system_name: SYSTEM.name, issued_to: "الإدارة", overall_score: 91 },
    ...{ level: "certified", valid_until: "2027-11-22T10:00:00.000Z", state: "valid" },
  }],
  [`GET ${API}/certificates/DWN-1/verify`]: { valid: true, reason: null },
};
