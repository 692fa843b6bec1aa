/** A report's screening under the EU AI Act as people read it: who answered, when, and each question with its answer. */
import { isolated, leftToRight } from "lib/pdf/bidi.ts";
import type { Lang } from "../catalogue/bilingual.ts";
import type { Report } from "./report.ts";

const WORDS = {
  en: {
    title: "Screening under the EU AI Act",
    question: "Question",
    answer: "Answer",
    answered: "Answered by",
    denied: "The answers deny a use that the description states",
    yes: "yes",
    no: "no",
    open: "not answered",
  },
  ar: {
    title: "الفحص بموجب لائحة الذكاء الاصطناعي الأوروبية",
    question: "السؤال",
    answer: "الإجابة",
    answered: "أجاب عنها",
    denied: "تنفي الإجابات استخدامًا يذكره الوصف",
    yes: "نعم",
    no: "لا",
    open: "بلا إجابة",
  },
};

/** The answers in one language; null where the report has none. */
export interface ScreeningRows {
  title: string;
  columns: [question: string, answer: string];
  rows: [question: string, answer: string][];
  /** Who answered and when, and what the answers contradict. */
  facts: string[];
}

export function screeningRows(
  { screening, assessed_by, assessed_at }: Pick<Report, "screening" | "assessed_by" | "assessed_at">,
  lang: Lang,
): ScreeningRows | null {
  if (!screening) return null;
  const words = WORDS[lang];
  const denied = screening.contradicted_by;
  const moment = leftToRight(`${assessed_at.slice(0, 16).replace("T", " ")} UTC`);
  return {
    title: words.title,
    columns: [words.question, words.answer],
    rows: screening.answers.map(({ text, answer }) => [text[lang], words[answer ?? "open"]]),
    facts: [
      `${words.answered}: ${isolated(assessed_by)}${lang === "ar" ? "،" : ","} ${moment}`,
      ...denied ? [`${words.denied}: ${denied[lang]}`] : [],
    ],
  };
}
