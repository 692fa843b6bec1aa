import { wrongState } from "lib/errors.ts";
import type { Document, Step } from "../storage/document.ts";

/** The result that each step requires, and the error that names the step to call first. */
const NEEDS: Record<Step, { has(document: Document): boolean; message: string } | undefined> = {
  ocr: undefined,
  classify: {
    has: (document) => document.ocr_text !== null,
    message: "The document is not read yet: call POST /ocr first",
  },
  extract: {
    has: (document) => document.classification !== null,
    message: "The document is not classified yet: call POST /classify first",
  },
  validate: {
    has: (document) => document.extraction !== null,
    message: "Nothing is extracted yet: call POST /extract first",
  },
};

/** Throws a 409 that names the step to call first. */
export function checkNeed(document: Document, step: Step): void {
  const need = NEEDS[step];
  if (need && !need.has(document)) throw wrongState(need.message);
}

/** Whether an idle document has the result of `step`; a failed reading reports that itself. */
export function isDone(document: Document, step: Step): boolean {
  if (step === "ocr") return true;
  if (step === "classify") return document.classification !== null;
  return step === "extract" ? document.extraction !== null : document.validation !== null;
}
