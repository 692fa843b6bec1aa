/** The answers of a scripted evaluation service: two models on one benchmark, one evaluation at work. */
import type { Answers } from "./platform.ts";
import { rightsAnswer } from "./rights_answers.ts";

const NOW = "2026-11-22T10:00:00.000Z";
const API = "/api/v1";

const result = (id: string, model_id: string, score: number | null) => ({
  ...{ id, model_id, provider: "gateway", benchmark_id: "arabic-grammar" },
  ...{ benchmark_name: "قواعد العربية", status: score === null ? "running" : "completed" },
  ...{ phase: score === null ? "asking" : null, progress: { answered: 1, scored: 1, total: 2 } },
  overall_score: score,
  confidence_interval: score === null ? null : [score - 0.1, score + 0.1],
  ...{ pass_rate: score, unscored: score === null ? null : 1, avg_latency_ms: 480, total_tokens: 1414 },
  ...{ cost_usd: null, error: null, created_by: "amal", created_at: NOW },
  ...{
    benchmark_version: "1.0.0",
    benchmark_hash: "h1",
    uses_labels: false,
    system_prompt: id === "e1" ? "أجب بإيجاز" : null,
  },
});

const RESULTS = [result("e3", "gpt", null), result("e2", "gpt", 0.75), result("e1", "echo", 0.25)];

const answer = (question_id: string, score: number) => ({
  ...{ question_id, epoch: 1, category: "grammar", question: `ما إعراب الكلمة في ${question_id}؟` },
  ...{ status: "answered", model_response: "مبتدأ مرفوع", score, passed: score > 0.5 },
  ...{ explanation: "The reference is: خبر", reference_answer: ["خبر"], scoring_rule: "choice_text" },
  choices: [{ label: "أ", text: "مبتدأ" }, { label: "ب", text: "خبر" }],
});

const detail = (index: number, asked: string | null) => ({
  ...RESULTS[index],
  ...{ category_scores: { grammar: 0.75 }, language_scores: { ar: 0.75 } },
  results: [answer("q1", 1), answer("q2", 0)].filter(({ question_id }) =>
    (asked ?? question_id) === question_id
  ),
});

/** The answers of a result as they are labelled, with what amal has said. */
export function labelling(
  request: Request,
  said: { question_id: string; label: string; remark?: string }[],
) {
  const at = Number(new URL(request.url).searchParams.get("skip"));
  const items = [answer("q1", 1), answer("q2", 0)].map((one) => ({
    ...{ ...one, machine_score: one.score },
    labels: said.filter(({ question_id }) => question_id === one.question_id).map((
      { label, remark = null },
    ) => ({
      ...{ label, remark, labelled_by: "amal", labelled_at: NOW },
    })),
  }));
  const agreement = {
    ...{
      compared: 6,
      agreed: 5,
      share: 0.83,
      share_interval: [0.4, 0.99],
      kappa: 0.4,
      kappa_interval: [0.1, 0.6],
    },
  };
  return {
    ...{ total: 2, labelled: said.length, own: said.length, disputed: 0 },
    ...{
      first_open: said.length < 2 ? said.length : null,
      machine: agreement,
      judge: { ...agreement, compared: 0 },
    },
    items: items.slice(at, at + 1),
  };
}

const standing = (rank: number, model_id: string, score: number) => ({
  ...{ rank, model_id, provider: "gateway", overall_score: score },
  confidence_interval: [score - 0.1, score + 0.1],
  category_scores: rank === 1 ? { grammar: score, knowledge: 0.5 } : { grammar: score },
  ...{ coverage: { share: 0.6 }, avg_latency_ms: 480 },
});

const BENCHMARK = {
  ...{ id: "arabic-grammar", name: "قواعد العربية", description: "إعراب وصرف", version: "1.0.0" },
  ...{ category: "grammar", languages: ["ar"], license: "CC-BY", question_count: 8, source: "built_in" },
};

/** A benchmark as it is written. */
export const WRITTEN = {
  ...{ id: "arabic-grammar", name: "قواعد العربية", description: "إعراب وصرف", version: "1.0.0" },
  ...{ category: "grammar", languages: ["ar"], license: "CC-BY", pass_score: 0.5 },
  scoring: { method: "multiple_choice" },
  questions: [{
    ...{ id: "q1", language: "ar", input: "ما إعراب الكلمة؟", choices: ["مبتدأ", "خبر"], target: "ب" },
  }],
};

const cell = (passed: boolean) => ({
  ...{ status: "answered", score: Number(passed), passed, answer: "مبتدأ مرفوع" },
});

/** The matrix of the asked results: each is right on the first question, the first one on the second too. */
function matrix(query: URLSearchParams) {
  const ids = query.get("results")?.split(",") ?? [];
  const rows = ["q1", "q2"].map((question_id, row) => ({
    ...{ question_id, category: "grammar", question: `ما إعراب الكلمة في ${question_id}؟` },
    cells: ids.map((_, at) => cell(row === 0 || at === 0)),
  }));
  const shown = query.get("show") === "differing" ? rows.slice(1) : rows;
  return {
    ...{ categories: ["grammar"], total: shown.length, rows: shown },
    columns: RESULTS.filter(({ id }) => ids.includes(id)).map(({ id, model_id, system_prompt }, at) => ({
      ...{ eval_id: id, model_id, provider: "gateway", system_prompt, created_at: NOW, scored: 2 },
      ...{ passed_count: 2 - at, pass_rate: 1 - at / 2, confidence_interval: [0.2, 1] },
    })),
  };
}

const listed = (rows: unknown[]) =>
  Response.json(rows, { headers: { "x-total-count": String(rows.length) } });

export const EVALUATION: Answers = {
  [`GET ${API}/leaderboard`]: [standing(1, "gpt", 0.75), standing(2, "echo", 0.25)],
  [`GET ${API}/results`]: (request: Request) => {
    const status = new URL(request.url).searchParams.get("status");
    return listed(RESULTS.filter((one) => !status || one.status === status));
  },
  ...Object.fromEntries(
    RESULTS.map((
      { id },
      index,
    ) => [
      `GET ${API}/results/${id}`,
      (request: Request) => detail(index, new URL(request.url).searchParams.get("question_id")),
    ]),
  ),
  ...Object.fromEntries(
    ["e1", "e2", "e3"].map((id) => [`GET ${API}/results/${id}/rights`, rightsAnswer("amal")]),
  ),
  [`GET ${API}/results/e2/compare/e1`]: {
    ...{ a: { model_id: "gpt" }, b: { model_id: "echo" }, a_better: 4, b_better: 1, ties: 3 },
    ...{ mean_difference: 0.5, p_value: 0.03, significant: true },
    questions: [
      { question_id: "q1", score_a: 1, score_b: 0, difference: 1 },
      { question_id: "q2", score_a: 0, score_b: 0, difference: 0 },
    ],
  },
  [`GET ${API}/results/e2/labels`]: (request: Request) => labelling(request, []),
  [`GET ${API}/result-matrix`]: (request: Request) => matrix(new URL(request.url).searchParams),
  [`GET ${API}/benchmarks`]: [BENCHMARK],
  [`GET ${API}/benchmarks/arabic-grammar/content`]: { hash: "h1", source: "built_in", benchmark: WRITTEN },
  [`GET ${API}/benchmarks/arabic-grammar`]: {
    ...BENCHMARK,
    questions: [{ id: "q1", category: "grammar", question: "ما إعراب الكلمة؟", reference_answers: ["خبر"] }],
  },
};
