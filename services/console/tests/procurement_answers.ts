/** The answers of a scripted procurement service: an evaluated tender with two bids. */
import type { Answers } from "./platform.ts";

const NOW = "2026-11-22T10:00:00.000Z";
const API = "/api/v1";

const STATES = [
  ...["draft", "open", "closed", "under_evaluation", "evaluated", "awarded", "unsuccessful"],
  "cancelled",
];

export const TENDER = {
  ...{ id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7b01", title: "توريد أجهزة", description: "مئتا حاسوب" },
  ...{ category: "it", budget_min: 1, budget_max: 900_000, currency: "SAR", deadline: NOW },
  requirements: ["ISO 9001"],
  evaluation_criteria: { price: 0.6, quality: 0.4 },
  ...{ sealed: true, committee: ["noura"], coverage_order: false, status: "evaluated", closes_at: NOW },
  ...{ bid_count: 2, opened_at: NOW, opened_by: "noura", awarded_bid_id: null, award_reason: null },
  ...{ created_by: "salem", created_at: NOW, updated_at: NOW },
};

/** As strict about the state as the service itself. */
const tenders = (request: Request) => {
  const state = new URL(request.url).searchParams.get("status") ?? "open";
  if (!STATES.includes(state)) return Response.json({ error: "Request validation failed" }, { status: 422 });
  const open = { ...TENDER, status: "open", closes_at: new Date(Date.now() + 86_400_000).toISOString() };
  const tenders = state === "open" ? [open] : state === "evaluated" ? [TENDER] : [];
  return { tenders, total: tenders.length, page: 1, page_size: 100, total_is_exact: true };
};

const SUPPLIER = {
  ...{ id: "s1", name: "شركة النخيل", legal_name: null, registration_number: "CR-1" },
  ...{ registration_scheme: null, category: "it", contact_email: null, contact_phone: null },
  ...{ capabilities: [], certifications: ["ISO 9001"], owners: [], score: 71, rated: true },
  ...{ created_at: NOW, updated_at: NOW },
};

const bid = (id: string, supplier_id: string, amount: number) => ({
  ...{ id, tender_id: TENDER.id, supplier_id, amount, proposal: "", delivery_days: 30, qualifications: [] },
  ...{ status: "submitted", disqualified_reason: null, late: false, admission: null, sealed: false },
  ...{ version: 1, replaces: null, scores: {}, total_score: null, rank: null },
  ...{ submitted_by: "salem", submitted_at: NOW },
});

const SUGGESTION = {
  ...{ status: "met", quote: "لدينا ISO 9001", likelihood: 0.81 },
  reason: "Words point to it; a finding needs a likelihood of 0.93",
  reason_ar: "تشير إليه الألفاظ؛ ويلزم للقرار احتمال قدره 0.93",
};

const evaluated = (
  { id, name, amount, price, quality, rank, status }: {
    id: string;
    name: string;
    amount: number;
    price: number;
    quality: number;
    rank: number;
    status: string;
  },
) => ({
  ...{ bid_id: id, supplier_id: id, supplier_name: name, amount, delivery_days: 30 },
  criterion_scores: {
    price: { score: price, method: "lowest_price", weight: 0.6, effective_weight: 0.6 },
    quality: { score: quality, method: "evaluators", weight: 0.4, effective_weight: 0.4 },
  },
  ...{ total_score: 0.6 * price + 0.4 * quality, rank, disqualified_reason: null },
  ...{ strengths: [], weaknesses: [], value_assessment: "", red_flags: [] },
  compliance_check: {
    ...{ met: 1, unclear: 0, not_met: 0 },
    requirements: [{
      ...{ requirement: "ISO 9001", status, evidence: "لدينا ISO 9001", found_by: "text" },
      ...status === "unclear" ? { suggestion: SUGGESTION } : {},
    }],
  },
});

const EVALUATION = {
  tender_id: TENDER.id,
  evaluations: [
    evaluated({
      ...{ id: "b1", name: "شركة النخيل", amount: 700_000 },
      ...{ price: 100, quality: 40, rank: 1, status: "unclear" },
    }),
    evaluated({
      ...{ id: "b2", name: "Gulf Falcon", amount: 840_000 },
      ...{ price: 83.33, quality: 60, rank: 2, status: "met" },
    }),
  ],
  ranking: [],
  ...{ preliminary: false, missing: ["One requirement"], missing_ar: ["متطلب واحد"] },
  ...{ recommendation: "No recommendation yet", recommendation_ar: "لا توصية بعد" },
  recommendation_withheld: true,
  criteria: [
    { name: "price", weight: 0.6, effective_weight: 0.6 },
    { name: "quality", weight: 0.4, effective_weight: 0.4 },
  ],
  ...{ late_bids: [], warnings: [], warnings_ar: [], tie_notes: [], tie_notes_ar: [] },
  red_flags: [{
    ...{ code: "short_period", indicator: "R003", message: "Few days", message_ar: "أيام قليلة" },
    bid_ids: [],
  }],
  ...{ version: 1, method: "", inputs_sha256: "cf61d65b1818aa", evaluated_by: "salem", evaluated_at: NOW },
};

const path = `${API}/tenders/${TENDER.id}`;

export const PROCUREMENT: Answers = {
  [`GET ${API}/tenders`]: tenders,
  [`GET ${path}`]: TENDER,
  [`GET ${path}/bids`]: [bid("b1", "s1", 700_000), bid("b2", "s2", 840_000)],
  [`GET ${path}/evaluations`]: [EVALUATION],
  [`POST ${path}/analyze`]: {
    ...{ tender_id: TENDER.id, language: "ar", risk_assessment: ["لا موعد نهائي"], model_used: null },
    ...{ market_comparison: "3 مناقصات مشابهة", recommendation: "حدد موعدًا" },
    suggested_weights: { price: 0.6, quality: 0.4 },
  },
  [`GET ${API}/audit/${TENDER.id}`]: [{
    ...{ id: "h1", actor: "salem", action: "tender_update", resource: "tender", resource_id: TENDER.id },
    ...{ before: { deadline: NOW }, after: { deadline: "2026-12-22", reason: "تمديد" }, at: NOW },
  }],
  [`GET ${path}/bids/b1/scores`]: [{
    ...{ bid_id: "b1", criterion: "quality", score: 40, comment: "ضمان قصير", evaluator: "noura" },
    scored_at: NOW,
  }],
  [`GET ${API}/suppliers`]: {
    suppliers: [SUPPLIER],
    total: 1,
    page: 1,
    page_size: 100,
    total_is_exact: true,
  },
  [`GET ${API}/suppliers/s1`]: SUPPLIER,
  [`GET ${API}/suppliers/s2`]: { ...SUPPLIER, id: "s2", name: "Falcon Systems", registration_number: "CR-2" },
  [`GET ${API}/suppliers/s1/records`]: [{
    ...{ id: "r1", supplier_id: "s1", tender_id: null, kind: "late_delivery", note: "أسبوع" },
    ...{ recorded_by: "salem", recorded_at: NOW },
  }],
  [`GET ${API}/reports`]: [{
    ...{ id: "p1", tender_id: TENDER.id, report_type: "evaluation", filename: "report.pdf" },
    content: { title: { en: "Report", ar: "تقرير" }, evaluation_version: 1 },
    ...{ created_by: "salem", created_at: NOW },
  }],
};
