/** A document: the API format and the stored form. */
import { z } from "zod";
import { PageQuery } from "lib/service/pagination.ts";
import { textOf } from "lib/text.ts";
import type { Shared } from "lib/sharing/sharing.ts";
import { OcrResult, type ReadText } from "../reading/layout/ocr_result.ts";
import { Tag } from "./tag.ts";
import type { Kind } from "../reading/files/sniff.ts";
import { Classification } from "../understanding/results/classification.ts";
import type { Correction } from "../understanding/corrections.ts";
import type { CellCorrection } from "../understanding/tables/corrected_cells.ts";
import { Extraction } from "../understanding/results/extraction.ts";
import { Validation } from "../understanding/results/validation.ts";

export const Status = z.enum([
  "pending",
  "processing",
  "ocr_completed",
  "classified",
  "extracted",
  "completed",
  "failed",
]).meta({ description: "Processing status" });
export type Status = z.output<typeof Status>;

export type Step = "ocr" | "classify" | "extract" | "validate";

const EXAMPLE = {
  id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a33",
  filename: "invoice.pdf",
  file_type: "pdf",
  status: "completed",
  document_type: "invoice",
  confidence: 0.97,
  created_at: "2026-11-21T09:00:00.000Z",
};

export const DocumentItem = z.object({
  id: z.uuid(),
  filename: z.string(),
  file_type: z.string(),
  status: Status,
  document_type: z.string().nullable(),
  confidence: z.number().nullable().meta({ description: "Confidence of the document's type" }),
  created_at: z.iso.datetime(),
}).meta({ id: "DocumentItem", example: EXAMPLE });
export type DocumentItem = z.output<typeof DocumentItem>;

export const DocumentDetail = DocumentItem.extend({
  size: z.int().meta({ description: "Bytes of the file" }),
  uploaded_by: z.string().meta({ description: "`sub` of its owner's token" }),
  updated_at: z.iso.datetime(),
  failure: z.string().nullable().meta({ description: "Reason of the status `failed`" }),
  progress: z.object({
    pages_done: z.int(),
    pages: z.int().meta({ description: "Pages in all", example: 3 }),
  }).nullable(),
  ocr: OcrResult.nullable(),
  classification: Classification.nullable(),
  extraction: Extraction.nullable(),
  validation: Validation.nullable(),
  tags: z.array(z.string()).meta({ description: "Tags set by people", example: ["عقود"] }),
  keep_until: z.iso.date().nullable().meta({
    description: "Last day of its retention, after which it is deleted",
  }),
  legal_hold: z.boolean().meta({ description: "Whether it is under legal hold" }),
}).meta({ id: "DocumentDetail" });
export type DocumentDetail = z.output<typeof DocumentDetail>;

export const DocumentId = z.object({
  id: z.uuid().meta({ description: "The document's id", example: EXAMPLE.id }),
});

export const DocumentQuery = z.object({
  document_id: z.uuid().meta({ description: "The document's id", example: EXAMPLE.id }),
});

export const DocumentListQuery = PageQuery.extend({
  search: textOf({ max: 500 }).optional().meta({
    description: "Words in file name or text; Arabic spellings are folded",
    example: "falcon",
  }),
  status: Status.optional(),
  document_type: z.string().regex(/^[a-z][a-z0-9_]{1,39}$/, "small letters, digits and _").optional().meta({
    description: "Type of the document: built in, or one of GET /types",
    example: "invoice",
  }),
  tag: Tag.optional().meta({ description: "Only documents with this tag", example: "عقود" }),
  confidence_below: z.coerce.number().min(0).max(1).optional().meta({
    description: "Review queue: only documents with an uncorrected field below this confidence",
    example: 0.8,
  }),
});
export type DocumentListQuery = z.output<typeof DocumentListQuery>;

/** A stored document, without its pages. */
export interface Document extends Omit<DocumentDetail, "ocr" | "progress">, ReadText, Shared {
  kind: Kind;
  sha256: string;
  pages: number | null;
  background: boolean;
  /** The valid corrections of fields, already applied to the extraction. */
  corrections: Correction[];
  /** The corrections of cells, oldest first, already applied to the extraction. */
  cell_corrections: CellCorrection[];
  /** The original extraction, without corrections. */
  as_read: Extraction | null;
  step: Step | null;
}

export type NewDocument = Pick<
  Document,
  "filename" | "file_type" | "kind" | "size" | "sha256" | "uploaded_by"
>;

/** A step's result. Starting a step clears the results of later steps. */
export interface Outcome {
  status: Status;
  failure?: string;
  pages?: number;
  ocr?: { text: string; confidence: number; language: string };
  classification?: Classification;
  extraction?: Extraction;
  validation?: Validation;
}
