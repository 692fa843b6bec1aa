import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { User } from "lib/auth/user.ts";
import { textOf } from "lib/text.ts";
import { TEXT_ORIGINS } from "../injection/sign.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { Evaluator } from "./evaluation.ts";
import type { CallScope } from "./policy_scope.ts";
import { Evaluation, type Violation } from "./verdict.ts";

const EvaluateInput = z.object({
  content: textOf({ min: 1, max: 100_000 }).meta({ description: "the text to judge" }),
  user_id: textOf({ max: 500 }).nullish().meta({
    description: "subject of its author; default: the caller",
  }),
  model: textOf({ max: 500 }).nullish().meta({ description: "the model that receives or wrote it" }),
  product: textOf({ max: 500 }).nullish().meta({
    description: "the product that uses it; default: the calling service",
  }),
  key: textOf({ max: 500 }).nullish().meta({ description: "virtual key of the call" }),
  team: textOf({ max: 500 }).nullish().meta({ description: "the team of that key" }),
  place: z.enum(TEXT_ORIGINS).default("input").meta({
    description: "where it comes from, for policies on prompt injection",
  }),
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
      summary: "Evaluate content against all active policies and detect personal data",
      request: { body: jsonBody(EvaluateInput) },
      answers: { 200: json(Evaluation, "The verdict") },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const { user, requestId } = c.var;
      const call = callOf(input, user);
      const { evaluation: result, shadow } = await evaluator.for(call).evaluate(
        input.content,
        { place: input.place, signal: c.req.raw.signal },
      );
      audit.record({
        event_type: "evaluation",
        ...outcomeOf(result),
        subject: user.sub,
        user_id: input.user_id ?? user.sub,
        model: input.model ?? null,
        request_id: requestId,
        content: { text: input.content, entities: result.pii_detected },
        details: {
          ...detailsOf(result, shadow),
          ...{ context: input.context ?? null, service: user.service ?? null },
        },
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
export function detailsOf(
  { violations, pii_detected, content_score }: Evaluation,
  shadow: readonly Violation[],
): Record<string, unknown> {
  return {
    content_score,
    ...policyDetails(violations, shadow),
    pii_types: [...new Set(pii_detected.map(({ type }) => type))],
  };
}

/** The broken policies for an audit event, shadow ones apart. */
export function policyDetails(
  violations: readonly Violation[],
  shadow: readonly Violation[],
): Record<string, unknown> {
  const listed = (list: readonly Violation[]) =>
    list.map(({ policy_id, name, action }) => ({ policy_id, name, action }));
  return { policies: listed(violations), ...shadow.length > 0 ? { shadow: listed(shadow) } : {} };
}

/** Who makes a call, from the sender's statement and their token. */
export function callOf(
  { product, key, team, model, user_id }: {
    product?: string | null;
    key?: string | null;
    team?: string | null;
    model?: string | null;
    user_id?: string | null;
  },
  { sub, service }: Pick<User, "sub" | "service">,
): CallScope {
  return { product: product ?? service, key, team, model, user: user_id ?? sub };
}
