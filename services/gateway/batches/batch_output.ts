/** Ends a batch: writes its answers and failures to files and deletes its lines. */
import type { Sql, TransactionSql } from "lib/database/db.ts";
import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import { fileId } from "../files/files.ts";
import { insertFile } from "../files/files_store.ts";
import { usageOf } from "../usage.ts";
import type { BatchStatus, StoredBatch } from "./batch.ts";

interface EndedLine {
  line: number;
  custom_id: string;
  request_id: string | null;
  status_code: number | null;
  answer: string | null;
  error_code: string | null;
}

const UNANSWERED: Record<string, string> = {
  batch_expired: "This request could not be executed before the completion window expired.",
  batch_cancelled: "This request was not executed, because the batch was cancelled.",
  interrupted:
    "The gateway stopped while this request was running. The request may have been executed and billed, so it is not sent again.",
};
const DAY_SECONDS = 24 * 3600;
const LINES_A_READ = 500;

/** Ends a batch whose lines have all ended or will not run; in one transaction. */
export async function finishBatch(
  sql: Sql,
  { id, owner, output_expires_seconds }: StoredBatch,
  claim: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    const [batch] = await tx<{ status: BatchStatus; late: boolean }[]>`
      select status, expires_at <= now() as late from gateway.batches
      where id = ${id} and claim = ${claim} and status in ('in_progress', 'finalizing', 'cancelling') for update`;
    if (!batch) return;
    const [left] = await tx<{ count: number }[]>`
      select count(*)::int as count from gateway.batch_lines where batch_id = ${id} and answered_at is null`;
    const isPart = (left?.count ?? 0) > 0;
    const status = batch.status === "cancelling"
      ? "cancelled"
      : isPart && batch.late
      ? "expired"
      : "completed";
    if (status === "completed" && isPart) return;
    await tx`
      update gateway.batch_lines set answered_at = now(),
        error_code = case when started_claim is not null then 'interrupted' else ${
      status === "expired" ? "batch_expired" : "batch_cancelled"
    } end
      where batch_id = ${id} and answered_at is null`;
    const lasts = output_expires_seconds ?? 30 * DAY_SECONDS;
    const expires_at = new Date(Date.now() + lasts * 1000).toISOString();
    const tokens = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    const write = async (isGood: boolean) => {
      const [any] = await tx`
        select 1 from gateway.batch_lines where batch_id = ${id} and ${good(tx, isGood)} limit 1`;
      if (!any) return null;
      const filename = `${id}_${isGood ? "output" : "error"}.jsonl`;
      const file = { id: fileId(), owner, purpose: "batch_output", filename, expires_at };
      await insertFile(
        tx,
        file,
        linesOf(tx, id, { isGood, onAnswer: (answer) => addTokens(tokens, answer) }),
      );
      return file.id;
    };
    const output_file_id = await write(true);
    const error_file_id = await write(false);
    await tx`
      update gateway.batches set status = ${status}, output_file_id = ${output_file_id},
        error_file_id = ${error_file_id}, usage = ${
      tx.json(tokens)
    }, finalizing_at = coalesce(finalizing_at, now()),
        ${tx(`${status}_at`)} = now(),
        completed = (select count(*) from gateway.batch_lines where batch_id = ${id} and ${good(tx, true)}),
        failed = (select count(*) from gateway.batch_lines where batch_id = ${id} and ${good(tx, false)})
      where id = ${id}`;
    await tx`delete from gateway.batch_lines where batch_id = ${id}`;
  });
}

function good(sql: TransactionSql, isGood: boolean) {
  return isGood
    ? sql`status_code between 200 and 299`
    : sql`(status_code is null or status_code not between 200 and 299)`;
}

async function* linesOf(
  sql: TransactionSql,
  id: string,
  { isGood, onAnswer }: { isGood: boolean; onAnswer(answer: JsonObject): void },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let last = 0;;) {
    const lines = await sql<EndedLine[]>`
      select line, custom_id, request_id, status_code, answer, error_code from gateway.batch_lines
      where batch_id = ${id} and line > ${last} and ${good(sql, isGood)} order by line limit ${LINES_A_READ}`;
    if (lines.length === 0) return;
    for (const each of lines) {
      const body = each.answer === null ? undefined : parsedObject(each.answer);
      if (isGood && body) onAnswer(body);
      yield encoder.encode(`${JSON.stringify(outputLine(each, body))}\n`);
      last = each.line;
    }
  }
}

function outputLine(
  { custom_id, request_id, status_code, error_code }: EndedLine,
  body: JsonObject | undefined,
) {
  const id = `batch_req_${request_id ?? crypto.randomUUID().replaceAll("-", "")}`;
  if (status_code !== null) {
    return { id, custom_id, response: { status_code, request_id, body: body ?? {} }, error: null };
  }
  const code = error_code ?? "interrupted";
  return { id, custom_id, response: null, error: { code, message: UNANSWERED[code] ?? code } };
}

function addTokens(
  sum: { input_tokens: number; output_tokens: number; total_tokens: number },
  { usage }: JsonObject,
): void {
  const used = isObject(usage) ? usageOf(usage) : undefined;
  sum.input_tokens += used?.prompt_tokens ?? 0;
  sum.output_tokens += used?.completion_tokens ?? 0;
  sum.total_tokens += used?.total_tokens ?? 0;
}
