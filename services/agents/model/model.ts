/** The model: how it is asked, and how it answers. */
import { z } from "zod";
import type { Message, WireTool } from "./messages.ts";

export const Usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
}).meta({ id: "TokenUsage" });
export type Usage = z.output<typeof Usage>;

export const Retry = z.object({
  attempt: z.int(),
  status: z.int().nullable().meta({ description: "HTTP status; null: the provider was not reached" }),
  wait_ms: z.number(),
}).meta({ id: "TraceRetry" });
export type Retry = z.output<typeof Retry>;

/** A model's whole answer. */
export interface ModelAnswer {
  content: string;
  reasoning: string;
  tool_calls: { id: string; name: string; arguments: string }[];
  finish_reason: string | null;
  usage: Usage | null;
  model: string;
  /** The price of the call; null where it is not known. */
  cost_usd: number | null;
}

/** One call of the model. */
export interface ModelRequest {
  messages: Message[];
  tools: WireTool[];
  signal: AbortSignal;
  onDelta(delta: { content: string; reasoning: string }): void;
  /** The text streamed so far is void; the call is made again. */
  onRetry(retry: Retry): void;
}

/** Asks the model; throws ModelFailure, or the signal's reason. */
export type AskModel = (request: ModelRequest) => Promise<ModelAnswer>;
