import type { Document } from "../storage/document.ts";

/** A document with default values for all other parts. */
export function documentOf(parts: Partial<Document>): Document {
  return {
    id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a33",
    filename: "a.pdf",
    file_type: "pdf",
    kind: "pdf",
    status: "extracted",
    document_type: null,
    confidence: null,
    created_at: "2026-11-22T09:00:00.000Z",
    updated_at: "2026-11-22T09:00:00.000Z",
    size: 1,
    sha256: "00",
    uploaded_by: "alice",
    owner: "alice",
    shared_with: null,
    failure: null,
    pages: 1,
    language: "en",
    ocr_confidence: 1,
    ocr_text: "",
    classification: null,
    extraction: null,
    validation: null,
    background: false,
    corrections: [],
    cell_corrections: [],
    as_read: null,
    step: null,
    tags: [],
    keep_until: null,
    legal_hold: false,
    ...parts,
  };
}
