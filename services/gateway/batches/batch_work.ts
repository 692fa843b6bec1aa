/** Runs a batch under one claim, continuing after the previous worker. */
import type { Sql } from "lib/database/db.ts";
import type { Caller } from "../access/caller.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import type { FileStore } from "../files/files_store.ts";
import type { StoredBatch } from "./batch.ts";
import { type BatchLine, batchLines } from "./batch_input.ts";
import { askLine } from "./batch_line.ts";
import { finishBatch } from "./batch_output.ts";
import type { BatchStore } from "./batches_store.ts";

export interface BatchWork {
  sql: Sql;
  calls: CallDeps;
  batches: BatchStore;
  files: FileStore;
  /** Endpoints by path, such as `/v1/chat/completions`. */
  endpoints: ReadonlyMap<string, Endpoint>;
  /** How many lines of a batch run concurrently. */
  width: number;
  /** The caller, with current rights. Throws rbac_denied when their key was revoked. */
  callerOf(batch: StoredBatch): Caller;
}

/** Runs a batch; true when it has ended, false when another worker must continue it. */
export async function runBatch(
  work: BatchWork,
  { id, claim }: { id: string; claim: number },
  stop: AbortSignal,
): Promise<boolean> {
  const { batches } = work;
  const batch = await batches.take(id, claim);
  if (!batch) return true;
  if (batch.status === "validating") await validate(work, batch, claim);
  await batches.giveUpStarted(id, claim);
  await Promise.all(Array.from({ length: work.width }, () => askLines(work, batch, claim, stop)));
  if (stop.aborted) return false;
  await finishBatch(work.sql, batch, claim);
  const now = await batches.find(id);
  return now === undefined || !["validating", "in_progress", "finalizing", "cancelling"].includes(now.status);
}

async function validate({ files, batches }: BatchWork, batch: StoredBatch, claim: number): Promise<void> {
  const file = await files.find(batch.input_file_id);
  if (!file) {
    const message = "The input file was deleted";
    return await batches.fail(batch.id, claim, [
      { code: "file_not_found", message, param: "input_file_id", line: null },
    ]);
  }
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of files.content(file.id)) text += decoder.decode(part, { stream: true });
  const { lines, faults } = batchLines(text + decoder.decode(), batch.endpoint);
  if (faults.length > 0) await batches.fail(batch.id, claim, faults);
  else await batches.begin(batch.id, claim, lines);
}

/** Runs lines one by one until none is left, or the batch or the process stops. */
async function askLines(
  work: BatchWork,
  batch: StoredBatch,
  claim: number,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const [line] = await work.batches.start(batch.id, claim, 1);
    if (!line) return;
    await endLine(work, batch, { line, claim, stop });
  }
}

async function endLine(
  work: BatchWork,
  batch: StoredBatch,
  { line, claim, stop }: { line: BatchLine; claim: number; stop: AbortSignal },
): Promise<void> {
  const { batches, calls, endpoints } = work;
  const endpoint = endpoints.get(batch.endpoint);
  if (!endpoint) throw new Error(`no endpoint ${batch.endpoint}`);
  const asked = { line, endpoint, callerOf: () => work.callerOf(batch), ip: batch.ip };
  const answer = await askLine(calls, asked, stop);
  if (answer) await batches.answered(batch.id, claim, line.line, answer);
  else await batches.unstart(batch.id, claim, line.line);
}
