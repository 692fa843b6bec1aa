import { z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";

const tokens = z.int().min(0).max(1_000_000_000).nullish();
export const TelemetryEvent = z.object({
  event_id: textOf({ min: 1, max: 200 }).optional().meta({
    description: "deduplication key: stored once per product",
  }),
  event_type: textOf({ min: 1, max: 100 }).default("llm_call"),
  product: textOf({ min: 1, max: 100 }),
  model: textOf({ max: 300 }).nullish(),
  user_id: textOf({ max: 500 }).nullish(),
  latency_ms: z.number().min(0).max(1e12).nullish(),
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: tokens.meta({ description: "default: the sum of the other two" }),
  content_snippet: textOf({ max: 1_000 }).nullish(),
  severity: textOf({ min: 1, max: 50 }).default("info").meta({
    description: "error counts as a failure, critical as a critical event",
  }),
  metadata: z.record(z.string(), z.unknown()).nullish().meta({
    description:
      "cost_usd is added to the costs; error, or a status_code of 400 or more, counts as a failure",
  }),
}).meta({ id: "TelemetryEvent" });
export type TelemetryEvent = z.output<typeof TelemetryEvent>;
