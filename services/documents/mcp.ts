import { z } from "zod";
import { type McpTool, mcpTool } from "lib/mcp/mcp.ts";
import { documentDetail, DocumentList, listDocuments } from "./documents/documents.ts";
import { Classification } from "./understanding/results/classification.ts";
import { Extraction } from "./understanding/results/extraction.ts";
import { Validation } from "./understanding/results/validation.ts";
import {
  DocumentDetail,
  DocumentId,
  DocumentListQuery,
  DocumentQuery,
  type Step,
} from "./storage/document.ts";
import type { DocumentStore } from "./storage/documents_store.ts";
import type { CorrectionDeps } from "./documents/corrections.ts";
import { correctionTools } from "./documents/correction_tools.ts";
import { exportTools } from "./export/export_tools.ts";
import type { ExportDeps } from "./export/exports.ts";
import type { DuplicateDeps } from "./keeping/duplicates.ts";
import { keepingTools } from "./keeping/keeping_tools.ts";
import type { TagDeps } from "./keeping/tags.ts";
import { typeTools } from "./types/type_tools.ts";
import type { TrialDeps } from "./types/type_trial.ts";
import type { TypeDeps } from "./types/document_types.ts";
import type { StepDeps } from "./steps/step_endpoints.ts";

interface McpDeps extends TypeDeps, TrialDeps, StepDeps, TagDeps, DuplicateDeps, ExportDeps, CorrectionDeps {
  documents: DocumentStore;
}

const OcrText = z.object({
  text: z.string(),
  confidence: z.number().nullable(),
  language: z.string().nullable(),
  pages: z.int().nullable(),
});
const OUTPUTS: Record<Step, z.ZodType> = {
  ocr: OcrText,
  classify: Classification,
  extract: Extraction,
  validate: Validation,
};
const FILTERS = { status: "Only those of this status", document_type: "Only those of this type" };

/** The service's MCP tools, equivalent to its routes. */
export function mcpTools(deps: McpDeps): McpTool[] {
  const { documents, access, pages, steps, asksModel } = deps;
  return [
    mcpTool({
      name: "list_documents",
      description: "List documents, newest first, by status or type.",
      input: DocumentListQuery.omit({ search: true }),
      describe: FILTERS,
      output: DocumentList,
      readOnly: true,
      call: (query, { user }) => listDocuments(documents, query, user),
    }),
    mcpTool({
      name: "search_documents",
      description: "Find documents by words in their file name or text; Arabic spellings are folded.",
      input: DocumentListQuery.extend({ search: z.string().min(1).max(500) }),
      describe: { ...FILTERS, search: "Words to find" },
      output: DocumentList,
      readOnly: true,
      call: (query, { user }) => listDocuments(documents, query, user),
    }),
    mcpTool({
      name: "read_document",
      description: "Read a document: its text, type, fields, validation and processing status.",
      input: DocumentId,
      output: DocumentDetail.extend({ ocr: OcrText.omit({ pages: true }).nullable() }),
      readOnly: true,
      async call({ id }, { user }) {
        const { ocr, ...rest } = await documentDetail(id, user, { access, pages });
        // Without positions of words, which are useless to models.
        return {
          ...rest,
          ocr: ocr && { text: ocr.text, confidence: ocr.confidence, language: ocr.language },
        };
      },
    }),
    stepTool("ocr_document", "Read the text of an uploaded document, by its text layer or by OCR.", "ocr"),
    stepTool("classify_document", "Say what kind of document it is; needs its text read.", "classify"),
    stepTool("extract_document", "Take the fields and tables of a classified document.", "extract"),
    stepTool("validate_document", "Check the extracted fields of a document.", "validate"),
    ...exportTools(deps),
    ...correctionTools(deps),
    ...keepingTools(deps),
    ...typeTools(deps),
  ];

  function stepTool(name: string, description: string, step: Step): McpTool {
    return mcpTool({
      name,
      description,
      input: DocumentQuery,
      output: OUTPUTS[step],
      // Destructive: a repeated step replaces its earlier result.
      destructive: true,
      idempotent: true,
      openWorld: asksModel && (step === "classify" || step === "extract"),
      heavy: asksModel && (step === "classify" || step === "extract"),
      async call({ document_id }, { user }) {
        const { id } = await access(user, document_id, "change");
        const document = await steps.run(id, step);
        if (step === "classify") return document.classification;
        if (step === "extract") return document.extraction;
        if (step === "validate") return document.validation;
        const { ocr_text: text, ocr_confidence: confidence, language, pages } = document;
        return { text, confidence, language, pages };
      },
    });
  }
}
