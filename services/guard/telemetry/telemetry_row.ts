import { z } from "zod";

/** A telemetry event as it is stored; the columns of its table, in their order. */
export const TelemetryRow = z.object({
  id: z.string(),
  event_type: z.string(),
  product: z.string(),
  model: z.string().nullable(),
  user_id: z.string().nullable(),
  latency_ms: z.number().nullable(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  cost_usd: z.number(),
  failed: z.boolean(),
  /** Whether it is a model request, which the metrics count. */
  counted: z.boolean(),
  content_snippet: z.string().nullable(),
  severity: z.string(),
  /** JSON. */
  metadata: z.string().nullable(),
  created_at: z.string(),
});
export type TelemetryRow = z.output<typeof TelemetryRow>;
