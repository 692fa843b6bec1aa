import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { DocumentAccess } from "../access/document_access.ts";
import { DocumentId, DocumentItem } from "../storage/document.ts";
import type { DuplicateStore } from "../storage/duplicates_store.ts";

export interface DuplicateDeps {
  access: DocumentAccess;
  duplicates: DuplicateStore;
}

const Duplicates = z.object({
  same_file: z.array(DocumentItem).meta({
    description: "Documents of the same bytes, oldest first, at most 50",
  }),
  same_text: z.array(DocumentItem).meta({
    description:
      "Documents of other bytes whose letters and figures are the same, once both are read; at most 50",
  }),
}).meta({ id: "Duplicates" });

export function duplicateRoutes({ access, duplicates }: DuplicateDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listDuplicates",
      method: "get",
      path: "/documents/{id}/duplicates",
      tags: ["documents"],
      summary: "List documents of the same content",
      description: "Only those that the caller may read.",
      request: { params: DocumentId },
      answers: { 200: json(Duplicates, "The documents") },
      fails: { 404: "No such document, or none that the caller may read" },
    }),
    async (c) => {
      const document = await access(c.var.user, c.req.valid("param").id, "read");
      const [same_file, same_text] = await Promise.all([
        duplicates.sameFile(document, c.var.user),
        duplicates.sameText(document, c.var.user),
      ]);
      return c.json(Duplicates.parse({ same_file, same_text }), 200);
    },
  );

  return app;
}
