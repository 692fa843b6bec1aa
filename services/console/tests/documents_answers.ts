/** The answers of a scripted documents service: one invoice that was read, with a value that is unsure. */
import type { Answers } from "./platform.ts";
import { rightsAnswer } from "./rights_answers.ts";

const NOW = "2026-11-22T10:00:00.000Z";
const DOCS = "/api/v1/docs";
const PICTURE = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
);

export const INVOICE = {
  id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a33",
  ...{ filename: "فاتورة مارس.pdf", file_type: "pdf", status: "completed", document_type: "invoice" },
  ...{ confidence: 0.97, created_at: NOW, updated_at: NOW, size: 34_000, uploaded_by: "amal" },
  failure: null,
  progress: null,
  ...{ tags: ["2026", "عاجل"], keep_until: null, legal_hold: false },
  ocr: {
    ...{ text: "", confidence: 0.9, language: "ar" },
    blocks: [{ text: "فاتورة ضريبية", page: 1, confidence: 0.9, bbox: [], words: [] }],
    pages: [1, 2].map((page) => ({ page, width: 1000, height: 1400, source: "ocr", turn: 0, skew: 0 })),
  },
  classification: null,
  extraction: {
    fields: [
      {
        ...{ key: "invoice_id", value: "1171/120", confidence: 0.65, field_type: "id", raw: "١١٧١/١٢٠" },
        ...{ page: 1, bbox: [[100, 140], [300, 140], [300, 180], [100, 180]] },
      },
      {
        ...{ key: "invoice_total", value: "2300.00", confidence: 0.94, field_type: "money" },
        ...{ page: 2, bbox: [[100, 700], [300, 700], [300, 740], [100, 740]] },
      },
    ],
    tables: [{
      ...{ page: 1, header: ["الوصف", "المبلغ"], rows: [["حبر", "900.00"], ["ورق", "1400.00"]] },
      corrected: [{ row: 2, column: 1, by: "bilal", at: NOW, before: "14000" }],
    }],
    ...{ dates: [], summary: "", line_items: [] },
    unplaced_corrections: [{ table: 0, row: 7, column: 1, value: "77.00", by: "bilal", at: NOW }],
  },
  validation: {
    ...{ is_valid: false, completeness_score: 0.68 },
    issues: [{ field: "invoice_date", issue: "Required field is missing: invoice_date", severity: "error" }],
  },
};

/** A type that was made here. */
export const NOTE = {
  name: "delivery_note",
  names: { en: "Delivery note", ar: "إشعار تسليم" },
  terms: { title: [], strong: ["received in good condition"], weak: [] },
  fields: [
    {
      ...{ key: "note_number", names: { en: "Note number", ar: "رقم الإشعار" }, labels: ["note no"] },
      ...{ shape: "identifier", pattern: "DN-[0-9]{6}", required: true },
    },
    {
      ...{ key: "goods", names: { en: "Goods", ar: "البضاعة" }, labels: [], shape: "money" },
      required: false,
    },
  ],
  checks: [],
};

/** As many documents as an office has after some years. */
export const DOCUMENT_COUNT = 100_000;

const list = (request: Request) => {
  const query = new URL(request.url).searchParams;
  const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("page_size") ?? 20)];
  const { ocr: _ocr, extraction: _extraction, validation: _validation, ...item } = INVOICE;
  const few = query.has("search") || query.has("confidence_below");
  const documents = Array.from({ length: few ? 1 : size }, (_, index) => ({
    ...item,
    filename: index === 0 && page === 1 ? item.filename : `scan-${(page - 1) * size + index + 1}.pdf`,
  }));
  return { documents, total: few ? 1 : DOCUMENT_COUNT, page, page_size: size };
};

const HISTORY = { key: "invoice_id", value: "1171/121", before: "1171/120", by: "amal", at: NOW };

const CELLS = `${DOCS}/documents/${INVOICE.id}/tables/0/cells`;
const CELL_HISTORY = {
  ...{ key: "tables/0/cells/2/1", value: "1400.00", before: "14000", by: "bilal", at: NOW },
  cell: { table: 0, row: 2, column: 1, heading: "المبلغ" },
};

export const REPROCESSING = {
  ...{ id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a36", from: "extract", total: 40, waiting: 27, working: 1 },
  ...{ done: 11, failed: 1, canceled: 0, deleted: 0, canceled_at: null },
  failures: [{ document_id: INVOICE.id, failure: "The file is encrypted" }],
};

export const DOCUMENTS: Answers = {
  [`GET ${DOCS}/documents`]: list,
  [`GET ${DOCS}/documents/${INVOICE.id}`]: INVOICE,
  [`GET ${DOCS}/documents/${INVOICE.id}/rights`]: rightsAnswer("amal"),
  [`GET ${DOCS}/documents/${INVOICE.id}/corrections`]: { corrections: [HISTORY, CELL_HISTORY] },
  [`GET ${DOCS}/documents/${INVOICE.id}/sharing`]: {
    ...{ owner: "amal", people: ["bilal"], roles: [], all: false, may: "read", is_default: false },
  },
  [`PUT ${DOCS}/documents/${INVOICE.id}/fields/invoice_id`]: HISTORY,
  [`PUT ${CELLS}/1/1`]: CELL_HISTORY,
  ...Object.fromEntries(["1/1", "2/1", "7/1"].map((cell) => [
    `DELETE ${CELLS}/${cell}/correction`,
    () => new Response(null, { status: 204 }),
  ])),
  [`DELETE ${DOCS}/documents/${INVOICE.id}/fields/invoice_id/correction`]: () =>
    new Response(null, { status: 204 }),
  ...Object.fromEntries([1, 2].map((page) => [
    `GET ${DOCS}/documents/${INVOICE.id}/pages/${page}/image`,
    () => new Response(PICTURE, { headers: { "content-type": "image/png" } }),
  ])),
  [`POST ${DOCS}/upload`]: async (request: Request) => {
    const file = (await request.formData()).get("file");
    if (file instanceof File && file.name.endsWith(".exe")) {
      return Response.json({ error: "Not a document" }, { status: 415 });
    }
    return Response.json({ id: INVOICE.id, filename: "", file_type: "pdf", status: "pending", message: "" });
  },
  [`GET ${DOCS}/types`]: {
    types: [{ ...NOTE, version: 2, updated_by: "mona", updated_at: NOW }],
    built_in: [],
  },
  [`GET ${DOCS}/types/${NOTE.name}/versions`]: {
    versions: [{ version: 2, act: "changed", definition: NOTE, by: "mona", at: NOW }],
    total: 1,
  },
  [`GET ${DOCS}/tags`]: { tags: [{ tag: "2026", documents: 3 }, { tag: "عاجل", documents: 1 }] },
  [`PATCH ${DOCS}/documents/${INVOICE.id}/tags`]: { tags: ["2026"] },
  [`GET ${DOCS}/documents/${INVOICE.id}/retention`]: {
    ...{ keep_until: null, kept_until: "2027-11-22", legal_hold: false },
  },
  [`GET ${DOCS}/documents/${INVOICE.id}/duplicates`]: {
    same_file: [],
    same_text: [{ ...INVOICE, id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a34", filename: "نسخة.pdf" }],
  },
  [`GET ${DOCS}/deletions`]: {
    deletions: [{
      ...{ document_id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a35", owner: "amal", reason: "retention" },
      ...{ deleted_by: null, deleted_at: NOW },
    }],
    total: 1,
  },
  [`POST ${DOCS}/documents/reprocess`]: REPROCESSING,
  [`GET ${DOCS}/reprocessings/${REPROCESSING.id}`]: REPROCESSING,
  [`POST ${DOCS}/reprocessings/${REPROCESSING.id}/cancel`]: { ...REPROCESSING, canceled_at: NOW },
  [`POST ${DOCS}/process`]: { id: INVOICE.id, status: "pending", message: "" },
};
