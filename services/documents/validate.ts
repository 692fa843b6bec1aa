import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { denied, feature, invalidInput, json, limited, missing, wrongStateResponse } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { DocumentQuery } from "./ocr.ts";
import type { DocumentAccess } from "./document_access.ts";
import type { Steps } from "./steps.ts";

export const Validation = z.object({
  is_valid: z.boolean().meta({ description: "No issue is an error" }),
  completeness_score: z.number().min(0).max(1).meta({
    description:
      "Weight of the fields found over the weight a complete document has (required 2, a third of the others " +
      "1 each, half below confidence 0.5), times the share of required fields found",
  }),
  issues: z.array(z.object({
    field: z.string(),
    issue: z.string(),
    severity: z.enum(["error", "warning", "info"]),
  })),
}).meta({ id: "ValidationResult" });

export function validate(
  access: DocumentAccess,
  steps: Steps,
): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    createRoute({
      method: "post",
      path: "/validate",
      summary: "Check what was extracted",
      description: "Required fields, order of dates, sums, VAT, check digits, expiry and currency.",
      request: { query: DocumentQuery },
      responses: {
        200: json(Validation, "What is wrong, if anything"),
        ...denied,
        ...missing,
        ...invalidInput,
        ...wrongStateResponse,
        ...limited,
      },
    }),
    async (c) => {
      const { id } = await access(c.var.user, c.req.valid("query").document_id, "change");
      const { validation } = await steps.run(id, "validate");
      return c.json(Validation.parse(validation), 200);
    },
  );
  return app;
}
