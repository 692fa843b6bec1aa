import { withCorrectedCells } from "../understanding/cell_corrections.ts";
import { correctedExtraction } from "../understanding/corrections.ts";
import { cellCorrections, fieldCorrections, type StoredCorrection } from "./corrections_store.ts";
import type { Document } from "./document.ts";

/** A document's row, with the original extraction and its valid corrections. */
export interface StoredDocument extends Omit<Document, "corrections" | "cell_corrections" | "as_read"> {
  corrections: StoredCorrection[];
}

/** The document as shown to callers, with corrections applied. */
export function withCorrections({ corrections, ...document }: StoredDocument): Document {
  const fields = fieldCorrections(corrections);
  const cells = cellCorrections(corrections);
  const { extraction, classification, ocr_text } = document;
  const type = classification?.document_type ?? "other";
  const read = extraction && correctedExtraction(extraction, type, fields);
  return {
    ...document,
    corrections: fields,
    cell_corrections: cells,
    as_read: extraction,
    extraction: read && withCorrectedCells(read, cells, { text: ocr_text ?? "", type }),
  };
}
