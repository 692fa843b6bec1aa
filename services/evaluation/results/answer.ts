import type { Message } from "../scoring/question.ts";

/** The answer of a provider to one question, or its failure. */
export interface Reply {
  status: "answered" | "error" | "timeout";
  response: string | null;
  error: string | null;
  finish_reason: string | null;
  response_model: string | null;
  latency_ms: number | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  total_tokens: number | null;
  tries: number;
}

export interface StoredAnswer extends Reply {
  question_id: string;
  epoch: number;
  prompt: Message[];
  asked_at: string;
}

/** The answer of the first epoch to a question, perhaps cut. */
export type FirstAnswer = Pick<StoredAnswer, "question_id" | "status" | "response" | "error">;

export interface StoredScore {
  question_id: string;
  epoch: number;
  method: string;
  score: number | null;
  extracted: string | null;
  rule: string;
  explanation: string | null;
  judge_model: string | null;
}

/** A score as it counts: people's label before the machine's. */
export interface CountedScore extends StoredScore {
  machine_score: number | null;
  from_label: boolean;
}

/** Sums over the answers of an evaluation; null where no answer said how many tokens it took. */
export interface Usage {
  answered: number;
  avg_latency_ms: number | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  total_tokens: number | null;
}

/** The score of one answer without its explanation. */
export type ItemScore = Pick<StoredScore, "question_id" | "epoch" | "score">;

/** The score of one answer by people's labels. */
export interface LabelScore {
  question_id: string;
  epoch: number;
  score: number;
}

/** A reason for answers to have no score, and how many it holds for. */
export interface Reason {
  reason: string;
  count: number;
}
