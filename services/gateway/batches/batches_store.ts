import type { Sql } from "lib/database/db.ts";
import type { BatchStatus, InputFault, StoredBatch } from "./batch.ts";
import type { BatchLine } from "./batch_input.ts";

export type NewBatch = Pick<
  StoredBatch,
  | "id"
  | "owner"
  | "caller"
  | "ip"
  | "endpoint"
  | "input_file_id"
  | "completion_window"
  | "metadata"
  | "expires_at"
  | "output_expires_seconds"
>;

/** The result of one request. */
export interface LineAnswer {
  request_id: string;
  status_code: number;
  answer: string;
}

export interface BatchStore {
  insert(batch: NewBatch): Promise<StoredBatch>;
  find(id: string): Promise<StoredBatch | undefined>;
  list(query: { owner: string; after: string | undefined; limit: number }): Promise<StoredBatch[]>;
  /** Requests cancellation; undefined when the batch has ended or is ending. */
  cancel(id: string): Promise<StoredBatch | undefined>;
  /** Claims a batch for a worker; undefined when it has ended or a later claim exists. */
  take(id: string, claim: number): Promise<StoredBatch | undefined>;
  /** Ends a batch whose input file is invalid. */
  fail(id: string, claim: number, errors: InputFault[]): Promise<void>;
  /** Stores the requests and starts the batch in one transaction. */
  begin(id: string, claim: number, lines: BatchLine[]): Promise<void>;
  /** Marks lines that an earlier worker left running as interrupted; they are not retried, as they may be billed. */
  giveUpStarted(id: string, claim: number): Promise<void>;
  /** Starts the next lines, each exactly once; none when the batch was stopped. */
  start(id: string, claim: number, most: number): Promise<BatchLine[]>;
  /** Reverts the start of a line for which no provider was called. */
  unstart(id: string, claim: number, line: number): Promise<void>;
  answered(id: string, claim: number, line: number, answer: LineAnswer): Promise<void>;
  /** Batches that have not ended. */
  open(): Promise<{ id: string; claim: number }[]>;
}

const LINES_A_STATEMENT = 1_000;
const OPEN: BatchStatus[] = ["validating", "in_progress", "finalizing", "cancelling"];

export function batchStore(sql: Sql): BatchStore {
  // Progress of a running batch is counted from its lines.
  const read = sql`
    select b.id, b.owner, b.caller, b.ip, b.endpoint, b.input_file_id, b.completion_window, b.metadata, b.status,
      b.errors, b.output_file_id, b.error_file_id, b.output_expires_seconds, b.total,
      coalesce(counts.completed, b.completed)::int as completed, coalesce(counts.failed, b.failed)::int as failed,
      b.usage, b.created_at, b.in_progress_at, b.expires_at, b.finalizing_at, b.completed_at, b.failed_at,
      b.expired_at, b.cancelling_at, b.cancelled_at, b.claim
    from gateway.batches b left join lateral (
      select count(*) filter (where status_code between 200 and 299) as completed,
        count(*) filter (where answered_at is not null
          and (status_code is null or status_code not between 200 and 299)) as failed
      from gateway.batch_lines l where l.batch_id = b.id
    ) as counts on b.status in ('in_progress', 'finalizing', 'cancelling')`;

  async function find(id: string): Promise<StoredBatch | undefined> {
    const [batch] = await sql<StoredBatch[]>`${read} where b.id = ${id}`;
    return batch;
  }

  return {
    async insert({ caller, metadata, ...batch }) {
      await sql`insert into gateway.batches ${
        sql({
          ...batch,
          caller: sql.json(JSON.parse(JSON.stringify(caller))),
          metadata: metadata && sql.json(metadata),
          status: "validating",
        })
      }`;
      const stored = await find(batch.id);
      if (!stored) throw new Error("a batch that was just stored is gone");
      return stored;
    },
    find,
    list: ({ owner, after, limit }) =>
      sql<StoredBatch[]>`${read} where b.owner = ${owner}
        ${after === undefined ? sql`` : sql`and b.id < ${after}`} order by b.id desc limit ${limit}`,
    async cancel(id) {
      const { count } = await sql`
        update gateway.batches set status = 'cancelling', cancelling_at = now()
        where id = ${id} and status in ('validating', 'in_progress')`;
      return count > 0 ? await find(id) : undefined;
    },
    async take(id, claim) {
      const { count } = await sql`
        update gateway.batches set claim = ${claim} where id = ${id} and claim < ${claim} and status in ${
        sql(OPEN)
      }`;
      return count > 0 ? await find(id) : undefined;
    },
    async fail(id, claim, errors) {
      await sql`
        update gateway.batches set status = 'failed', failed_at = now(), errors = ${
        sql.json(errors.map((each) => ({ ...each })))
      }
        where id = ${id} and claim = ${claim} and status = 'validating'`;
    },
    begin: (id, claim, lines) =>
      sql.begin(async (tx) => {
        const { count } = await tx`
          update gateway.batches set status = 'in_progress', in_progress_at = now(), total = ${lines.length}
          where id = ${id} and claim = ${claim} and status = 'validating'`;
        if (count === 0) return;
        for (let at = 0; at < lines.length; at += LINES_A_STATEMENT) {
          const rows = lines.slice(at, at + LINES_A_STATEMENT).map((line) => ({ batch_id: id, ...line }));
          await tx`insert into gateway.batch_lines ${tx(rows)}`;
        }
      }),
    async giveUpStarted(id, claim) {
      await sql`
        update gateway.batch_lines set error_code = 'interrupted', answered_at = now()
        where batch_id = ${id} and started_claim < ${claim} and answered_at is null`;
    },
    start: (id, claim, most) =>
      sql<BatchLine[]>`
        with next as (
          select line from gateway.batch_lines
          where batch_id = ${id} and started_claim is null and answered_at is null order by line limit ${most}
        )
        update gateway.batch_lines as lines set started_claim = ${claim} from next
        where lines.batch_id = ${id} and lines.line = next.line and lines.started_claim is null and exists (
          select 1 from gateway.batches where id = ${id} and claim = ${claim} and status = 'in_progress'
            and expires_at > now())
        returning lines.line, lines.custom_id, lines.body`,
    async unstart(id, claim, line) {
      await sql`
        update gateway.batch_lines set started_claim = null
        where batch_id = ${id} and line = ${line} and started_claim = ${claim} and answered_at is null`;
    },
    async answered(id, claim, line, { request_id, status_code, answer }) {
      // A late answer counts even after another worker has claimed the batch.
      await sql`
        update gateway.batch_lines set request_id = ${request_id}, status_code = ${status_code}, answer = ${answer},
          error_code = null, answered_at = now()
        where batch_id = ${id} and line = ${line} and started_claim = ${claim}
          and (answered_at is null or error_code = 'interrupted')`;
    },
    open: () =>
      sql<{ id: string; claim: number }[]>`
        select id, claim from gateway.batches where status in ${sql(OPEN)} order by created_at, id`,
  };
}
