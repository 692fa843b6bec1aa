import { z } from "zod";
import type { Choice } from "../scoring/choice.ts";
import { defaultLabels, foldLabel } from "../scoring/choice_labels.ts";

const Common = {
  id: z.union([z.string(), z.number()]).optional(),
  language: z.string().optional(),
  category: z.string().optional(),
  topic: z.string().optional(),
  scoring: z.unknown().optional(),
  checks: z.unknown().optional(),
  labels: z.array(z.string()).optional(),
  metadata: z.record(z.string(), z.json()).nullish(),
};
const Text = z.union([z.string(), z.array(z.looseObject({ role: z.string(), content: z.string() }))]);
const References = z.union([
  z.string(),
  z.number(),
  z.array(z.union([z.string(), z.number()])),
  z.looseObject({}),
]);

/** openai/evals: `{"input": …, "ideal": …}`. */
const OpenAiForm = z.object({ ...Common, input: Text, ideal: References });
/** inspect_ai: `{"input": …, "target": …, "choices": […], "id": …, "metadata": {…}}`. */
const InspectForm = z.object({
  ...Common,
  input: Text,
  target: References.optional(),
  choices: z.array(z.string()).nullish(),
});
/** Files of lm-evaluation-harness tasks: `{"question": …, "choices": […], "answer": 2}`, GSM8K's without choices. */
const HarnessForm = z.object({
  ...Common,
  question: z.string(),
  choices: z.array(z.string()).optional(),
  answer: z.union([z.string(), z.number()]),
});

type Fault = (line: number, message: string) => void;

/**
 * A question from a JSONL value in any supported form; undefined, with the fault reported, for other forms.
 */
export function jsonlQuestion(value: unknown, at: number, fault: Fault, line: number): unknown {
  const openai = OpenAiForm.safeParse(value);
  if (openai.success) {
    const { ideal, input, ...rest } = openai.data;
    return { ...common(rest, at), input: pickInput(input), target: texts(ideal) };
  }
  const inspect = InspectForm.safeParse(value);
  if (inspect.success) {
    const { input, target, choices, ...rest } = inspect.data;
    return {
      ...common(rest, at),
      input: pickInput(input),
      ...(choices ? { choices } : {}),
      ...(target === undefined ? {} : { target: choices ? target : texts(target) }),
    };
  }
  const harness = HarnessForm.safeParse(value);
  if (harness.success) return harnessQuestion(harness.data, at);
  fault(line, "none of the known forms: input and ideal, input and target, or question and answer");
  return undefined;
}

function harnessQuestion(data: z.output<typeof HarnessForm>, at: number): unknown {
  const { question, choices, answer, ...rest } = data;
  if (!choices) {
    // GSM8K ends its worked answers with "#### 72".
    const final = String(answer).match(/####\s*(\S.*)$/u)?.[1];
    const scoring = final === undefined ? {} : { scoring: { method: "numeric" } };
    return { ...scoring, ...common(rest, at), input: question, target: final ?? String(answer) };
  }
  const labels = rest.labels ?? defaultLabels(rest.language ?? "en", choices.length);
  const target = typeof answer === "number" ? labels[answer] ?? String(answer) : answer;
  return { ...common(rest, at), input: question, choices, target };
}

function common(rest: Record<string, unknown>, at: number): Record<string, unknown> {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);
  const { id, ...others } = Object.fromEntries(given);
  return { id: id === undefined ? String(at + 1) : String(id), ...others };
}

function pickInput(input: z.output<typeof Text>): unknown {
  return typeof input === "string" ? input : input.map(({ role, content }) => ({ role, content }));
}

function texts(reference: z.output<typeof References>): unknown {
  if (typeof reference === "number") return String(reference);
  return Array.isArray(reference) ? reference.map(String) : reference;
}

/** A question from one CSV row: `question,A,B,C,D,answer`, or `input,target` with optional further columns. */
export function csvQuestion(
  columns: string[],
  cells: string[],
  at: number,
  fault: (message: string) => void,
): unknown {
  if (cells.length !== columns.length) {
    return fault(`${cells.length} cells where ${columns.length} are expected`);
  }
  const row = new Map(columns.map((name, column) => [name.toLowerCase(), cells[column]?.trim() ?? ""]));
  const input = row.get("question") ?? row.get("input") ?? row.get("prompt");
  const target = row.get("answer") ?? row.get("target") ?? row.get("ideal");
  if (!input) return fault("the question is empty");
  if (!target) return fault("the answer is empty");
  const choices = choiceCells(columns, cells);
  const rest = { id: row.get("id"), language: row.get("language"), category: row.get("category") };
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  if (choices.length === 0) return { ...common(given, at), input, target };
  return {
    ...common(given, at),
    input,
    choices: choices.map((choice) => choice.text),
    labels: choices.map((choice) => choice.label),
    target: choices.find((choice) => foldLabel(choice.label) === foldLabel(target))?.label ?? target,
  };
}

/** Columns named by one letter, Latin or Arabic, are choices; empty cells are choices the question does not have. */
function choiceCells(columns: string[], cells: string[]): Choice[] {
  return columns.flatMap((name, column) => {
    const text = cells[column]?.trim();
    return text && /^\p{L}\u0640?$/u.test(name) ? [{ label: name, text }] : [];
  });
}
