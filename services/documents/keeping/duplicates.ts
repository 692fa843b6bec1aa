import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import type { DocumentAccess } from "../access/document_access.ts";
import { DocumentId, DocumentItem } from "../storage/document.ts";
import type { DuplicateStore } from "../storage/duplicates_store.ts";

export interface DuplicateDeps {
  access: DocumentAccess;
  duplicates: DuplicateStore;
}

export const Duplicates = z.object({
  same_file: z.array(DocumentItem).meta({
    description: "Documents with identical bytes, oldest first, at most 50",
  }),
  same_text: z.array(DocumentItem).meta({
    description: "Documents with other bytes but the same letters and digits, once both are read; at most 50",
  }),
}).meta({ id: "Duplicates" });

/** Duplicates of a document, limited to documents that the caller may read. */
export async function duplicatesOf(
  id: string,
  { user, access, duplicates }: DuplicateDeps & { user: Caller },
): Promise<z.output<typeof Duplicates>> {
  const document = await access(user, id, "read");
  const [same_file, same_text] = await Promise.all([
    duplicates.sameFile(document, user),
    duplicates.sameText(document, user),
  ]);
  return Duplicates.parse({ same_file, same_text });
}

export function duplicateRoutes({ access, duplicates }: DuplicateDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listDuplicates",
      method: "get",
      path: "/documents/{id}/duplicates",
      tags: ["documents"],
      summary: "List documents with the same content",
      description: "Includes only documents that the caller may read.",
      request: { params: DocumentId },
      answers: { 200: json(Duplicates, "The documents") },
      fails: { 404: "No such document, or none that the caller may read" },
    }),
    async (c) =>
      c.json(await duplicatesOf(c.req.valid("param").id, { user: c.var.user, access, duplicates }), 200),
  );

  return app;
}
