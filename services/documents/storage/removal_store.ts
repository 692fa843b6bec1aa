import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";

/** Why a document was deleted: on request, by its own date, or by the general retention period. */
export type Reason = "asked" | "keep_until" | "retention";

export interface Removed {
  document_id: string;
  owner: string;
  sha256: string;
  reason: Reason;
}

export interface Deletion extends Removed {
  deleted_by: string | null;
  deleted_at: string;
}

export interface RemovalStore {
  /** Deletes a document with all results; undefined if there is none or it is on hold. */
  remove(id: string, by: string): Promise<Removed | undefined>;
  /** Deletes documents expired by `today`; without `days` only those with a date of their own. */
  removeExpired(options: { today: string; days: number | undefined; limit: number }): Promise<Removed[]>;
  /** Registers a file before it is stored, so that the sweep finds it if the process dies before its document exists. */
  expect(sha256: string): Promise<{ arrived(): Promise<void> }>;
  /** Files to delete if no document has them; includes registered files that did not arrive within an hour. */
  doomed(limit: number): Promise<string[]>;
  /** Deletes a file unless a document has it, under a lock against uploads of the same bytes. */
  free(sha256: string, removeBytes: () => Promise<void>): Promise<void>;
  deletions(page: { limit: number; offset: number }): Promise<{ rows: Deletion[]; total: number }>;
}

export function removalStore(sql: Sql): RemovalStore {
  return {
    async remove(id, by) {
      return await sql.begin(async (tx) => {
        const [row] = await tx<Removed[]>`
          delete from documents.documents where id = ${id} and not legal_hold
          returning id as document_id, uploaded_by as owner, sha256, 'asked' as reason`;
        if (row) await record(tx, row, by);
        return row;
      });
    },
    async removeExpired({ today, days, limit }) {
      const over = days === undefined
        ? sql`keep_until < ${today}::date`
        : sql`coalesce(keep_until, ((created_at at time zone 'utc')::date + ${days}::int)) < ${today}::date`;
      return await sql.begin(async (tx) => {
        const rows = await tx<Removed[]>`
          delete from documents.documents where id in (
            select id from documents.documents
            where not legal_hold and (lease_until is null or lease_until < now()) and ${over}
            order by created_at limit ${limit} for update skip locked
          )
          returning id as document_id, uploaded_by as owner, sha256,
            case when keep_until is null then 'retention' else 'keep_until' end as reason`;
        for (const row of rows) await record(tx, row, null);
        return [...rows];
      });
    },
    async expect(sha256) {
      const id = uuidv7();
      await sql`insert into documents.arriving_files (id, sha256) values (${id}, ${sha256})`;
      return {
        arrived: async () => void await sql`delete from documents.arriving_files where id = ${id}`,
      };
    },
    async doomed(limit) {
      await sql`
        with lost as (
          delete from documents.arriving_files where since < now() - interval '1 hour' returning sha256
        )
        insert into documents.doomed_files (sha256) select distinct sha256 from lost on conflict do nothing`;
      const rows = await sql<{ sha256: string }[]>`
        select sha256 from documents.doomed_files order by since limit ${limit}`;
      return rows.map(({ sha256 }) => sha256);
    },
    async free(sha256, removeBytes) {
      await sql.begin(async (tx) => {
        await lockFile(tx, sha256);
        const kept = await tx`select 1 from documents.documents where sha256 = ${sha256} limit 1`;
        if (kept.length === 0) await removeBytes();
        await tx`delete from documents.doomed_files where sha256 = ${sha256}`;
      });
    },
    async deletions({ limit, offset }) {
      const rows = await sql<Deletion[]>`
        select document_id, owner, sha256, reason, deleted_by, deleted_at from documents.deletions
        order by deleted_at desc, id desc limit ${limit} offset ${offset}`;
      const [counted] = await sql<
        { total: number }[]
      >`select count(*)::int as total from documents.deletions`;
      return {
        rows: rows.map((row) => ({ ...row, deleted_at: new Date(row.deleted_at).toISOString() })),
        total: counted?.total ?? 0,
      };
    },
  };
}

/** Locks a file until the transaction ends, against concurrent storing and deleting. */
export async function lockFile(tx: TransactionSql, sha256: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`documents ${sha256}`}, 0))`;
}

async function record(
  tx: TransactionSql,
  { document_id, owner, sha256, reason }: Removed,
  by: string | null,
): Promise<void> {
  await tx`
    insert into documents.deletions (id, document_id, owner, sha256, reason, deleted_by)
    values (${uuidv7()}, ${document_id}, ${owner}, ${sha256}, ${reason}, ${by})`;
  await tx`insert into documents.doomed_files (sha256) values (${sha256}) on conflict do nothing`;
}
