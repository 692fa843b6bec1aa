/** A worker that counts its questions and loops forever on some. */
import { answerQuestions } from "./answer_questions.ts";

let asked = 0;

answerQuestions((question: string) => {
  asked++;
  if (question === "loop") { for (;;); }
  if (question === "fail") throw new Error("The work failed");
  return `${question} ${asked}`;
});
