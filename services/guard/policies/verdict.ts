import { z } from "@hono/zod-openapi";
import { PiiEntity } from "../pii/entity.ts";
import { ACTIONS } from "./score.ts";

/** A policy that a content breaks. */
export const Violation = z.object({
  policy_id: z.string(),
  name: z.string().meta({ description: "the policy's name" }),
  action: z.enum(ACTIONS),
  reason: z.string().meta({ description: "why it counts as a violation", example: "Contains a keyword" }),
  matched_terms: z.array(z.string()).meta({ description: "the matched words" }),
});
export type Violation = z.output<typeof Violation>;

/** The policies' verdict on a content. */
export const Evaluation = z.object({
  allowed: z.boolean().meta({ description: "false when the action is block" }),
  action: z.enum(ACTIONS).meta({ description: "the strongest action of the violations" }),
  violations: z.array(Violation),
  pii_detected: z.array(PiiEntity),
  content_score: z.number().meta({
    description:
      "1 minus the product of (1 - weight) of everything found: violations 0.7 block, 0.3 warn, 0.1 log; " +
      "secrets, cards and ids 0.2, other personal data 0.1, times their confidence",
    example: 0.3,
  }),
  flagged: z.boolean().meta({ description: "content_score of 0.3 or more" }),
  redacted_content: z.string().nullable().meta({
    description: "the content with personal data replaced; null: none was found",
  }),
}).meta({ id: "EvaluateResult" });
export type Evaluation = z.output<typeof Evaluation>;
