import { notFound, wrongState } from "lib/errors.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import type { AnswerStore } from "./answers_store.ts";
import { compareScores, type Comparison } from "./comparison.ts";
import type { ResultSummary } from "./evaluation.ts";
import type { EvaluationStore } from "./evaluations_store.ts";
import type { ResultAccess } from "./result_access.ts";
import { detailOfResult, type ResultDetail } from "./result_detail.ts";
import { questionScores, type ScoredQuestion } from "./totals.ts";

/** Some of the questions of a result; all where nothing is said, none for a limit of 0. */
export interface QuestionPage {
  question_id?: string;
  skip?: number;
  limit?: number;
}

export interface ResultsReader {
  detail(caller: Caller, id: string, page?: QuestionPage): Promise<ResultDetail>;
  compare(caller: Caller, a: string, b: string): Promise<Comparison>;
}

/** Puts results together from the stores; a missing one, or one that the caller may not read, is a 404. */
export function resultsReader(
  { evaluations, answers, access }: {
    evaluations: EvaluationStore;
    answers: AnswerStore;
    access: ResultAccess;
  },
): ResultsReader {
  async function scoresOf(result: ResultSummary): Promise<ScoredQuestion[]> {
    const benchmark = await evaluations.benchmark(result.benchmark_hash);
    if (!benchmark) throw notFound("Benchmark");
    const selection = { question_limit: result.limit, seed: result.seed, epochs: result.epochs };
    return questionScores(benchmark, selection, await answers.itemScores(result.id));
  }

  return {
    async detail(caller, id, { skip = 0, limit, question_id } = {}) {
      const summary = await access(caller, id, "read");
      const benchmark = await evaluations.benchmark(summary.benchmark_hash);
      if (!benchmark) throw notFound("Benchmark");
      // Pollers ask for no questions, whose answers are most of a result's size.
      const given = limit === 0 ? [] : await answers.list(id, question_id);
      const scores = await answers.scores(id);
      const detail = detailOfResult({ summary, benchmark, answers: given, scores });
      const asked = question_id === undefined
        ? detail.results
        : detail.results.filter((result) => result.question_id === question_id);
      const end = limit === undefined ? undefined : skip + limit;
      return { ...detail, results: asked.slice(skip, end) };
    },

    async compare(caller, a, b) {
      const [left, right] = [await access(caller, a, "read"), await access(caller, b, "read")];
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
