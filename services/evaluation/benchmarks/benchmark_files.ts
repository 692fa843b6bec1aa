import { z } from "zod";
import { Benchmark, BenchmarkHead, questionFault, scoringOf, withLanguages } from "./benchmark.ts";
import { Question } from "../scoring/question.ts";
import { CsvFault, readCsv } from "./csv.ts";
import { itemLines, lineOfError } from "./json_lines.ts";
import { csvQuestion, jsonlQuestion } from "./question_forms.ts";

export interface FileFault {
  file: string;
  line: number;
  message: string;
}

export type Loaded = { benchmark: Benchmark; faults?: undefined } | {
  benchmark?: undefined;
  faults: FileFault[];
};

const MOST_FAULTS = 20;

interface Row {
  line: number;
  value: unknown;
}

/** Reads one benchmark file by its ending (.json, .jsonl or .csv); every fault names the file and the line. */
export function readBenchmark(file: string, text: string): Loaded {
  const faults: FileFault[] = [];
  const fault = (line: number, message: string) => {
    if (faults.length < MOST_FAULTS) faults.push({ file, line, message });
  };
  const read = file.endsWith(".csv") ? readCsvFile : file.endsWith(".jsonl") ? readJsonlFile : readJsonFile;
  const parts = read(file, text.replace(/^\uFEFF/u, ""), fault);
  const benchmark = parts && assemble(parts.head, parts.rows, fault);
  return benchmark && faults.length === 0 ? { benchmark } : { faults };
}

type Fault = (line: number, message: string) => void;
type Parts = { head: Row; rows: Row[] } | undefined;

function assemble(head: Row, rows: Row[], fault: Fault): Benchmark | undefined {
  const parsedHead = BenchmarkHead.safeParse(head.value);
  if (!parsedHead.success) return void fault(head.line, describe(parsedHead.error));
  const seen = new Set<string>();
  const questions = rows.flatMap(({ line, value }) => {
    const parsed = Question.safeParse(value);
    if (!parsed.success) {
      fault(line, describe(parsed.error));
      return [];
    }
    const question = parsed.data;
    const wrong = seen.has(question.id)
      ? `the id ${question.id} is there twice`
      : questionFault(question, scoringOf(parsedHead.data, question))?.message;
    seen.add(question.id);
    if (wrong) fault(line, `question ${question.id}: ${wrong}`);
    return [question];
  });
  if (rows.length === 0) return void fault(1, "no questions");
  const benchmark = Benchmark.safeParse({ ...parsedHead.data, questions });
  return benchmark.success ? withLanguages(benchmark.data) : undefined;
}

function describe(error: z.ZodError): string {
  return error.issues.slice(0, 3).map((issue) => `${issue.path.join(".") || "value"}: ${issue.message}`).join(
    "; ",
  );
}

function readJsonFile(_file: string, text: string, fault: Fault): Parts {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return void fault(lineOfError(text, error), "not JSON");
  }
  const whole = z.looseObject({ questions: z.array(z.unknown()) }).safeParse(value);
  if (!whole.success) return void fault(1, "an object with a list of questions is expected");
  const { questions, ...head } = whole.data;
  const lines = itemLines(text, "questions");
  return {
    head: { line: 1, value: head },
    rows: questions.map((item, at) => ({ line: lines[at] ?? 1, value: item })),
  };
}

function readJsonlFile(file: string, text: string, fault: Fault): Parts {
  const rows: Row[] = [];
  for (const [at, written] of text.split("\n").entries()) {
    if (written.trim() === "") continue;
    try {
      rows.push({ line: at + 1, value: JSON.parse(written) });
    } catch {
      fault(at + 1, "not JSON");
    }
  }
  const first = z.object({ benchmark: z.looseObject({}) }).safeParse(rows[0]?.value);
  const own = first.success ? first.data.benchmark : {};
  const items = first.success ? rows.slice(1) : rows;
  const questions = items.map(({ line, value }, at) => ({
    line,
    value: jsonlQuestion(value, at, fault, line),
  }));
  const head = { ...defaultHead(file, questions), ...own };
  return { head: { line: 1, value: head }, rows: questions.filter(({ value }) => value !== undefined) };
}

function readCsvFile(file: string, text: string, fault: Fault): Parts {
  try {
    const [first, ...rest] = readCsv(text);
    if (!first) return void fault(1, "no questions");
    const names = first.cells.map((cell) => cell.trim());
    const headed = names.some((name) => ["question", "input", "prompt"].includes(name.toLowerCase()));
    // MMLU's own files have no heading: question, choices, answer.
    const columns = headed
      ? names
      : ["question", ...names.slice(2).map((_, at) => "ABCDEFGHIJ"[at] ?? ""), "answer"];
    const rows = (headed ? rest : [first, ...rest]).map(({ line, cells }, at) => ({
      line,
      value: csvQuestion(columns, cells, at, (message) => fault(line, message)),
    }));
    return {
      head: { line: 1, value: defaultHead(file, rows) },
      rows: rows.filter(({ value }) => value !== undefined),
    };
  } catch (error) {
    if (error instanceof CsvFault) return void fault(error.line, error.message);
    throw error;
  }
}

function defaultHead(file: string, rows: Row[]): Record<string, unknown> {
  const name = file.replace(/^.*\//u, "").replace(/\.[a-z]+$/iu, "");
  const choices = rows.some(({ value }) =>
    z.object({ choices: z.array(z.unknown()) }).safeParse(value).success
  );
  return {
    id: name.toLowerCase().replace(/[^a-z0-9._-]+/gu, "-").replace(/^[^a-z0-9]+/u, ""),
    name,
    scoring: { method: choices ? "multiple_choice" : "quasi_exact_match" },
  };
}
