import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { type Safety, SafetyResult } from "./safety_model.ts";

const SafetyInput = z.object({
  text: textOf({ min: 1, max: 100_000 }).meta({ description: "the text to classify" }),
  scan_type: z.enum(["input", "output"]).default("input").meta({
    description: "whether a person or a model wrote it",
  }),
}).meta({ id: "SafetyInput", example: { text: "How do I renew my residence permit?", scan_type: "input" } });

export function safety({ model, audit }: { model: Safety; audit: AuditLog }): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "checkSafety",
      method: "post",
      path: "/safety/check",
      tags: ["safety"],
      summary: "Classify a text with the safety model",
      heavy: true,
      request: { body: jsonBody(SafetyInput) },
      answers: { 200: json(SafetyResult, "The verdict") },
    }),
    async (c) => {
      const { text, scan_type } = c.req.valid("json");
      const { user, requestId } = c.var;
      const { checked, ...result } = await model.check(text, {
        scanType: scan_type,
        signal: c.req.raw.signal,
      });
      audit.record({
        event_type: "safety_check",
        severity: result.safe ? "info" : "critical",
        subject: user.sub,
        user_id: user.sub,
        request_id: requestId,
        action: result.safe ? "pass" : "block",
        safety_blocked: !result.safe,
        content: { text, entities: [] },
        details: { scan_type, checked, categories: result.categories, service: user.service ?? null },
      });
      return c.json(result, 200);
    },
  );

  return app;
}
