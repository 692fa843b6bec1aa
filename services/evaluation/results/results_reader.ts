import { notFound, wrongState } from "lib/errors.ts";
import type { AnswerStore } from "./answers_store.ts";
import { compareScores, type Comparison } from "./comparison.ts";
import type { ResultSummary } from "./evaluation.ts";
import type { EvaluationStore } from "./evaluations_store.ts";
import { detailOfResult, type ResultDetail } from "./result_detail.ts";
import { questionScores, type ScoredQuestion } from "./totals.ts";

export interface ResultsReader {
  detail(id: string): Promise<ResultDetail>;
  compare(a: string, b: string): Promise<Comparison>;
}

/** Puts results together from the stores; what does not exist is a 404. */
export function resultsReader(evaluations: EvaluationStore, answers: AnswerStore): ResultsReader {
  async function summary(id: string): Promise<ResultSummary> {
    const found = await evaluations.find(id);
    if (!found) throw notFound("Result");
    return found;
  }

  async function scoresOf(result: ResultSummary): Promise<ScoredQuestion[]> {
    const benchmark = await evaluations.benchmark(result.benchmark_hash);
    if (!benchmark) throw notFound("Benchmark");
    const selection = { question_limit: result.limit, seed: result.seed, epochs: result.epochs };
    return questionScores(benchmark, selection, await answers.itemScores(result.id));
  }

  return {
    async detail(id) {
      const found = await summary(id);
      const benchmark = await evaluations.benchmark(found.benchmark_hash);
      if (!benchmark) throw notFound("Benchmark");
      const [given, scores] = [await answers.list(id), await answers.scores(id)];
      return detailOfResult({ summary: found, benchmark, answers: given, scores });
    },

    async compare(a, b) {
      const [left, right] = [await summary(a), await summary(b)];
      if (left.benchmark_hash !== right.benchmark_hash) {
        throw wrongState(
          "The results are of different benchmarks or benchmark versions, so they cannot be compared",
        );
      }
      return {
        benchmark_id: left.benchmark_id,
        benchmark_version: left.benchmark_version,
        a: side(left),
        b: side(right),
        ...compareScores(await scoresOf(left), await scoresOf(right)),
      };
    },
  };
}

function side({ id, model_id, provider, overall_score }: ResultSummary): Comparison["a"] {
  return { eval_id: id, model_id, provider, overall_score };
}
