/** Reads large bids in a separate thread. */
import { answerQuestions } from "lib/workers/answer_questions.ts";
import { complianceReader } from "./compliance.ts";
import { evaluate, type Evaluated } from "./evaluate.ts";
import type { Inputs } from "./evaluation.ts";
import type { RequirementFinding } from "./requirements/requirement_finding.ts";

export type EvaluatorQuestion =
  | { work: "evaluate"; inputs: Inputs }
  | { work: "compliance"; tender: Inputs["tender"]; bid: Inputs["bids"][number] };

export type EvaluatorAnswer = { evaluated: Evaluated } | { findings: RequirementFinding[] };

answerQuestions((question: EvaluatorQuestion): EvaluatorAnswer =>
  question.work === "evaluate"
    ? { evaluated: evaluate(question.inputs) }
    : { findings: complianceReader(question.tender)(question.bid) }
);
