import { z } from "zod";
import { Question } from "./question.ts";
import { readGrade } from "./judge.ts";
import { scoreAnswer } from "./score.ts";
import { BaseScoring } from "./scoring.ts";
import type { Verdict } from "./verdict.ts";

/** An answer with the score that a careful person gives it; null where a person could not decide either. */
const Vector = z.strictObject({
  id: z.string(),
  kind: z.enum(["choice", "exact", "numeric", "json", "judge", "code"]),
  language: z.enum(["en", "ar"]),
  scoring: BaseScoring,
  question: Question.partial(),
  target: z.json(),
  response: z.string(),
  expected: z.number().nullable(),
});
export type Vector = z.output<typeof Vector>;

export const VECTOR_FILES = [
  "tuning",
  "held_out",
  "harder",
  "unseen",
  "fresh",
  "later",
  "others",
  "plain",
  "last",
  "blind",
  "second_blind",
  "third_blind",
  "kinds",
] as const;
export type VectorFile = typeof VECTOR_FILES[number];

/** Reads a file of vectors, one JSON object a line. */
export async function readVectors(name: VectorFile): Promise<Vector[]> {
  const lines = await Deno.readTextFile(new URL(`./vectors/${name}.jsonl`, import.meta.url));
  return lines.trim().split("\n").map((line) => Vector.parse(JSON.parse(line)));
}

/** Scores one vector as a run would. */
export function scoreVector({ id, language, scoring, question, target, response }: Vector): Verdict {
  if (scoring.method === "llm_judge") return readGrade(response, scoring.partial_credit);
  const asked = Question.parse({ input: "?", ...question, id, language, target });
  return scoreAnswer({ text: response }, asked, scoring);
}

/** How the scores of a set compare with a person's: equal, withheld, or wrong. */
export interface Agreement {
  right: Vector[];
  withheld: Vector[];
  wrong: Vector[];
}

export function vectorAgreement(vectors: Vector[]): Agreement {
  const agreement: Agreement = { right: [], withheld: [], wrong: [] };
  for (const vector of vectors) {
    const { score } = scoreVector(vector);
    agreement[score === vector.expected ? "right" : score === null ? "withheld" : "wrong"].push(vector);
  }
  return agreement;
}
