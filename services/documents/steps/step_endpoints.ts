import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { DocumentAccess } from "../access/document_access.ts";
import { OcrResult, ocrResult } from "../reading/layout/ocr_result.ts";
import { DocumentQuery, Status } from "../storage/document.ts";
import type { PageStore } from "../storage/pages_store.ts";
import { Classification } from "../understanding/results/classification.ts";
import { Extraction } from "../understanding/results/extraction.ts";
import { Validation } from "../understanding/results/validation.ts";
import type { Background } from "./background.ts";
import type { Steps } from "./steps.ts";

const ProcessResult = z.object({ id: z.uuid(), status: Status, message: z.string() })
  .meta({
    id: "ProcessResult",
    example: {
      id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a33",
      status: "pending",
      message: "Processing in the background; see progress in the document's detail",
    },
  });

/** Dependencies of the step endpoints. */
export interface StepDeps {
  access: DocumentAccess;
  steps: Steps;
  pages: PageStore;
  /** Whether a model is called, which makes classification and extraction heavy. */
  asksModel: boolean;
}

export interface StepEndpointDeps extends StepDeps {
  background: Background;
}

const tags = ["steps"];
const request = { query: DocumentQuery };
const fails = {
  403: "The document may be read, not changed",
  404: "No such document, or none that the caller may read",
  409: "Another step comes first, which the message names, or the document is in work",
} as const;
const model = { 502: "The model failed" } as const;

export function stepEndpoints(
  { access, steps, background, pages, asksModel }: StepEndpointDeps,
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "readDocument",
      method: "post",
      path: "/ocr",
      tags,
      summary: "Read the text of a document",
      description:
        "Uses the text layer if it is plausible, else OCR for Arabic and English. May be repeated.",
      request,
      answers: { 200: json(OcrResult, "The text, line by line") },
      fails: { ...fails, ...model },
    }),
    async (c) => {
      const { id } = await access(c.var.user, c.req.valid("query").document_id, "change");
      return c.json(ocrResult(await steps.run(id, "ocr"), await pages.list(id)), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "classifyDocument",
      method: "post",
      path: "/classify",
      tags,
      summary: "Classify a document",
      description: "By weighted terms in both languages; with LLM_MODEL a model may refine the result.",
      heavy: asksModel,
      request,
      answers: { 200: json(Classification, "The type, and the terms that decided") },
      fails: { ...fails, ...model },
    }),
    async (c) => {
      const { id } = await access(c.var.user, c.req.valid("query").document_id, "change");
      const { classification } = await steps.run(id, "classify");
      return c.json(Classification.parse(classification), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "extractDocument",
      method: "post",
      path: "/extract",
      tags,
      summary: "Extract the fields and tables of a document",
      heavy: asksModel,
      request,
      answers: { 200: json(Extraction, "Fields, tables, dates and a summary") },
      fails: { ...fails, ...model },
    }),
    async (c) => {
      const { id } = await access(c.var.user, c.req.valid("query").document_id, "change");
      const { extraction } = await steps.run(id, "extract");
      return c.json(Extraction.parse(extraction), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "validateDocument",
      method: "post",
      path: "/validate",
      tags,
      summary: "Validate the fields of a document",
      description: "Required fields, order of dates, sums, VAT, check digits, expiry and currency.",
      request,
      answers: { 200: json(Validation, "The issues found, if any") },
      fails,
    }),
    async (c) => {
      const { id } = await access(c.var.user, c.req.valid("query").document_id, "change");
      const { validation } = await steps.run(id, "validate");
      return c.json(Validation.parse(validation), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "processDocument",
      method: "post",
      path: "/process",
      tags,
      summary: "Run all steps in the background",
      description:
        "OCR, classification, extraction and validation; the detail of the document shows the progress.",
      request,
      answers: { 202: json(ProcessResult, "Begun") },
      fails: { 403: fails[403], 404: fails[404] },
    }),
    async (c) => {
      const document = await access(c.var.user, c.req.valid("query").document_id, "change");
      await background.process(document);
      const message = "Processing in the background; see progress in the document's detail";
      return c.json({ id: document.id, status: document.status, message }, 202);
    },
  );

  return app;
}
