import { withoutThinking } from "./answer_line.ts";
import { multipleChoice } from "./choice.ts";
import { constraints } from "./constraints.ts";
import { withoutContinuation } from "./continuation.ts";
import { jsonMatch } from "./json_match.ts";
import { levenshtein } from "./levenshtein.ts";
import { containsText, exactMatch, f1, quasiExactMatch } from "./match.ts";
import { numeric } from "./numeric.ts";
import { matchPattern } from "./pattern.ts";
import { refusal } from "./refusal.ts";
import type { BaseScoring } from "./scoring.ts";
import { type Answer, unscoredVerdict, type Verdict } from "./verdict.ts";
import { choicesOf, type Question, questionText, referencesOf } from "./question.ts";

type Ruled = Exclude<BaseScoring, { method: "llm_judge" }>;

/** Methods that look for the answer in a text; the others compare or search all of it. */
const FINDS_ANSWER: ReadonlySet<Ruled["method"]> = new Set([
  "multiple_choice",
  "numeric",
  "quasi_exact_match",
  "f1",
]);

/** Scores one answer by rule. Only `llm_judge` is missing: it asks a model. */
export function scoreAnswer(given: Answer, question: Question, scoring: Ruled): Verdict {
  const references = referencesOf(question);
  const answer = FINDS_ANSWER.has(scoring.method)
    ? { ...given, text: withoutContinuation(withoutThinking(given.text), questionText(question)) }
    : given;
  switch (scoring.method) {
    case "exact_match":
      return exactMatch(answer, references);
    case "quasi_exact_match":
      return quasiExactMatch(answer, references, { loose: scoring.loose_arabic });
    case "f1":
      return f1(answer, references, { loose: scoring.loose_arabic });
    case "contains":
      return containsText(answer, references, {
        mode: scoring.mode,
        caseSensitive: scoring.case_sensitive,
        wholeWords: scoring.whole_words,
        loose: scoring.loose_arabic,
      });
    case "levenshtein":
      return levenshtein(answer, references, { threshold: scoring.threshold, loose: scoring.loose_arabic });
    default:
      return scoreStructured(answer, question, scoring);
  }
}

type Structured = Exclude<
  Ruled,
  { method: "exact_match" | "quasi_exact_match" | "f1" | "contains" | "levenshtein" }
>;

function scoreStructured(answer: Answer, question: Question, scoring: Structured): Verdict {
  const references = referencesOf(question);
  switch (scoring.method) {
    case "regex":
      return matchPattern(answer, references, {
        ignoreCase: scoring.ignore_case,
        full: scoring.full,
        group: scoring.group,
      });
    case "numeric":
      return numeric(answer, references, { ...scoring, question: questionText(question) });
    case "multiple_choice":
      return multipleChoice(answer, references, choicesOf(question), questionText(question));
    case "refusal":
      return refusal(answer, references[0] === "refuse");
    case "json_match":
      return question.target === undefined
        ? unscoredVerdict("no_reference")
        : jsonMatch(answer, question.target, {
          mode: scoring.mode,
          normalised: scoring.normalised,
          onlyJson: scoring.only_json,
          anyOrder: scoring.any_order,
          anyOf: scoring.any_of,
        });
    case "constraints": {
      const checks = question.checks ?? scoring.checks;
      return checks ? constraints(answer, checks, scoring) : unscoredVerdict("no_checks");
    }
  }
}
