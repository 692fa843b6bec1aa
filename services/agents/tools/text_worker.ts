/** Works on texts in a thread of its own. */
import { answerQuestions } from "lib/workers/answer_questions.ts";
import { type Matches, queryText } from "./json_query.ts";
import { type Page, readable } from "./readable.ts";
import { type TextStats, textStats } from "./text_stats.ts";
import { ToolFailure } from "./tool.ts";

export type TextQuestion =
  | { work: "query"; json: string; path: string }
  | { work: "page"; html: string }
  | { work: "stats"; text: string };

export type TextAnswer = { matches: Matches } | { page: Page } | { stats: TextStats } | { fault: string };

answerQuestions((question: TextQuestion): TextAnswer => {
  try {
    if (question.work === "query") return { matches: queryText(question.json, question.path) };
    if (question.work === "page") return { page: readable(question.html) };
    return { stats: textStats(question.text) };
  } catch (error) {
    if (error instanceof ToolFailure) return { fault: error.message };
    throw error;
  }
});
