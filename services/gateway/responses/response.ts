import { z } from "@hono/zod-openapi";

const Item = z.looseObject({ type: z.string().optional() });

export const ResponseRequest = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(Item).min(1)]),
  instructions: z.string().nullable().optional(),
  previous_response_id: z.string().nullable().optional(),
  stream: z.boolean().nullable().optional(),
  store: z.boolean().nullable().optional(),
}).meta({
  id: "ResponseRequest",
  description: "All other parameters of OpenAI's Responses API are taken too.",
  example: { model: "echo", input: "Hello" },
});

export const ResponseObject = z.looseObject({
  id: z.string(),
  object: z.literal("response"),
  created_at: z.int(),
  status: z.enum(["completed", "failed", "in_progress", "cancelled", "queued", "incomplete"]),
  model: z.string(),
  output: z.array(Item),
  usage: z.looseObject({ input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() }).nullable(),
}).meta({ id: "Response" });
