import type { Benchmark } from "./benchmark.ts";
import type { Question } from "../scoring/question.ts";
import { seeded, shuffled } from "../statistics/statistics.ts";

/** One question in one epoch. */
export interface Item {
  question: Question;
  epoch: number;
}

export interface Selection {
  question_limit: number | null;
  seed: number | null;
  epochs: number;
}

/** The questions of a run: all, or the first `question_limit` of the file, or that many drawn by `seed`. */
export function selectQuestions(benchmark: Benchmark, { question_limit, seed }: Selection): Question[] {
  const order = seed === null ? benchmark.questions : shuffled(benchmark.questions, seeded(seed));
  return order.slice(0, question_limit ?? order.length);
}

/** Every question once an epoch; the same selection always gives the same items. */
export function itemsOf(benchmark: Benchmark, selection: Selection): Item[] {
  const questions = selectQuestions(benchmark, selection);
  return Array.from(
    { length: selection.epochs },
    (_, at) => questions.map((question) => ({ question, epoch: at + 1 })),
  )
    .flat();
}

/** Names an item within its evaluation. */
export function itemKey(question_id: string, epoch: number): string {
  return `${epoch} ${question_id}`;
}
