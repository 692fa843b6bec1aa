import { z } from "@hono/zod-openapi";
import { text } from "../text.ts";

const tokens = z.int().min(0).max(1_000_000_000).nullish();
export const TelemetryEvent = z.object({
  event_id: text({ min: 1, max: 200 }).optional().meta({
    description: "stored once per product, however often it is sent",
  }),
  event_type: text({ min: 1, max: 100 }).default("llm_call"),
  product: text({ min: 1, max: 100 }),
  model: text({ max: 300 }).nullish(),
  user_id: text({ max: 500 }).nullish(),
  latency_ms: z.number().min(0).max(1e12).nullish(),
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: tokens.meta({ description: "the sum of the other two when it is left out" }),
  content_snippet: text({ max: 1_000 }).nullish(),
  severity: text({ min: 1, max: 50 }).default("info").meta({
    description: "error counts as a failure, critical as a critical event",
  }),
  metadata: z.record(z.string(), z.unknown()).nullish().meta({
    description:
      "cost_usd is added to the costs; error, or a status_code of 400 or more, counts as a failure",
  }),
}).meta({ id: "TelemetryEvent" });
export type TelemetryEvent = z.output<typeof TelemetryEvent>;
