import { BYTE_ORDER_MARK, csvLine } from "lib/csv.ts";
import type { QuestionResult, ResultDetail } from "./result_detail.ts";

const COLUMNS = [
  "question_id",
  "epoch",
  "language",
  "category",
  "topic",
  "question",
  "model_response",
  "reference_answer",
  "extracted_answer",
  "score",
  "passed",
  "scoring_method",
  "scoring_rule",
  "status",
  "error",
  "latency_ms",
  "prompt_tokens",
  "completion_tokens",
  "total_tokens",
] as const satisfies (keyof QuestionResult)[];

function cell(value: QuestionResult[(typeof COLUMNS)[number]]): string | number | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}

/** One line a question; the mark at the start tells spreadsheets that Arabic follows. */
export function toCsv({ results }: ResultDetail): string {
  const lines = results.map((result) => csvLine(COLUMNS.map((name) => cell(result[name]))));
  return `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}${lines.join("")}`;
}

/** The summary on the first line, then one line a question. */
export function toJsonl({ results, ...summary }: ResultDetail): string {
  return [{ type: "result", ...summary }, ...results.map((result) => ({ type: "question", ...result }))]
    .map((line) => `${JSON.stringify(line)}\n`).join("");
}
