/** Checks whether a document's values may be corrected now. */
import { notFound, wrongState } from "lib/errors.ts";
import type { Steps } from "../steps/steps.ts";
import type { Document } from "../storage/document.ts";
import type { Correction } from "../understanding/corrections.ts";

export type Extracted = Document & { extraction: NonNullable<Document["extraction"]> };

export const NOTHING_EXTRACTED = "Nothing is extracted yet: call POST /extract first";

export function requireCorrectable(document: Document): Extracted {
  const { extraction } = document;
  if (!extraction) throw wrongState(NOTHING_EXTRACTED);
  // Corrections are allowed during validation, since another validation follows.
  if (document.step !== null && document.step !== "validate") {
    throw wrongState(`The document is in work (${document.step}); try again when that is done`);
  }
  return { ...document, extraction };
}

/** Validates a document again after a correction, if it was validated before. */
export async function afterCorrection(
  { id, validation, step }: Document,
  kept: Correction | undefined,
  steps: Steps,
): Promise<Correction> {
  if (!kept) throw notFound("Document");
  if (validation || step === "validate") await steps.runAnew(id, "validate");
  return kept;
}
