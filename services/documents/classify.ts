import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
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
import { DocumentQuery } from "./ocr.ts";
import type { DocumentAccess } from "./document_access.ts";
import type { Steps } from "./steps.ts";
import { DOCUMENT_TYPES } from "./understanding/document_types.ts";

export const Classification = z.object({
  document_type: z.enum(DOCUMENT_TYPES),
  confidence: z.number().min(0).max(1),
  sub_type: z.string(),
  keywords: z.array(z.string()),
}).meta({ id: "ClassificationResult" });

export function classify(
  access: DocumentAccess,
  steps: Steps,
): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    createRoute({
      method: "post",
      path: "/classify",
      summary: "Say what kind of document it is",
      description:
        "Weighted terms in both languages decide; with LLM_MODEL set a model may refine the answer.",
      request: { query: DocumentQuery },
      responses: {
        200: json(Classification, "The type and what spoke for it"),
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
      const { classification } = await steps.run(id, "classify");
      return c.json(Classification.parse(classification), 200);
    },
  );
  return app;
}
