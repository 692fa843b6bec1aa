import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import type { Steps } from "../steps/steps.ts";
import type { CorrectionStore } from "../storage/corrections_store.ts";
import { type Document, DocumentId } from "../storage/document.ts";
import { Correction, CorrectionInput, hasField, inForm } from "../understanding/corrections.ts";
import { builtInRules } from "../understanding/fields/field_rules.ts";
import type { OwnTypes } from "../types/own_types.ts";
import type { DocumentAccess } from "../access/document_access.ts";
import { afterCorrection, requireCorrectable } from "./correctable.ts";

export interface CorrectionDeps {
  access: DocumentAccess;
  corrections: CorrectionStore;
  ownTypes: OwnTypes;
  steps: Steps;
}

export const FieldKey = DocumentId.extend({
  key: z.string().min(1).max(100).meta({ description: "The field's key", example: "invoice_date" }),
});

export const CorrectionList = z.object({ corrections: z.array(Correction) }).meta({ id: "CorrectionList" });

const tags = ["documents"];
const missing = { 404: "No such document, or none that the caller may read" } as const;
const fails = {
  403: "The document may be read, not changed",
  ...missing,
  409: "Nothing is extracted yet, or a step is at work",
} as const;

/** Corrects a field of a document that the caller may change. */
export async function correctField(
  { id, key, value: given }: { id: string; key: string; value: string },
  user: Caller,
  deps: CorrectionDeps,
): Promise<Correction> {
  const document = requireCorrectable(await deps.access(user, id, "change"));
  const type = document.classification?.document_type ?? "other";
  const rules = (await deps.ownTypes.find(type))?.rules ?? builtInRules(type);
  if (!hasField(rules, key, document.extraction)) {
    throw invalid(["path", "key"], `A document of type ${type} has no field ${key}`);
  }
  const value = inForm(rules, key, given);
  if (value === undefined) throw invalid(["body", "value"], `This is no value of ${key}`);
  return await keep(document, { key, value, by: user.sub }, deps);
}

export function correctionRoutes(deps: CorrectionDeps): OpenAPIHono<AppEnv> {
  const app = feature();
  const { access, corrections } = deps;

  app.openapi(
    endpoint({
      id: "correctField",
      method: "put",
      path: "/documents/{id}/fields/{key}",
      tags,
      summary: "Correct a field",
      description:
        "The value wins over the one that was read, also when the document is read again. A document that was " +
        "validated is validated anew. With LLM_MODEL the model is shown it with the owner's later documents of that type.",
      request: { params: FieldKey, body: jsonBody(CorrectionInput) },
      answers: { 200: json(Correction, "The correction as it is kept") },
      fails,
    }),
    async (c) =>
      c.json(await correctField({ ...c.req.valid("param"), ...c.req.valid("json") }, c.var.user, deps), 200),
  );

  app.openapi(
    endpoint({
      id: "withdrawCorrection",
      method: "delete",
      path: "/documents/{id}/fields/{key}/correction",
      tags,
      summary: "Remove the correction of a field",
      description: "Restores the value that was read.",
      request: { params: FieldKey },
      answers: { 204: { description: "Taken back" } },
      fails: { ...fails, 404: "No such document, or no correction of that field" },
    }),
    async (c) => {
      const { id, key } = c.req.valid("param");
      const document = requireCorrectable(await access(c.var.user, id, "change"));
      if (!document.corrections.some((one) => one.key === key)) throw notFound("Correction");
      await keep(document, { key, value: null, by: c.var.user.sub }, deps);
      return c.body(null, 204);
    },
  );

  app.openapi(
    endpoint({
      id: "listCorrections",
      method: "get",
      path: "/documents/{id}/corrections",
      tags,
      summary: "List the corrections of a document, oldest first",
      description: "Corrections of fields and table cells.",
      request: { params: DocumentId },
      answers: { 200: json(CorrectionList, "The corrections, those that were taken back among them") },
      fails: missing,
    }),
    async (c) => {
      const { id } = await access(c.var.user, c.req.valid("param").id, "read");
      return c.json({ corrections: await corrections.list(id) }, 200);
    },
  );

  return app;
}

async function keep(
  document: Document,
  correction: { key: string; value: string | null; by: string },
  { corrections, steps }: CorrectionDeps,
): Promise<Correction> {
  return await afterCorrection(document, await corrections.put(document.id, correction), steps);
}
