import { corrected } from "../understanding/corrections.ts";
import { dated, type StoredCorrection } from "./corrections_store.ts";
import type { Document } from "./document.ts";

/** A document's row: its extraction as read, and its valid corrections. */
export interface StoredDocument extends Omit<Document, "corrections" | "as_read"> {
  corrections: StoredCorrection[];
}

/** The document as shown to callers, with corrections applied. */
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
