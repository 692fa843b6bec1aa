import { z } from "zod";
import { textOf } from "lib/text.ts";
import type { Json } from "lib/providers/model_json.ts";
import type { Choice } from "./choice.ts";
import { defaultLabels } from "./choice_labels.ts";
import { Check } from "./constraints.ts";
import { Scoring } from "./scoring.ts";

const MOST_DEEP = 64;

// zod's own z.json() has no end in an OpenAPI document, and none to its recursion either.
const JsonValue: z.ZodType<Json> = z.any().refine(isShallow, `nested deeper than ${MOST_DEEP} levels`)
  .meta({ description: "any JSON value" });

function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MOST_DEEP; depth++) {
    level = level.flatMap((value) => typeof value === "object" && value !== null ? Object.values(value) : []);
    if (level.length === 0) return true;
  }
  return false;
}

/** Any JSON value in a response. */
export const AnyJson = z.unknown().meta({ description: "any JSON value" });

export const Message = z.object({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: z.string().max(200_000),
});
export type Message = z.output<typeof Message>;

export const Question = z.strictObject({
  id: z.string().min(1).max(200),
  input: z.union([textOf({ min: 1, max: 200_000 }), z.array(Message).min(1).max(100)]),
  target: JsonValue.optional().describe("the reference answer; a list of texts where several are right"),
  choices: z.array(z.string().min(1)).min(2).max(10).optional(),
  labels: z.array(z.string().min(1).max(3)).optional().describe(
    "the letters of the choices; absent: A, B, … or أ, ب, …",
  ),
  checks: z.array(Check).min(1).optional(),
  language: z.string().min(2).max(10).optional(),
  category: textOf({ min: 1, max: 100 }).optional(),
  topic: textOf({ min: 1, max: 100 }).optional(),
  scoring: Scoring.optional(),
  metadata: z.record(z.string(), JsonValue).optional().describe(
    "kept with the question, for whoever wrote it",
  ),
}).meta({ id: "Question" });
export type Question = z.output<typeof Question>;

/** The reference answers as texts. */
export function referencesOf(question: Question): string[] {
  const { target } = question;
  if (target === undefined || target === null) return [];
  const all = Array.isArray(target) ? target : [target];
  return all.map((item) => typeof item === "string" ? item : JSON.stringify(item));
}

const CHOICES = new WeakMap<Question, Choice[]>();

/** The choices with their labels; always the same list object, so that derived data can be cached. */
export function choicesOf(question: Question): Choice[] {
  const known = CHOICES.get(question);
  if (known) return known;
  const fresh = labelledChoices(question);
  CHOICES.set(question, fresh);
  return fresh;
}

function labelledChoices(question: Question): Choice[] {
  const choices = question.choices ?? [];
  const labels = question.labels ?? defaultLabels(question.language ?? "en", choices.length);
  return choices.map((text, at) => ({ label: labels[at] ?? String(at + 1), text }));
}

/** The text of a question, for people and judges. */
export function questionText(question: Question): string {
  return typeof question.input === "string"
    ? question.input
    : question.input.map((message) => message.content).join("\n\n");
}
