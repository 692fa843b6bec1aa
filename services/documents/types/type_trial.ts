import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, wrongState } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import type { DocumentAccess } from "../access/document_access.ts";
import { Unreadable } from "../reading/files/bounds.ts";
import type { PageStore } from "../storage/pages_store.ts";
import { Classification } from "../understanding/results/classification.ts";
import type { DocumentRules } from "../understanding/document_rules.ts";
import { Extraction } from "../understanding/results/extraction.ts";
import { Validation } from "../understanding/results/validation.ts";
import { compiledType } from "./compiled_type.ts";
import { EXAMPLE, OwnTypeInput } from "./own_type_input.ts";
import type { OwnTypes } from "./own_types.ts";

export interface TrialDeps {
  access: DocumentAccess;
  pages: PageStore;
  ownTypes: OwnTypes;
  documentRules: DocumentRules;
  /** The current date as ISO 8601. */
  today(): string;
}

export const TrialInput = z.strictObject({
  document_id: z.uuid().meta({ description: "A document that has been read" }),
  definition: OwnTypeInput.meta({ description: "The type, saved or not" }),
}).meta({
  id: "DocumentTypeTrial",
  example: { document_id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a33", definition: EXAMPLE },
});
export type TrialInput = z.output<typeof TrialInput>;

export const TrialResult = z.object({
  is_recognised: z.boolean().meta({
    description: "Whether the document would be classified as this type, among all others",
  }),
  classification: Classification.meta({ description: "The type it would be classified as" }),
  extraction: Extraction.meta({
    description: "Fields extracted by this definition, whatever the classification",
  }),
  validation: Validation,
}).meta({ id: "DocumentTypeTrialResult" });
export type TrialResult = z.output<typeof TrialResult>;

/** Runs classification, extraction and validation of a document with a definition; stores nothing. */
export async function tryType(
  { document_id, definition }: TrialInput,
  caller: Caller,
  { access, pages, ownTypes, documentRules, today }: TrialDeps,
): Promise<TrialResult> {
  const { id, ocr_text: text } = await access(caller, document_id, "read");
  if (text === null) throw wrongState("The document is not read yet: call POST /ocr first");
  const own = compiledType(definition);
  const others = (await ownTypes.all()).filter(({ name }) => name !== own.name);
  const list = await pages.list(id);
  try {
    const classification = await documentRules.classify(text, list, [own, ...others]);
    const extraction = await documentRules.extract(own.name, list, own);
    const checked = { type: own.name, own, text, extraction, pages: list, today: today() };
    const validation = await documentRules.validate(checked);
    return {
      is_recognised: classification.document_type === own.name,
      classification,
      extraction,
      validation,
    };
  } catch (error) {
    if (error instanceof Unreadable) throw invalid(["document_id"], error.message, "unreadable");
    throw error;
  }
}

export function typeTrial(deps: TrialDeps): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    endpoint({
      id: "tryDocumentType",
      method: "post",
      path: "/types/trial",
      tags: ["types"],
      summary: "Try a type on a document before it is saved",
      description: "By rules only, without LLM_MODEL. Nothing is stored, and the document is unchanged.",
      roles: ["manager", "admin"],
      request: { body: jsonBody(TrialInput) },
      answers: { 200: json(TrialResult, "The document with this type") },
      fails: { 404: "No such document", 409: "The document is not read yet" },
    }),
    async (c) => c.json(await tryType(c.req.valid("json"), c.var.user, deps), 200),
  );
  return app;
}
