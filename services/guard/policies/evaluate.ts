import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { feature, invalidInput, json, jsonBody, limited } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { Evaluation, Evaluator } from "./evaluation.ts";
import { PiiEntity } from "../pii/pii.ts";
import { ACTIONS } from "./score.ts";
import { content, text } from "../text.ts";

const EvaluateInput = z.object({
  content: content({ max: 100_000 }),
  user_id: text({ max: 500 }).nullish(),
  model: text({ max: 500 }).nullish(),
  context: text({ max: 5_000 }).nullish(),
}).meta({ id: "EvaluateInput", example: { content: "My Emirates ID is 784-1990-1234567-6" } });

const EvaluateResult = z.object({
  allowed: z.boolean(),
  action: z.enum(ACTIONS),
  violations: z.array(z.object({
    policy_id: z.string(),
    name: z.string(),
    action: z.enum(ACTIONS),
    reason: z.string(),
    matched_terms: z.array(z.string()),
  })),
  pii_detected: z.array(PiiEntity),
  content_score: z.number().meta({
    description:
      "1 minus the product of (1 - weight) of everything found: violations 0.7 block, 0.3 warn, 0.1 log; " +
      "secrets, cards and ids 0.2, other personal data 0.1, times their confidence",
  }),
  flagged: z.boolean().meta({ description: "content_score of 0.3 or more" }),
  redacted_content: z.string().nullable(),
}).meta({ id: "EvaluateResult" });

export function evaluate(
  { evaluator, audit }: { evaluator: Evaluator; audit: AuditLog },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "post",
      path: "/governance/evaluate",
      tags: ["governance"],
      summary: "Judge a content by all active policies and look for personal data",
      request: { body: jsonBody(EvaluateInput) },
      responses: { 200: json(EvaluateResult, "The verdict"), ...invalidInput, ...limited },
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

/** How the outcome of an evaluation is told in its audit event. */
export function outcomeOf(
  { action, violations, flagged }: Pick<Evaluation, "action" | "violations" | "flagged">,
) {
  const severity = action === "block" ? "critical" : action === "warn" || flagged ? "warning" : "info";
  return { action, severity, violations: violations.length } as const;
}

/** What may be kept of an evaluation: which policies and types, never the words. */
export function detailsOf({ violations, pii_detected, content_score }: Evaluation): Record<string, unknown> {
  return {
    content_score,
    policies: violations.map(({ policy_id, name, action }) => ({ policy_id, name, action })),
    pii_types: [...new Set(pii_detected.map(({ type }) => type))],
  };
}
