import type { Logger } from "lib/telemetry/log.ts";
import type { Provider } from "lib/providers/provider.ts";
import type { Benchmark } from "../benchmarks/benchmark.ts";
import type { Prices } from "../env.ts";
import type { AnswerStore } from "../results/answers_store.ts";
import type { Evaluation } from "../results/evaluation.ts";
import type { LabelStore } from "../labels/labels_store.ts";
import type { EvaluationStore } from "../results/evaluations_store.ts";
import type { Question } from "../scoring/question.ts";
import type { Gate } from "./rate_limit_gate.ts";

/** The provider of a model, and its rate-limit gate. */
export interface ProviderAccess {
  provider: Provider;
  gate: Gate;
}

export interface EvaluateDeps {
  evaluations: EvaluationStore;
  answers: AnswerStore;
  labels: LabelStore;
  reach(provider: string): ProviderAccess;
  settings: { timeoutMs: number; width: number; prices: Prices };
  log: Logger;
}

export interface Signals {
  /** Aborts all work: cancelled, or the lease was lost. */
  abort: AbortSignal;
  /** No new question is asked; those under way may end. */
  stop: AbortSignal;
}

/** The evaluation under work and its dependencies. */
export interface EvaluationWork extends Signals {
  evaluation: Evaluation;
  benchmark: Benchmark;
  questions: Map<string, Question>;
  claim: number;
  deps: EvaluateDeps;
}

/** Another worker has the evaluation now, or it was cancelled. */
export class ClaimLost extends Error {}
