import { corrected } from "../understanding/corrections.ts";
import { dated, type StoredCorrection } from "./corrections_store.ts";
import type { Document } from "./document.ts";

/** A document's row: its extraction as it was read, and the corrections that hold. */
export interface StoredDocument extends Omit<Document, "corrections" | "as_read"> {
  corrections: StoredCorrection[];
}

/** The document as everybody sees it: with the values of people in place of those that were read. */
export function withCorrections({ corrections, ...document }: StoredDocument): Document {
  const known = corrections.map(dated);
  const { extraction, classification } = document;
  return {
    ...document,
    corrections: known,
    as_read: extraction,
    extraction: extraction && corrected(extraction, classification?.document_type ?? "other", known),
  };
}
