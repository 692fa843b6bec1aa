import { z } from "zod";
import { textOf } from "lib/text.ts";
import { foldLabel, labelOf } from "../scoring/choice_labels.ts";
import { numbersIn } from "../scoring/numbers.ts";
import { patternFault } from "../scoring/pattern.ts";
import { choicesOf, Question, referencesOf } from "../scoring/question.ts";
import { baseOf, Scoring } from "../scoring/scoring.ts";

const Id = z.string().min(1).max(100).regex(
  /^[a-z0-9][a-z0-9._-]*$/,
  "lower-case letters, digits, . _ and - only",
);
export const BenchmarkHead = z.strictObject({
  id: Id,
  version: textOf({ min: 1, max: 50 }).default("1"),
  name: textOf({ min: 1, max: 200 }),
  description: z.string().max(5000).default(""),
  category: textOf({ min: 1, max: 100 }).default("general"),
  languages: z.array(z.string().min(2).max(10)).default([]),
  license: z.string().max(200).default("unknown"),
  system_prompt: z.string().max(20_000).optional(),
  pass_score: z.number().min(0).max(1).default(0.5),
  scoring: Scoring,
});
export type BenchmarkHead = z.output<typeof BenchmarkHead>;

export const Benchmark = BenchmarkHead.extend({ questions: z.array(Question).min(1).max(100_000) });
export type Benchmark = z.output<typeof Benchmark>;

export function scoringOf(benchmark: BenchmarkHead, question: Question): Scoring {
  return question.scoring ?? benchmark.scoring;
}

/** A fault of a question: the field, a code for programs and a sentence. */
export interface QuestionFault {
  field: keyof Question;
  code: string;
  message: string;
}

/** Why a question cannot be scored; undefined when it can. */
export function questionFault(question: Question, scoring: Scoring): QuestionFault | undefined {
  const references = referencesOf(question);
  const base = baseOf(scoring);
  if (question.labels && question.labels.length !== question.choices?.length) {
    return { field: "labels", code: "labels_number", message: "labels and choices differ in number" };
  }
  if (base.method === "constraints") {
    return question.checks || base.checks
      ? undefined
      : { field: "checks", code: "checks_missing", message: "checks are missing" };
  }
  if (question.target === undefined || references.length === 0) {
    return { field: "target", code: "target_missing", message: "target is missing" };
  }
  return targetFault(base.method, question, references);
}

function targetFault(
  method: string,
  question: Question,
  references: string[],
): QuestionFault | undefined {
  const target = (code: string, message: string): QuestionFault => ({ field: "target", code, message });
  if (method === "multiple_choice") return choicesFault(question, references);
  if (method === "numeric" && references.some((reference) => numbersIn(reference).length === 0)) {
    return target("target_no_number", "target is not a number");
  }
  if (method === "refusal" && !["refuse", "answer"].includes(references[0] ?? "")) {
    return target("target_no_refusal", "target has to be refuse or answer");
  }
  const fault = method === "regex" ? references.map(patternFault).find((fault) => fault) : undefined;
  return fault === undefined ? undefined : target("target_pattern", `target: ${fault}`);
}

function choicesFault(question: Question, references: string[]): QuestionFault | undefined {
  const labels = choicesOf(question).map((choice) => foldLabel(choice.label));
  if (labels.length === 0) {
    return { field: "choices", code: "choices_missing", message: "choices are missing" };
  }
  if (new Set(labels).size !== labels.length) {
    return { field: "choices", code: "labels_twice", message: "two choices have one label" };
  }
  const unknown = references.find((reference) => labelOf(reference, choicesOf(question)) === undefined);
  return unknown === undefined ? undefined : {
    field: "target",
    code: "target_no_label",
    message: `target ${unknown} is not among the labels ${labels.join(" ")}`,
  };
}

/** Questions say their language; the benchmark's own list is filled from them where it has none. */
export function withLanguages(benchmark: Benchmark): Benchmark {
  if (benchmark.languages.length > 0) return benchmark;
  const languages = new Set(benchmark.questions.flatMap((question) => question.language ?? []));
  return { ...benchmark, languages: [...languages].sort() };
}

/** A question's own category, else its benchmark's. */
export function categoryOf(benchmark: BenchmarkHead, question: Question): string {
  return question.category ?? benchmark.category;
}

/** A question's own language, else the first of its benchmark's. */
export function languageOf(benchmark: BenchmarkHead, question: Question): string {
  return question.language ?? benchmark.languages[0] ?? "und";
}

/** A hash of the content: the same questions and scoring give the same hash, whatever the file's layout. */
export async function hashOf(benchmark: Benchmark): Promise<string> {
  const bytes = new TextEncoder().encode(canonical(benchmark));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(digest).toHex();
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
