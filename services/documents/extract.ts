import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import {
  denied,
  feature,
  invalidInput,
  json,
  limited,
  missing,
  upstreamFailed,
  wrongStateResponse,
} from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { Extracted } from "./extraction.ts";
import { DocumentQuery } from "./ocr.ts";
import type { DocumentAccess } from "./document_access.ts";
import type { Steps } from "./steps.ts";

export function extract(
  access: DocumentAccess,
  steps: Steps,
): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    createRoute({
      method: "post",
      path: "/extract",
      summary: "Take the fields and tables of a document",
      request: { query: DocumentQuery },
      responses: {
        200: json(Extracted, "Fields, tables, dates and a summary"),
        ...denied,
        ...missing,
        ...invalidInput,
        ...wrongStateResponse,
        ...limited,
        ...upstreamFailed,
      },
    }),
    async (c) => {
      const { id } = await access(c.var.user, c.req.valid("query").document_id, "change");
      const { extraction } = await steps.run(id, "extract");
      return c.json(Extracted.parse(extraction), 200);
    },
  );
  return app;
}
