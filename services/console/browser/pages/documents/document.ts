/** The fields of the documents service's answers that the page shows. */
export const DOCS = "/documents/api/v1/docs";

export type Status =
  | "pending"
  | "processing"
  | "ocr_completed"
  | "classified"
  | "extracted"
  | "completed"
  | "failed";

export interface Item {
  id: string;
  filename: string;
  file_type: string;
  status: Status;
  document_type: string | null;
  confidence: number | null;
  created_at: string;
}

export interface Page {
  page: number;
  width: number;
  height: number;
  source: "text" | "ocr" | "vision" | "failed";
  error?: string;
}

export interface DocumentField {
  key: string;
  value: string;
  confidence: number;
  field_type: string;
  raw?: string;
  page?: number;
  bbox?: number[][];
  corrected?: { by: string; at: string; before: string | null };
  reason?: string;
}

export interface Issue {
  field: string;
  issue: string;
  severity: "error" | "warning" | "info";
}

export const ISSUE_TONES = { error: "bad", warning: "warn", info: "calm" } as const;

/** A cell, counted from 0; row 0 is the header. */
export interface CellAddress {
  table: number;
  row: number;
  column: number;
}

export interface TableFound {
  page: number;
  header: string[];
  rows: string[][];
  corrected?: { row: number; column: number; by: string; at: string; before: string | null }[];
}

export interface UnplacedCorrection extends CellAddress {
  value: string;
  by: string;
  at: string;
}

export interface Detail extends Item {
  size: number;
  uploaded_by: string;
  failure: string | null;
  progress: { pages_done: number; pages: number } | null;
  ocr: { language: string; blocks: { text: string; page: number }[]; pages: Page[] } | null;
  extraction: {
    fields: DocumentField[];
    tables: TableFound[];
    summary: string;
    unplaced_corrections?: UnplacedCorrection[];
  } | null;
  tags: string[];
  keep_until: string | null;
  legal_hold: boolean;
  validation: { is_valid: boolean; completeness_score: number; issues: Issue[] } | null;
}

/** The states in which the service works on a document, or will. */
export const BUSY: readonly Status[] = ["processing", "ocr_completed", "classified", "extracted"];

export const TONES = {
  pending: "calm",
  processing: "calm",
  ocr_completed: "calm",
  classified: "calm",
  extracted: "calm",
  completed: "good",
  failed: "bad",
} as const;

/** A field below this is a warning of the service, and stands in the review queue. */
export const UNSURE = 0.8;

/** Left, top, width and height of a box in per cent of its page, from the pixels of its corners. */
export function placeOf(bbox: number[][], { width, height }: Pick<Page, "width" | "height">) {
  const xs = bbox.map(([x = 0]) => x);
  const ys = bbox.map(([, y = 0]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const share = (pixels: number, whole: number) => `${(pixels / Math.max(1, whole) * 100).toFixed(3)}%`;
  return {
    left: share(left, width),
    top: share(top, height),
    width: share(Math.max(...xs) - left, width),
    height: share(Math.max(...ys) - top, height),
  };
}
