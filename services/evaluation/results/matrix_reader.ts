import { BYTE_ORDER_MARK, csvLine } from "lib/csv.ts";
import { notFound, wrongState } from "lib/errors.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import { type Benchmark, categoryOf } from "../benchmarks/benchmark.ts";
import type { FirstAnswer } from "./answer.ts";
import type { AnswerStore } from "./answers_store.ts";
import type { EvaluationStore } from "./evaluations_store.ts";
import {
  columnsOf,
  isShown,
  type Line,
  linesOf,
  type Matrix,
  type MatrixFilter,
  type MatrixRow,
  type MatrixSource,
  rowOf,
} from "./matrix.ts";
import type { ResultAccess } from "./result_access.ts";
import { questionScores } from "./totals.ts";

const SHORT = 300;
// A page of rows for a file; more at once would hold all answers of all results.
const CSV_ROWS = 500;

export interface MatrixReader {
  page(caller: Caller, filter: MatrixFilter, page: { skip: number; limit: number }): Promise<Matrix>;
  /** The whole table as CSV, piece by piece, with whole answers. */
  csv(caller: Caller, filter: MatrixFilter): Promise<ReadableStream<Uint8Array>>;
}

interface Table {
  benchmark: Benchmark;
  sources: MatrixSource[];
  /** The lines of the category, and those of them that the filter shows. */
  lines: Line[];
  shown: Line[];
}

/** Puts the answers of several results of one benchmark side by side; 404 for any that the caller may not read. */
export function matrixReader({ evaluations, answers, access }: {
  evaluations: EvaluationStore;
  answers: AnswerStore;
  access: ResultAccess;
}): MatrixReader {
  async function tableOf(caller: Caller, { results, show, category }: MatrixFilter): Promise<Table> {
    const summaries = [];
    for (const id of results) summaries.push(await access(caller, id, "read"));
    const hashes = new Set(summaries.map(({ benchmark_hash }) => benchmark_hash));
    const [hash = ""] = hashes;
    if (hashes.size > 1) throw wrongState("The results are of different benchmarks or benchmark versions");
    const benchmark = await evaluations.benchmark(hash);
    if (!benchmark) throw notFound("Benchmark");
    const sources: MatrixSource[] = [];
    for (const summary of summaries) {
      const selection = { question_limit: summary.limit, seed: summary.seed, epochs: summary.epochs };
      const scores = questionScores(benchmark, selection, await answers.itemScores(summary.id));
      sources.push({ summary, scores });
    }
    const lines = linesOf(benchmark, sources).filter(({ question }) =>
      category === undefined || categoryOf(benchmark, question) === category
    );
    return { benchmark, sources, lines, shown: lines.filter((line) => isShown(line, show)) };
  }

  async function rowsOf({ benchmark, sources }: Table, lines: Line[], most?: number): Promise<MatrixRow[]> {
    const ids = lines.map(({ question }) => question.id);
    const given: Map<string, FirstAnswer>[] = [];
    for (const { summary } of sources) {
      const list = await answers.firstAnswers(summary.id, ids, most);
      given.push(new Map(list.map((answer) => [answer.question_id, answer])));
    }
    return lines.map((line) => rowOf(benchmark, line, given));
  }

  return {
    async page(caller, filter, { skip, limit }) {
      const table = await tableOf(caller, filter);
      const { benchmark, sources, lines, shown } = table;
      return {
        benchmark_id: benchmark.id,
        benchmark_name: benchmark.name,
        benchmark_version: benchmark.version,
        categories: [...new Set(benchmark.questions.map((question) => categoryOf(benchmark, question)))]
          .sort(),
        columns: columnsOf(sources, lines),
        total: shown.length,
        rows: await rowsOf(table, shown.slice(skip, skip + limit), SHORT),
      };
    },

    async csv(caller, filter) {
      const table = await tableOf(caller, filter);
      return ReadableStream.from(piecesOf(table, (lines) => rowsOf(table, lines))).pipeThrough(
        new TextEncoderStream(),
      );
    },
  };
}

async function* piecesOf(
  { sources, shown }: Table,
  rowsOf: (lines: Line[]) => Promise<MatrixRow[]>,
): AsyncGenerator<string> {
  const heads = sources.flatMap(({ summary }) =>
    ["score", "passed", "answer"].map((name) => `${summary.model_id} ${summary.id.slice(-4)} ${name}`)
  );
  yield `${BYTE_ORDER_MARK}${csvLine(["question_id", "category", "language", "question", ...heads])}`;
  for (let at = 0; at < shown.length; at += CSV_ROWS) {
    const rows = await rowsOf(shown.slice(at, at + CSV_ROWS));
    yield rows.map(({ question_id, category, language, question, cells }) => {
      const values = cells.flatMap(({ score, passed, answer }) => [
        score,
        passed === null ? null : String(passed),
        answer,
      ]);
      return csvLine([question_id, category, language, question, ...values]);
    }).join("");
  }
}
