/** The answers of a scripted guard. */
import type { Answers } from "./platform.ts";

const NOW = "2026-11-22T10:00:00.000Z";

export const POLICY = {
  ...{
    id: "p1",
    name: "وثائق سرية",
    description: "",
    rule_type: "keyword",
    action: "block",
    is_active: true,
  },
  ...{ mode: "shadow", priority: 100, version: 3, updated_at: NOW },
  scope: { products: ["agents"], keys: [], teams: [], models: [], users: [] },
  rule_config: '{"keywords":["سري للغاية"],"match":"word"}',
};

const version = (version: number, change: string) => ({
  ...{ policy_id: "p1", version, change, changed_by: "amal", changed_at: NOW },
  policy: { ...POLICY, action: version === 1 ? "warn" : "block" },
});

const RECOGNISER = {
  ...{ id: "c1", name: "الرقم الوظيفي", type: "CUSTOM_STAFF_ID", pattern: "\\bEMP-\\d{6}\\b" },
  ...{ check_digit: "none", words_required: false, is_active: true, updated_at: NOW },
  words: { en: ["staff no"], ar: ["الرقم الوظيفي"] },
  examples: { found: ["staff no EMP-204816"], not_found: ["EMP-2048161"] },
};

const WEBHOOK = {
  ...{ id: "w1", url: "https://hooks.example.com/diwan", events: ["alert_triggered", "*"], is_active: true },
  ...{ failing_since: NOW, disabled_reason: null },
};

const DELIVERY = {
  ...{ id: "msg_1", event_type: "alert_triggered", status: "failed", attempts: 10, status_code: 500 },
  ...{ error: "The address answered 500", created_at: NOW, next_attempt_at: null },
};

const REPORT = {
  ...{ id: "g2", framework_id: "uae-pdpl", framework_name: "UAE PDPL", days: 30, generated_at: NOW },
  summary: { evidenced: 3, partly_evidenced: 1, no_evidence: 2, score: 58, requirements_outside: 4 },
};
const EARLIER = { ...REPORT, id: "g1", generated_at: "2026-10-22T10:00:00.000Z" };

const SECTION = {
  ...{ id: "s1", ref: "Art. 20", title: "Security of personal data", status: "evidenced" },
  evidence: [{ area: "audit", source: "pii_detections", description: "Personal data found", count: 12 }],
};

const SIGN = { family: "override", explanation: "orders to set rules aside", start: 0, end: 6 };

/** The findings of a policy in the text or in the trail. */
async function tried(request: Request): Promise<unknown> {
  const { samples, last } = await request.json();
  const found = {
    index: 0,
    event_id: samples ? null : "e1",
    matched_terms: ["سري للغاية"],
    in_force: "pass",
  };
  return { checked: last ?? 1, matched: 1, new: 1, without_text: samples ? 0 : 2, hits: [found] };
}

export const GUARD: Answers = {
  "GET /api/v1/monitoring/metrics": {
    ...{ total_requests: 12, avg_latency_ms: 80, error_rate: 2, total_tokens: 900 },
    model_breakdown: [{ model: "echo", requests: 12, error_rate: 2, avg_latency_ms: 80 }],
    daily_usage: [{ date: "2026-11-21", requests: 4 }, { date: "2026-11-22", requests: 8 }],
  },
  "GET /api/v1/monitoring/findings": {
    ...{ days: ["2026-11-21", "2026-11-22"], since: "2026-11-22" },
    series: [
      { kind: "checked", name: "", total: 40, by_day: [0, 40] },
      { kind: "violating", name: "", total: 3, by_day: [0, 3] },
      { kind: "blocked", name: "", total: 2, by_day: [0, 2] },
      { kind: "pii", name: "EMIRATES_ID", total: 10, by_day: [0, 10] },
      { kind: "pii", name: "CUSTOM_STAFF", total: 1, by_day: [0, 1] },
      { kind: "safety", name: "hate", total: 1, by_day: [0, 1] },
    ],
  },
  "GET /api/v1/alerts": [{
    ...{ id: "a1", rule_name: "تسريب", metric: "pii_detections", value: 5, window_minutes: 10 },
    ...{ status: "triggered", triggered_at: NOW },
  }],
  "POST /api/v1/alerts/a1/acknowledge": {},
  "GET /api/v1/alerts/rules": [{
    id: "r1",
    name: "تسريب",
    metric: "pii_detections",
    ...{ operator: "gt", threshold: 5, window_minutes: 10, cooldown_minutes: 30, enabled: true },
  }],
  "PUT /api/v1/alerts/rules/r1": {},
  "GET /api/v1/policies": [POLICY],
  "POST /api/v1/policies": POLICY,
  "PUT /api/v1/policies/p1": POLICY,
  "DELETE /api/v1/policies/p1": { deleted: true },
  "POST /api/v1/pii/detect": {
    entities: [{ type: "EMAIL", value: "amal@example.com", start: 7, end: 23, confidence: 0.95 }],
    has_pii: true,
  },
  "POST /api/v1/governance/evaluate": {
    ...{ allowed: false, action: "block", content_score: 0.7 },
    violations: [{ policy_id: "p1", name: "سري", action: "block", reason: "", matched_terms: ["سري"] }],
  },
  "GET /api/v1/audit/trail": [{
    ...{
      id: "e1",
      seq: 1,
      event_type: "policy_change",
      severity: "info",
      user_id: "amal",
      subject: "amal",
    },
    ...{ model: null, action: "create", created_at: NOW },
  }],
  "GET /api/v1/policies/p1/versions": [version(3, "update"), version(2, "import"), version(1, "create")],
  "POST /api/v1/policies/p1/rollback": POLICY,
  "GET /api/v1/policies/p1/hits": { enforced: 0, shadow: 41, last_at: NOW },
  "POST /api/v1/policies/try": tried,
  "POST /api/v1/policies/import": async (request: Request) => ({
    ...{ created: ["Secrets"], updated: ["وثائق سرية"], unchanged: [] },
    dry_run: (await request.json()).dry_run,
  }),
  "POST /api/v1/injection/detect": { injection: true, score: 0.82, signs: [SIGN] },
  "GET /api/v1/pii/recognisers": [RECOGNISER],
  "PUT /api/v1/pii/recognisers/c1": RECOGNISER,
  "POST /api/v1/pii/recognisers/try": {
    states: 310,
    texts: [[{ type: "CUSTOM_STAFF_ID", value: "EMP-204816", start: 6, end: 16, confidence: 0.85 }]],
  },
  "GET /api/v1/webhooks": [WEBHOOK],
  "POST /api/v1/webhooks": { ...WEBHOOK, secret: "whsec_shown-this-once" },
  "POST /api/v1/webhooks/w1/test": { success: true, status_code: 204, error: null },
  "GET /api/v1/webhooks/w1/deliveries": [DELIVERY],
  "POST /api/v1/webhooks/w1/deliveries/msg_1/resend": { id: "msg_1", status: "pending" },
  "GET /api/v1/compliance/reports/frameworks": [
    { id: "uae-pdpl", name: "UAE PDPL", name_ar: "قانون حماية البيانات الشخصية الإماراتي" },
  ],
  "GET /api/v1/compliance/reports": [REPORT, EARLIER],
  "POST /api/v1/compliance/reports/generate": REPORT,
  "GET /api/v1/compliance/reports/g2": { ...REPORT, sections: [SECTION], disclaimer: "No legal advice." },
  "GET /api/v1/compliance/reports/g1/diff/g2": {
    ...{ report_a: { ...EARLIER, score: 50 }, report_b: { ...REPORT, score: 58 }, score_change: 8 },
    ...{ improved: 1, worsened: 0, unchanged: 0 },
    sections: [{
      ...{
        id: "s1",
        title: SECTION.title,
        status_a: "no_evidence",
        status_b: "evidenced",
        change: "improved",
      },
      evidence: [{ area: "audit", source: "pii_detections", count_a: 0, count_b: 12, change: 12 }],
    }],
  },
  "GET /api/v1/audit/verify": {
    ...{ valid: true, checked: 1, first_seq: 1, last_seq: 1, broken_at: null, fault: null },
    ...{ key_id: "k1", public_key: "MCowBQYDK2VwAyEA" },
    anchors: { checked: 2, unreadable: 0, last_seq: 1, last_at: NOW },
  },
  "POST /api/v1/audit/anchors": { seq: 1 },
};
