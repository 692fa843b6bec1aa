import { z } from "zod";

/** A usage record as the cost pages show it: money as a number. */
export const UsageRecord = z.object({
  id: z.uuid(),
  request_id: z.string(),
  model: z.string(),
  provider: z.string(),
  provider_model: z.string().nullable(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  cost_usd: z.number(),
  tenant_id: z.string(),
  timestamp: z.iso.datetime(),
  team_id: z.string().nullable(),
  customer_id: z.string().nullable(),
  cached_tokens: z.int(),
  cache_write_tokens: z.int(),
  reasoning_tokens: z.int(),
  audio_prompt_tokens: z.int(),
  audio_completion_tokens: z.int(),
  outcome: z.enum(["ok", "error", "aborted", "cut", "cached", "blocked"]),
  estimated: z.boolean().meta({ description: "the provider gave no token counts" }),
  unpriced: z.boolean().meta({ description: "the model has no known price: cost_usd is not what it cost" }),
  cached: z.boolean(),
  streamed: z.boolean(),
  latency_ms: z.number(),
  ttft_ms: z.number().nullable(),
  units: z.object({
    seconds: z.number().optional().meta({ description: "of audio" }),
    characters: z.int().optional().meta({ description: "characters of spoken text" }),
    images: z.int().optional().meta({ description: "that were made" }),
    image_size: z.string().optional().meta({ description: "quality and size of the images" }),
    searches: z.number().optional().meta({ description: "searches (rerank)" }),
  }).nullable().meta({ description: "usage other than tokens; null: none" }),
}).meta({ id: "UsageRecord" });
export type UsageRecord = z.output<typeof UsageRecord>;
