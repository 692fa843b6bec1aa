/** A benchmark as its editor holds it: what forms can show as fields, and what they cannot as JSON. */
import { lang } from "../../prefs.ts";

export const METHODS = [
  "multiple_choice",
  "exact_match",
  "quasi_exact_match",
  "contains",
  "numeric",
  "f1",
  "levenshtein",
  "regex",
  "json_match",
  "refusal",
  "constraints",
  "llm_judge",
  "pass_at_k",
] as const;
export type Method = typeof METHODS[number];

/** How answers become scores: a method and its options, which the service knows. */
export interface Scoring {
  method: Method;
  [option: string]: unknown;
}

export interface Question {
  id: string;
  input: unknown;
  target?: unknown;
  choices?: string[];
  labels?: string[];
  language?: string;
  category?: string;
  [other: string]: unknown;
}

export interface BenchmarkInput {
  id: string;
  version: string;
  name: string;
  description: string;
  category: string;
  languages: string[];
  license: string;
  system_prompt?: string;
  pass_score: number;
  scoring: Scoring;
  questions: Question[];
}

export interface ChoiceDraft {
  text: string;
  right: boolean;
}

export interface QuestionDraft {
  /** Tells it from others of the form. */
  key: number;
  id: string;
  input: string;
  language: string;
  category: string;
  choices: ChoiceDraft[];
  /** Accepted answers, one a line. */
  target: string;
  /** Fields that no form shows. */
  rest: Record<string, unknown>;
  /** The whole question as JSON, where fields cannot hold it or somebody wants it so. */
  json?: string;
}

export interface Draft {
  head: Omit<BenchmarkInput, "questions" | "pass_score" | "scoring"> & { pass_score: string };
  /** JSON, since each method has options of its own. */
  scoring: Scoring;
  questions: QuestionDraft[];
}

const LATIN = [..."ABCDEFGHIJ"];
const ARABIC = ["ا", "ب", "ج", "د", "ه", "و", "ز", "ح", "ط", "ي"];
export const MOST_CHOICES = LATIN.length;

let count = 0;

export function emptyDraft(): Draft {
  return {
    head: {
      ...{ id: "", version: "1", name: "", description: "", category: "general", languages: [] },
      ...{ license: "unknown", pass_score: "0.5" },
    },
    scoring: { method: "multiple_choice" },
    questions: [newQuestion([])],
  };
}

export function newQuestion(others: readonly QuestionDraft[]): QuestionDraft {
  const taken = new Set(others.map(({ id }) => id));
  let at = others.length + 1;
  while (taken.has(`q${at}`)) at++;
  const { language = lang.value, category = "" } = others.at(-1) ?? {};
  return { key: count++, id: `q${at}`, input: "", language, category, choices: [], target: "", rest: {} };
}

export function draftOf(benchmark: BenchmarkInput): Draft {
  const { questions, scoring, pass_score, ...head } = benchmark;
  return {
    head: { ...head, pass_score: String(pass_score) },
    scoring,
    questions: questions.map(questionDraft),
  };
}

/** The letter by which a choice is called unless it has a label. */
export const letterOf = (at: number): string => LATIN[at] ?? "";

export function questionDraft(question: Question): QuestionDraft {
  const { id, input, target, choices, language = "", category = "", ...rest } = question;
  const draft: QuestionDraft = {
    key: count++,
    ...{ id: String(id ?? ""), input: "", language, category, choices: [], target: "", rest },
  };
  const texts = target === undefined ? [] : Array.isArray(target) ? target : [target];
  const isFlat = typeof input === "string" &&
    texts.every((text): text is string => typeof text === "string" && !text.includes("\n"));
  const right = choices && isFlat ? texts.map((text) => placeOf(text, choices, rest.labels)) : [];
  if (!isFlat || right.includes(-1)) return { ...draft, json: JSON.stringify(question, null, 2) };
  if (!choices) return { ...draft, input, target: texts.join("\n") };
  return {
    ...draft,
    input,
    choices: choices.map((text, at) => ({ text, right: right.includes(at) })),
  };
}

function placeOf(target: string, choices: readonly string[], labels: unknown): number {
  const own = Array.isArray(labels) ? labels.indexOf(target) : -1;
  if (own >= 0) return own;
  const letter = target.trim().toUpperCase().replace(/[أإآ]/u, "ا").replaceAll("\u0640", "");
  const place = Math.max(LATIN.indexOf(letter), ARABIC.indexOf(letter));
  return place < choices.length ? place : -1;
}

/** A benchmark to be sent; throws SyntaxError with the place of JSON that is none. */
export function benchmarkOf(draft: Draft): BenchmarkInput {
  const { pass_score, system_prompt, ...head } = draft.head;
  return {
    ...head,
    ...system_prompt?.trim() ? { system_prompt } : {},
    pass_score: Number(pass_score),
    scoring: draft.scoring,
    questions: draft.questions.map(questionOf),
  };
}

export function questionOf(draft: QuestionDraft): Question {
  if (draft.json !== undefined) return JSON.parse(draft.json);
  const { id, input, language, category, choices, target, rest } = draft;
  const common = {
    ...{ id: id.trim(), input },
    ...language ? { language } : {},
    ...category.trim() ? { category: category.trim() } : {},
    ...rest,
  };
  if (choices.length === 0) {
    const lines = target.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    return { ...common, ...lines.length > 0 ? { target: lines.length === 1 ? lines[0] : lines } : {} };
  }
  const labels = Array.isArray(rest.labels) ? rest.labels : LATIN;
  const right = choices.flatMap((choice, at) => choice.right ? [labels[at]] : []);
  return {
    ...common,
    choices: choices.map(({ text }) => text),
    ...right.length > 0 ? { target: right.length === 1 ? right[0] : right } : {},
  };
}

/** Whether text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
