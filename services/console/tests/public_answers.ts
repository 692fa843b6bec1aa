/** What the pages that anyone may read get of scripted services. */
export const VERDICT = {
  ...{ valid: true, reason: null, revoked_at: null, superseded_by: null },
  certificate: {
    certificate_id: "01a202d2-bbee-71fd-9a0c-84d8fa31f34c",
    ...{ report_id: "01a202d2-bbee-71fd-9a0c-84d8fa31f34d", organization: "هيئة المدينة" },
    ...{ issued_to: "إدارة الذكاء الاصطناعي", system_name: "مساعد المتعاملين", frameworks: ["ksa-pdpl"] },
    ...{ framework_versions: { "ksa-pdpl": "2023" }, overall_score: 82, level: "conditional" },
    ...{ conditions: ["Art. 4: Data subject rights (not_assessed)"], declaration: "Self-declared" },
    ...{ issued_at: "2026-11-22T10:00:00.000Z", valid_until: "2027-11-22T10:00:00.000Z" },
  },
};

export const OPEN_TENDER = {
  ...{ id: "019a0000-0000-7000-8000-000000000001", title: "توريد أجهزة حاسوب", category: "it" },
  ...{ description: "Laptops with on-site support", budget_min: 0, budget_max: 700_000, currency: "AED" },
  ...{ requirements: ["ISO 9001 certificate"], evaluation_criteria: { price: 0.6, quality: 0.4 } },
  ...{ sealed: true, closes_at: "2026-12-31T20:00:00.000Z", created_at: "2026-11-22T10:00:00.000Z" },
};
