/** The answers of a scripted agents service: one agent that uses a tool. */
import type { Answers } from "./platform.ts";
import { rightsAnswer } from "./rights_answers.ts";

const NOW = "2026-11-22T10:00:00.000Z";
const API = "/api/v1";

export const AGENT = {
  ...{ id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7c01", name: "محلل المشتريات", model: "gpt-4o-mini" },
  ...{ description: "يجيب عن المناقصات", system_prompt: "Use the tools.", max_steps: 10, temperature: null },
  ...{ tools: ["search_tenders", "calculator"], needs_approval: ["search_tenders"], status: "active" },
  ...{ created_by: "amal", created_at: NOW, updated_at: NOW },
  ...{ runs_count: 2, success_rate: 0.5, avg_duration_ms: 900 },
};

const STEPS = [
  {
    ...{ step: 1, type: "model", started_at: NOW, duration_ms: 640, model: "gpt-4o-mini", reasoning: "" },
    ...{ finish_reason: "tool_calls", usage: { total_tokens: 210 }, retries: [] },
    tool_calls: [{
      ...{ id: "c1", name: "calculator", arguments: { expression: "0.15 * 1250" }, status: "ok" },
      ...{ result: "187.5", truncated: false, result_bytes: 5, duration_ms: 2 },
    }],
  },
  {
    ...{ step: 2, type: "final", started_at: NOW, duration_ms: 410, model: "gpt-4o-mini", reasoning: "" },
    ...{ finish_reason: "stop", usage: { total_tokens: 120 }, retries: [], tool_calls: [] },
    response: "الناتج 187.5 ريالًا.",
  },
];

const RUN = {
  ...{ id: "r1", agent_id: AGENT.id, input: "كم 15% من 1250؟", output: "الناتج 187.5 ريالًا." },
  ...{ status: "completed", steps_count: 2, total_tokens: 330, duration_ms: 1052, started_at: NOW },
  ...{ completed_at: NOW, context: {}, failure: null, error: null, truncated: false, budget: null },
  ...{ spent: { cost_usd: 0.0004 }, created_by: "amal", session_id: "s1", parent_run_id: null },
  pending_approvals: [],
};

const WAITING = {
  ...RUN,
  ...{ id: "r2", input: "ابحث عن المناقصات المفتوحة", output: "", status: "awaiting_approval" },
  pending_approvals: [{ id: "c9", name: "search_tenders", arguments: { query: "حاسوب" }, decision: null }],
};

const traceOf = ({ id, ...run }: Omit<typeof RUN, "pending_approvals">) => ({
  ...run,
  ...{ run_id: id, model: "gpt-4o-mini", steps: id === "r1" ? STEPS : [] },
});

/** A turn as the service streams it. */
const talk = () => {
  const [tools, answer] = STEPS;
  const [call] = tools?.tool_calls ?? [];
  const events = [
    { type: "run.started", run: { ...RUN, status: "running", output: "" } },
    { type: "step.started", step: 1 },
    { type: "tool_call.started", step: 1, tool_call: call && { ...call, status: undefined } },
    { type: "tool_call.finished", step: 1, tool_call: call },
    { type: "step.finished", step: tools },
    { type: "step.started", step: 2 },
    { type: "text.delta", step: 2, delta: "الناتج " },
    { type: "text.delta", step: 2, delta: "187.5 ريالًا." },
    { type: "step.finished", step: answer },
    { type: "run.finished", run: RUN },
  ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return new Response([...events, "data: [DONE]\n\n"].join(""), {
    headers: { "content-type": "text/event-stream" },
  });
};

const path = `${API}/agents/${AGENT.id}`;
const listed = (rows: unknown[]) => () =>
  Response.json(rows, { headers: { "x-total-count": String(rows.length) } });

export const AGENTS: Answers = {
  [`GET ${API}/agents`]: listed([AGENT]),
  [`GET ${path}`]: AGENT,
  [`GET ${path}/rights`]: rightsAnswer("amal"),
  [`GET ${API}/tools`]: [
    { name: "calculator", description: "Exact arithmetic", parameters: {}, needs_approval: false },
    { name: "search_tenders", description: "Finds tenders", parameters: {}, needs_approval: false },
  ],
  [`GET ${path}/runs`]: listed([WAITING, RUN]),
  [`GET ${path}/runs/r2`]: WAITING,
  [`GET ${API}/runs`]: [WAITING],
  [`GET ${path}/traces/r1`]: traceOf(RUN),
  [`GET ${path}/traces/r2`]: traceOf(WAITING),
  [`GET ${path}/metrics`]: {
    ...{ agent_id: AGENT.id, total_runs: 2, completed_runs: 1, failed_runs: 1, running_runs: 0 },
    ...{ success_rate: 0.5, avg_duration_ms: 900, p50_duration_ms: 850, p95_duration_ms: 1900 },
    ...{ avg_tokens: 165, total_tokens: 330, avg_steps: 2, tool_calls: 3, tool_errors: 1 },
    ...{ failure_breakdown: { provider_error: 1 }, last_run_at: NOW },
  },
  [`GET ${API}/playground/sessions`]: listed([{
    ...{ session_id: "s1", agent_id: AGENT.id, title: "كم 15% من 1250؟", created_by: "amal" },
    ...{ exchanges: 1, created_at: NOW, updated_at: NOW },
  }]),
  [`GET ${API}/playground/sessions/s1`]: {
    session_id: "s1",
    messages: [
      { role: "user", content: RUN.input, run_id: "r1", created_at: NOW, status: "completed", error: null },
      {
        ...{ role: "assistant", content: RUN.output, run_id: "r1", created_at: NOW },
        ...{ status: "completed", error: null },
      },
    ],
  },
  [`POST ${API}/playground/chat`]: talk,
};
