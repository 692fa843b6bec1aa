/** Worker thread that applies the rules to long documents. */
import { answerQuestions } from "lib/workers/answer_questions.ts";
import { compiledType } from "../types/compiled_type.ts";
import { OwnTypeInput } from "../types/own_type_input.ts";
import { classifyDocument } from "../understanding/classify_document.ts";
import { extractFrom } from "../understanding/extract_document.ts";
import type { Classification } from "../understanding/results/classification.ts";
import type { Extraction } from "../understanding/results/extraction.ts";
import type { ReadPage } from "../understanding/results/read_page.ts";
import type { Validation } from "../understanding/results/validation.ts";
import { type ToCheck, validateDocument } from "../understanding/validation/validate_document.ts";

/** A request to the rules, with custom types as definitions. */
export type RulesQuestion =
  | { work: "classify"; text: string; pages: ReadPage[]; own: object[] }
  | { work: "extract"; type: string; pages: ReadPage[]; own: object | undefined }
  | { work: "validate"; checked: Omit<ToCheck, "own">; own: object | undefined };

export type RulesAnswer =
  | { classification: Classification }
  | { extraction: Extraction }
  | { validation: Validation };

const compiled = (definition: object) => compiledType(OwnTypeInput.parse(definition));

answerQuestions((question: RulesQuestion): RulesAnswer => {
  if (question.work === "classify") {
    const { text, pages, own } = question;
    return { classification: classifyDocument(text, pages, own.map(compiled)) };
  }
  const own = question.own && compiled(question.own);
  if (question.work === "extract") {
    return { extraction: extractFrom(question.type, question.pages, own) };
  }
  return { validation: validateDocument({ ...question.checked, ...own ? { own } : {} }) };
});
