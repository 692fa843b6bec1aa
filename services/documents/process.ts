import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { denied, feature, invalidInput, json, limited, missing } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import type { Background } from "./background.ts";
import type { DocumentAccess } from "./document_access.ts";
import { STATUSES } from "./documents_store.ts";
import { DocumentQuery } from "./ocr.ts";

export const ProcessResult = z.object({ id: z.uuid(), status: z.enum(STATUSES), message: z.string() })
  .meta({ id: "ProcessResult" });

export function process(access: DocumentAccess, background: Background): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    createRoute({
      method: "post",
      path: "/process",
      summary: "Run all steps in the background",
      description:
        "OCR, classification, extraction and validation; the detail of the document shows the progress.",
      request: { query: DocumentQuery },
      responses: { 202: json(ProcessResult, "Begun"), ...denied, ...missing, ...invalidInput, ...limited },
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
