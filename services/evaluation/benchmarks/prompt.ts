import { type Benchmark, scoringOf } from "./benchmark.ts";
import { choicesOf, type Message, type Question } from "../scoring/question.ts";
import { baseOf } from "../scoring/scoring.ts";

/** Must change with the wording below, since results of different wordings are not comparable. */
export const PROMPT_VERSION = "1";

type Wording = (labels: string) => string;

const FORMATS: Record<string, Partial<Record<string, Wording>>> = {
  en: {
    multiple_choice: (labels) => `End with a line of the form "ANSWER: X", where X is one of ${labels}.`,
    numeric: () => 'End with a line of the form "ANSWER: number".',
    quasi_exact_match: () => "Answer with the answer alone, without explanation.",
    exact_match: () => "Answer with the answer alone, without explanation.",
    f1: () => "Answer with a few words of the text, without explanation.",
    levenshtein: () => "Answer with the answer alone, without explanation.",
    json_match: () => "Answer with JSON only.",
  },
  ar: {
    multiple_choice: (labels) => `اختم إجابتك بسطر على صورة «ANSWER: X» حيث X أحد هذه الرموز: ${labels}.`,
    numeric: () => "اختم إجابتك بسطر على صورة «ANSWER: العدد».",
    quasi_exact_match: () => "اكتب الإجابة وحدها دون شرح.",
    exact_match: () => "اكتب الإجابة وحدها دون شرح.",
    f1: () => "أجب بكلمات قليلة من النص دون شرح.",
    levenshtein: () => "اكتب الإجابة وحدها دون شرح.",
    json_match: () => "أجب بكائن أو قائمة JSON فقط.",
  },
};

/** The messages that a model is sent for a question. Messages of a file are sent as they are. */
export function promptOf(benchmark: Benchmark, question: Question): Message[] {
  if (typeof question.input !== "string") {
    const own = question.input.some((message) => message.role === "system" || message.role === "developer");
    return own ? question.input : [...system(benchmark), ...question.input];
  }
  const choices = choicesOf(question);
  const parts = [
    question.input,
    choices.map((choice) => `${choice.label}) ${choice.text}`).join("\n"),
    formatOf(benchmark, question, choices.map((choice) => choice.label)),
  ];
  return [...system(benchmark), { role: "user", content: parts.filter((part) => part).join("\n\n") }];
}

function system(benchmark: Benchmark): Message[] {
  return benchmark.system_prompt ? [{ role: "system", content: benchmark.system_prompt }] : [];
}

function formatOf(benchmark: Benchmark, question: Question, labels: string[]): string {
  const wordings = FORMATS[question.language ?? benchmark.languages[0] ?? "en"] ?? FORMATS.en;
  return wordings?.[baseOf(scoringOf(benchmark, question)).method]?.(labels.join(", ")) ?? "";
}
