import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/endpoint.ts";
import { feature, json, jsonBody } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { Evaluator } from "./evaluation.ts";
import { Evaluation } from "./verdict.ts";

const EvaluateInput = z.object({
  content: textOf({ min: 1, max: 100_000 }).meta({ description: "the text to judge" }),
  user_id: textOf({ max: 500 }).nullish().meta({
    description: "whose content it is; the caller's when left out",
  }),
  model: textOf({ max: 500 }).nullish().meta({ description: "the model it is meant for, or comes from" }),
  context: textOf({ max: 5_000 }).nullish().meta({ description: "kept in the audit event" }),
}).meta({ id: "EvaluateInput", example: { content: "My Emirates ID is 784-1990-1234567-6" } });

export function evaluate(
  { evaluator, audit }: { evaluator: Evaluator; audit: AuditLog },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "evaluateContent",
      method: "post",
      path: "/governance/evaluate",
      tags: ["governance"],
      summary: "Judge a content by all active policies and look for personal data",
      request: { body: jsonBody(EvaluateInput) },
      answers: { 200: json(Evaluation, "The verdict") },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const { user, requestId } = c.var;
      const result = await evaluator.evaluate(input.content, c.req.raw.signal);
      audit.record({
        event_type: "evaluation",
        ...outcomeOf(result),
        subject: user.sub,
        user_id: input.user_id ?? user.sub,
        model: input.model ?? null,
        request_id: requestId,
        content: { text: input.content, entities: result.pii_detected },
        details: { ...detailsOf(result), context: input.context ?? null, service: user.service ?? null },
      });
      return c.json(result, 200);
    },
  );

  return app;
}

/** The outcome of an evaluation as fields of its audit event. */
export function outcomeOf(
  { action, violations, flagged }: Pick<Evaluation, "action" | "violations" | "flagged">,
) {
  const severity = action === "block" ? "critical" : action === "warn" || flagged ? "warning" : "info";
  return { action, severity, violations: violations.length } as const;
}

/** The details of an evaluation that may be kept: policies and types, never the words. */
export function detailsOf({ violations, pii_detected, content_score }: Evaluation): Record<string, unknown> {
  return {
    content_score,
    policies: violations.map(({ policy_id, name, action }) => ({ policy_id, name, action })),
    pii_types: [...new Set(pii_detected.map(({ type }) => type))],
  };
}
