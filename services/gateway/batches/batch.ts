import { z } from "zod";
import { seconds } from "../files/file.ts";

export const STATUSES = [
  "validating",
  "failed",
  "in_progress",
  "finalizing",
  "completed",
  "expired",
  "cancelling",
  "cancelled",
] as const;
export type BatchStatus = typeof STATUSES[number];

/** An error in an input file. */
export const InputFault = z.object({
  code: z.string(),
  message: z.string(),
  param: z.string().nullable(),
  line: z.int().nullable().meta({ description: "Number of the line, from 1" }),
});
export type InputFault = z.output<typeof InputFault>;

const Time = z.int().nullable();

/** A batch as its owner sees it. Times are seconds since 1970. */
export const Batch = z.object({
  id: z.string().meta({ example: "batch_0198c0de7f3a7c219b642f1f3c6a1e55" }),
  object: z.literal("batch"),
  endpoint: z.string().meta({ description: "Endpoint of all lines", example: "/v1/chat/completions" }),
  errors: z.object({ object: z.literal("list"), data: z.array(InputFault) }).nullable().meta({
    description: "Why the input file was refused",
  }),
  input_file_id: z.string().meta({ description: "The requests" }),
  completion_window: z.string().meta({ description: "Time limit", example: "24h" }),
  status: z.enum(STATUSES),
  output_file_id: z.string().nullable().meta({
    description: "File with the answers; null: none",
  }),
  error_file_id: z.string().nullable().meta({
    description: "File with the errors; null: none",
  }),
  created_at: z.int(),
  in_progress_at: Time.meta({ description: "When its first line was called" }),
  expires_at: z.int(),
  finalizing_at: Time.meta({ description: "When writing its files began" }),
  completed_at: Time.meta({ description: "When it was completed" }),
  failed_at: Time.meta({ description: "When its input was refused" }),
  expired_at: Time.meta({ description: "When it expired" }),
  cancelling_at: Time.meta({ description: "When it was cancelled" }),
  cancelled_at: Time.meta({ description: "When its last running line had ended" }),
  request_counts: z.object({
    total: z.int().meta({ description: "Lines" }),
    completed: z.int().meta({ description: "Lines that were answered" }),
    failed: z.int().meta({ description: "Lines that failed" }),
  }).meta({ description: "Its progress" }),
  usage: z.object({
    input_tokens: z.int().meta({ description: "Tokens of the requests" }),
    output_tokens: z.int().meta({ description: "Tokens of the answers" }),
    total_tokens: z.int(),
  }).nullable().meta({ description: "Usage of the answered lines; null until it has ended" }),
  metadata: z.record(z.string(), z.string()).nullable().meta({ description: "As given in the request" }),
}).meta({ id: "Batch" });
export type Batch = z.output<typeof Batch>;

/** A batch's row in the database. */
export interface StoredBatch {
  id: string;
  owner: string;
  caller: unknown;
  ip: string;
  endpoint: string;
  input_file_id: string;
  completion_window: string;
  metadata: Record<string, string> | null;
  status: BatchStatus;
  errors: InputFault[] | null;
  output_file_id: string | null;
  error_file_id: string | null;
  output_expires_seconds: number | null;
  total: number;
  completed: number;
  failed: number;
  usage: Batch["usage"];
  created_at: string;
  in_progress_at: string | null;
  expires_at: string;
  finalizing_at: string | null;
  completed_at: string | null;
  failed_at: string | null;
  expired_at: string | null;
  cancelling_at: string | null;
  cancelled_at: string | null;
  claim: number;
}

export function batchObject(batch: StoredBatch): Batch {
  const { total, completed, failed, errors, metadata, usage } = batch;
  const at = (time: string | null) => time === null ? null : seconds(time);
  return {
    id: batch.id,
    object: "batch",
    endpoint: batch.endpoint,
    errors: errors && { object: "list", data: errors },
    input_file_id: batch.input_file_id,
    completion_window: batch.completion_window,
    status: batch.status,
    output_file_id: batch.output_file_id,
    error_file_id: batch.error_file_id,
    created_at: seconds(batch.created_at),
    in_progress_at: at(batch.in_progress_at),
    expires_at: seconds(batch.expires_at),
    finalizing_at: at(batch.finalizing_at),
    completed_at: at(batch.completed_at),
    failed_at: at(batch.failed_at),
    expired_at: at(batch.expired_at),
    cancelling_at: at(batch.cancelling_at),
    cancelled_at: at(batch.cancelled_at),
    request_counts: { total, completed, failed },
    usage,
    metadata,
  };
}
