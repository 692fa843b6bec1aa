import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Role } from "lib/auth/user.ts";
import type { Reprocessing } from "./reprocessing.ts";
import type { Step } from "./document.ts";

export interface ReprocessingRow extends Omit<Reprocessing, "from" | "deleted" | "failures"> {
  owner: string;
  from_step: Step;
}

export interface ReprocessingItem {
  reprocessing_id: string;
  document_id: string;
  from_step: Step;
  /** The person who started the reprocessing, with their role at that time. */
  owner: string;
  role: Role;
}

/** An owner's running reprocessings, and their queued and current documents. */
export interface OpenReprocessings {
  reprocessings: number;
  documents: number;
}

/** Options of a new reprocessing. */
export interface NewReprocessing {
  owner: string;
  role: Role;
  from: Step;
  /** Throws when the owner may not start another one. */
  allow(open: OpenReprocessings): void;
}

export interface ReprocessingStore {
  /** Starts a reprocessing unless `allow` throws, and deletes ended ones older than 30 days. */
  begin(documents: string[], beginning: NewReprocessing): Promise<ReprocessingRow>;
  find(id: string): Promise<ReprocessingRow | undefined>;
  /** Cancels a reprocessing: queued documents stay unchanged, the current ones are finished. */
  cancel(id: string): Promise<void>;
  failures(id: string, limit: number): Promise<{ document_id: string; failure: string }[]>;
  /** Leases the next document of the person who has waited longest, for a minute. */
  take(worker: string): Promise<ReprocessingItem | undefined>;
  renew(item: ReprocessingItem, worker: string): Promise<void>;
  finish(item: ReprocessingItem, worker: string, failure: string | undefined): Promise<void>;
  /** Returns a document to the queue for a retry after `seconds`. */
  giveBack(item: ReprocessingItem, worker: string, seconds: number): Promise<void>;
}

const INSERTED_AT_ONCE = 1000;

export function reprocessingStore(sql: Sql): ReprocessingStore {
  async function find(id: string): Promise<ReprocessingRow | undefined> {
    const [row] = await sql<ReprocessingRow[]>`
      select r.id, r.owner, r.from_step, r.total, r.created_at, r.canceled_at,
        count(*) filter (where i.state = 'waiting')::int as waiting,
        count(*) filter (where i.state = 'working')::int as working,
        count(*) filter (where i.state = 'done')::int as done,
        count(*) filter (where i.state = 'failed')::int as failed,
        count(*) filter (where i.state = 'canceled')::int as canceled
      from documents.reprocessings r left join documents.reprocessing_items i on i.reprocessing_id = r.id
      where r.id = ${id} group by r.id`;
    return row && {
      ...row,
      created_at: new Date(row.created_at).toISOString(),
      canceled_at: row.canceled_at && new Date(row.canceled_at).toISOString(),
    };
  }

  return {
    find,
    async begin(documents, { owner, role, from, allow }) {
      const id = uuidv7();
      await sql.begin(async (tx) => {
        // The lock serialises requests of one person, so that concurrent ones cannot exceed the limits.
        await tx`select pg_advisory_xact_lock(hashtextextended(${`documents reprocess ${owner}`}, 0))`;
        await forgetOld(tx);
        const [open] = await tx<OpenReprocessings[]>`
          select count(distinct r.id)::int as reprocessings, count(*)::int as documents
          from documents.reprocessings r join documents.reprocessing_items i on i.reprocessing_id = r.id
          where r.owner = ${owner} and i.state in ('waiting', 'working')`;
        allow(open ?? { reprocessings: 0, documents: 0 });
        await tx`
          insert into documents.reprocessings (id, owner, role, from_step, total)
          values (${id}, ${owner}, ${role}, ${from}, ${documents.length})`;
        for (let at = 0; at < documents.length; at += INSERTED_AT_ONCE) {
          const rows = documents.slice(at, at + INSERTED_AT_ONCE);
          // Skips documents deleted since the selection.
          await tx`
            insert into documents.reprocessing_items (reprocessing_id, document_id)
            select ${id}::uuid, d.id from jsonb_array_elements_text(${tx.json(rows)}) as chosen
            join documents.documents d on d.id = chosen::uuid`;
        }
      });
      const begun = await find(id);
      if (!begun) throw new Error("the database returned no reprocessing");
      return begun;
    },
    async cancel(id) {
      await sql.begin(async (tx) => {
        await tx`update documents.reprocessings set canceled_at = coalesce(canceled_at, now()) where id = ${id}`;
        await tx`
          update documents.reprocessing_items set state = 'canceled'
          where reprocessing_id = ${id} and state = 'waiting'`;
      });
    },
    async failures(id, limit) {
      const rows = await sql<{ document_id: string; failure: string }[]>`
        select document_id, failure from documents.reprocessing_items
        where reprocessing_id = ${id} and state = 'failed' order by document_id limit ${limit}`;
      return [...rows];
    },
    async take(worker) {
      const [row] = await sql<ReprocessingItem[]>`
        with next as (
          select r.id, r.owner, r.role, r.from_step, item.document_id
          from documents.reprocessings r cross join lateral (
            select i.document_id from documents.reprocessing_items i
            where i.reprocessing_id = r.id and i.state in ('waiting', 'working')
              and (i.lease_until is null or i.lease_until < now())
            order by i.document_id limit 1 for update skip locked
          ) item
          order by (
            select max(o.taken_at) from documents.reprocessings o where o.owner = r.owner
          ) nulls first, r.id limit 1
        ), turn as (
          update documents.reprocessings set taken_at = clock_timestamp() where id = (select id from next)
        )
        update documents.reprocessing_items i
        set state = 'working', lease_owner = ${worker}, lease_until = now() + interval '60 seconds'
        from next where i.reprocessing_id = next.id and i.document_id = next.document_id
        returning i.reprocessing_id, i.document_id, next.from_step, next.owner, next.role`;
      return row;
    },
    async renew(item, worker) {
      await sql`
        update documents.reprocessing_items set lease_until = now() + interval '60 seconds'
        where ${ofWorker(sql, item, worker)}`;
    },
    async finish(item, worker, failure) {
      await sql`
        update documents.reprocessing_items set state = ${failure === undefined ? "done" : "failed"},
          failure = ${failure ?? null}, lease_owner = null, lease_until = null
        where ${ofWorker(sql, item, worker)}`;
    },
    async giveBack(item, worker, seconds) {
      await sql`
        update documents.reprocessing_items i set lease_owner = null,
          state = (select case when canceled_at is null then 'waiting' else 'canceled' end
            from documents.reprocessings where id = i.reprocessing_id),
          lease_until = now() + ${seconds} * interval '1 second'
        where ${ofWorker(sql, item, worker)}`;
    },
  };
}

async function forgetOld(tx: TransactionSql): Promise<void> {
  await tx`
    delete from documents.reprocessings r where created_at < now() - interval '30 days' and not exists (
      select 1 from documents.reprocessing_items i
      where i.reprocessing_id = r.id and i.state in ('waiting', 'working')
    )`;
}

function ofWorker(sql: Sql, { reprocessing_id, document_id }: ReprocessingItem, worker: string) {
  return sql`reprocessing_id = ${reprocessing_id} and document_id = ${document_id}
    and state = 'working' and lease_owner = ${worker}`;
}
