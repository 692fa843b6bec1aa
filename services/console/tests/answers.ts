/** The answers of scripted services to the pages: enough for each view to show something. */
import type { ServiceName } from "../server/services.ts";
import { AGENTS } from "./agents_answers.ts";
import { COMPLIANCE } from "./compliance_answers.ts";
import { DOCUMENTS } from "./documents_answers.ts";
import { EVALUATION } from "./evaluation_answers.ts";
import { GUARD } from "./guard_answers.ts";
import { PRICES } from "./price_answers.ts";
import { PROCUREMENT } from "./procurement_answers.ts";
import { PROVIDERS, SETTINGS } from "./settings_answers.ts";
import { VOICE } from "./voice_answers.ts";
import type { Answers } from "./platform.ts";

const NOW = "2026-11-22T10:00:00.000Z";

export const KEY = {
  id: "01a202d2-bbee-71fd-9a0c-84d8fa31f34c",
  name: "روبوت الخدمات",
  key_hint: "dwn-cgps…P-f8",
  team_id: null,
  status: "active",
  expires_at: null,
  allowed_models: null,
  ...{ customer_id: null, timeout_seconds: null, cache: null },
  ...{ may_skip_guardrails: false, may_pass_through: false },
  budget: { limit_usd: 2.5, period: "daily" },
  rate_limit: { requests_per_minute: 10, tokens_per_minute: null },
  created_at: NOW,
  spending: { spent_usd: 2.1, since: NOW, renews_at: "2026-11-23T00:00:00.000Z" },
};

const TEAM = { ...KEY, id: "01a202d2-bbbe-71cc-946d-5764e42de7a0", name: "فريق الخدمات" };

export const CALL = {
  id: "01a202d2-b7b3-7067-9f3d-d8b29f598a0f",
  request_id: "01a202d2-b7b3-7067-9f3d-d8b29f598a0f",
  ...{ model: "echo", provider: "echo", provider_model: "echo", tenant_id: "admin", outcome: "ok" },
  ...{ prompt_tokens: 2, completion_tokens: 2, total_tokens: 4, cost_usd: 0.00012, timestamp: NOW },
  ...{ estimated: false, unpriced: false, cached: false, latency_ms: 12, ttft_ms: 3 },
};

/** As many calls as an installation has after some months. */
export const CALLS = 2_000_000;

const calls = (request: Request) => {
  const query = new URL(request.url).searchParams;
  const page = Number(query.get("page"));
  const limit = Number(query.get("limit"));
  const unpriced = query.get("unpriced") === "true";
  const data = Array.from(
    { length: limit },
    (_, index) => ({ ...CALL, unpriced, prompt_tokens: (page - 1) * limit + index }),
  );
  return { data, total: CALLS, page, limit };
};

const answer = (words: string[]) => () => {
  const chunks = words.map((content) => ({ choices: [{ delta: { content } }] }));
  const events = [...chunks, { choices: [], usage: { total_tokens: 7 } }].map((chunk) =>
    `data: ${JSON.stringify(chunk)}\n\n`
  );
  return new Response([...events, "data: [DONE]\n\n"].join(""), {
    headers: { "content-type": "text/event-stream" },
  });
};

export const ANSWERS: Partial<Record<ServiceName, Answers>> = {
  gateway: {
    ...SETTINGS.gateway,
    ...PROVIDERS,
    "GET /costs/summary": {
      ...{ total_requests: 3, total_cost_usd: 1.25, total_tokens: 12_000, unpriced_requests: 1 },
      by_model: [{ model: "echo", requests: 3, total_tokens: 12, cost_usd: 1.25 }],
      by_provider: [{ provider: "echo", requests: 3, cost_usd: 1.25 }],
      by_tenant: [{ tenant_id: KEY.id, requests: 3, cost_usd: 1.25 }],
      daily_costs: [{ date: "2026-11-21", cost_usd: 1 }, { date: "2026-11-22", cost_usd: 0.25 }],
    },
    "GET /costs": calls,
    "GET /governance/virtual-keys": { data: [KEY], total: 1 },
    [`GET /governance/virtual-keys/${KEY.id}`]: KEY,
    "POST /governance/virtual-keys": { ...KEY, key: "dwn-shown-this-once" },
    [`POST /governance/virtual-keys/${KEY.id}/revoke`]: { ...KEY, status: "revoked" },
    "GET /governance/teams": { data: [TEAM], total: 1 },
    [`GET /governance/teams/${TEAM.id}`]: TEAM,
    "GET /governance/customers": { data: [], total: 0 },
    ...PRICES,
    "GET /v1/route": {
      would_ask: "echo/echo",
      candidates: [{
        provider: "echo",
        provider_model: "echo",
        reason: "first in the configured order",
        available: true,
        likely_cost_usd: 0,
      }],
    },
    "POST /v1/chat/completions": answer(["مرحبا", " بكم"]),
    "GET /logs/stats": { total: 5, unique_actors: 1, recent_failures: { last_24_hours: 0 } },
    "GET /logs/events": {
      data: [{
        ...{
          id: "1",
          timestamp: NOW,
          actor: "admin",
          action: "team_create",
          outcome: "success",
          resource: "team:1",
        },
        ...{ provider: null, model: null, request_id: "r", ip: "127.0.0.1", detail: null },
      }],
      total: 1,
    },
  },
  guard: { ...SETTINGS.guard, ...GUARD },
  documents: { ...SETTINGS.documents, ...DOCUMENTS },
  agents: { ...SETTINGS.agents, ...AGENTS },
  compliance: { ...SETTINGS.compliance, ...COMPLIANCE },
  evaluation: { ...SETTINGS.evaluation, ...EVALUATION },
  procurement: { ...SETTINGS.procurement, ...PROCUREMENT },
  voice: { ...SETTINGS.voice, ...VOICE },
};
