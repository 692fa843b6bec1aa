import { z } from "@hono/zod-openapi";

const Blocks = z.array(z.looseObject({ type: z.string() }));

export const MessagesRequest = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(0),
  messages: z.array(z.looseObject({
    role: z.enum(["user", "assistant", "system"]),
    content: z.union([z.string(), Blocks]),
  })).min(1),
  system: z.union([z.string(), Blocks]).optional(),
  stream: z.boolean().optional(),
}).meta({
  id: "MessagesRequest",
  description: "All other parameters of Anthropic's Messages API are taken too.",
  example: { model: "echo", max_tokens: 1024, messages: [{ role: "user", content: "Hello" }] },
});

export const Message = z.looseObject({
  id: z.string(),
  type: z.literal("message"),
  role: z.literal("assistant"),
  model: z.string(),
  content: Blocks,
  stop_reason: z.string().nullable(),
  stop_sequence: z.string().nullable(),
  usage: z.looseObject({ input_tokens: z.int(), output_tokens: z.int() }),
}).meta({ id: "Message" });

export const CountRequest = MessagesRequest.omit({ max_tokens: true, stream: true }).meta({
  id: "CountTokensRequest",
  example: { model: "echo", messages: [{ role: "user", content: "Hello" }] },
});

export const TokenCount = z.object({
  input_tokens: z.int(),
  estimated: z.boolean().optional().meta({
    description: "true: estimated by the gateway, since the provider counts no tokens",
  }),
}).meta({ id: "TokenCount" });

export const AnthropicFailure = z.object({
  type: z.literal("error"),
  error: z.object({ type: z.string(), message: z.string() }),
  request_id: z.string(),
}).meta({
  id: "AnthropicError",
  example: {
    type: "error",
    error: { type: "authentication_error", message: "Invalid API key" },
    request_id: "5b2c1a",
  },
});
