/** Classification, extraction and validation by rules, in whichever thread they run. */
import type { OwnType } from "./classification/own_type.ts";
import type { Classification } from "./results/classification.ts";
import type { Extraction } from "./results/extraction.ts";
import type { ReadPage } from "./results/read_page.ts";
import type { Validation } from "./results/validation.ts";
import type { ToCheck } from "./validation/validate_document.ts";

export interface DocumentRules {
  /** The type of a document, among the built-in and custom ones (`own`). */
  classify(text: string, pages: ReadPage[], own: OwnType[]): Promise<Classification>;
  /** Fields, tables and dates of a document of type `type`; `own` if it is a custom one. */
  extract(type: string, pages: ReadPage[], own?: OwnType): Promise<Extraction>;
  /** The issues of an extraction. */
  validate(checked: ToCheck): Promise<Validation>;
}
