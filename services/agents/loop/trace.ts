/** The record of a run: its steps, their tool calls, and how it ended. */
import { z } from "zod";
import { Retry, Usage } from "../model/model.ts";

/** The status of a run. */
export const RunStatus = z.enum([
  "queued",
  "running",
  "awaiting_approval",
  "completed",
  "failed",
  "max_steps_exceeded",
  "cancelled",
  "interrupted",
]);
export type RunStatus = z.output<typeof RunStatus>;

/** Why a finished run did not complete. */
export const Failure = z.enum([
  "provider_error",
  "context_overflow",
  "content_filter",
  "empty_response",
  "deadline_exceeded",
  "budget_exceeded",
  "internal_error",
  "max_steps_exceeded",
  "cancelled",
  "interrupted",
]);
export type Failure = z.output<typeof Failure>;

export const TraceToolCall = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  arguments_raw: z.string().optional().meta({
    description: "what the model wrote, if it was no JSON object",
  }),
  status: z.enum([
    "ok",
    "error",
    "timeout",
    "invalid_arguments",
    "unknown_tool",
    "not_run",
    "running",
    "interrupted",
    "awaiting_approval",
    "rejected",
  ]),
  started_at: z.iso.datetime().optional().meta({ description: "when the tool was started" }),
  result: z.string().meta({
    description: "the tool's answer, up to 256 kB; the model sees up to 16 kB",
  }),
  truncated: z.boolean().meta({ description: "whether the model saw a shortened answer" }),
  result_bytes: z.int(),
  duration_ms: z.number(),
  error: z.string().optional(),
}).meta({ id: "TraceToolCall" });
export type TraceToolCall = z.output<typeof TraceToolCall>;

/** One model call and the tool calls it asked for. */
export const TraceStep = z.object({
  step: z.int(),
  type: z.enum(["model", "final", "error"]),
  started_at: z.iso.datetime(),
  duration_ms: z.number(),
  model: z.string(),
  reasoning: z.string(),
  finish_reason: z.string().nullable(),
  usage: Usage.nullable(),
  tool_calls: z.array(TraceToolCall).meta({ description: "tool calls requested by the model" }),
  response: z.string().optional().meta({ description: "the final answer" }),
  error: z.string().optional(),
  dropped_messages: z.int().optional().meta({
    description: "number of oldest messages dropped to fit the context window",
  }),
  shortened_results: z.int().optional().meta({
    description: "number of tool results shortened to fit the context window",
  }),
  retries: z.array(Retry),
}).meta({ id: "TraceStep" });
export type TraceStep = z.output<typeof TraceStep>;

/** The bytes of a tool's answer that the model sees. */
export const SHOWN_BYTES = 16 * 1024;
/** The bytes of it that a trace keeps. */
export const KEPT_BYTES = 256 * 1024;

/** The steps of a finished run: calls still marked as running were cut off with their process. */
export function cutOff(steps: TraceStep[]): TraceStep[] {
  const error = "The service stopped while the tool was at work";
  return steps.map((step) => ({
    ...step,
    tool_calls: step.tool_calls.map((call) =>
      call.status === "running" ? { ...call, status: "interrupted", error } : call
    ),
  }));
}

const encoder = new TextEncoder();

/** The longest prefix of `text` within `maxBytes` of UTF-8, without splitting a character. */
export function capped(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const bytes = encoder.encode(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** A tool's answer of `bytes` in all, of which `result` is kept, as the model sees it: capped, the cut marked. */
export function shownToModel(result: string, bytes: number = byteLength(result)): string {
  if (bytes <= SHOWN_BYTES) return result;
  const shown = capped(result, SHOWN_BYTES);
  return `${shown}\n[truncated: the first ${byteLength(shown)} of ${bytes} bytes]`;
}

/** Text that Postgres can store: NUL and lone surrogates become U+FFFD. */
export function withReplacementCharacters(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
