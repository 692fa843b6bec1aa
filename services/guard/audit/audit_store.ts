import type { Sql } from "lib/db.ts";
import { chained } from "./audit_chain.ts";
import type { AuditEntry, AuditRecord } from "./audit_event.ts";

export interface AuditFilter {
  event_type?: string;
  severity?: string;
  user_id?: string;
  /** Only events that this caller caused. */
  subject?: string;
  limit: number;
  skip: number;
}

export interface AuditStore {
  /** Appends the events to the chain, except those that are in it already. */
  append(entries: AuditEntry[]): Promise<void>;
  list(filter: AuditFilter): Promise<AuditRecord[]>;
  count(filter: AuditFilter): Promise<number>;
  head(): Promise<Head>;
  /** Records of the chain after `seq`, in order. */
  after(seq: number, limit: number): Promise<AuditRecord[]>;
  /** Deletes the events before `time` from the beginning of the chain; returns their number. */
  prune(time: string): Promise<number>;
}

export interface Head {
  seq: number;
  hash: string;
  anchor_seq: number;
  anchor_hash: string;
}

export function auditStore(sql: Sql): AuditStore {
  const matching = ({ event_type, severity, user_id, subject }: AuditFilter) =>
    sql`true
      ${event_type ? sql`and event_type = ${event_type}` : sql``}
      ${severity ? sql`and severity = ${severity}` : sql``}
      ${user_id ? sql`and user_id = ${user_id}` : sql``}
      ${subject ? sql`and subject = ${subject}` : sql``}`;
  return {
    append: (entries) =>
      sql.begin(async (tx) => {
        const [head] = await tx<Head[]>`select seq, hash from guard.audit_head for update`;
        if (!head) throw new Error("The audit chain has no head");
        // A batch is retried after a failure, which may have come after its commit.
        const there = await tx<{ id: string }[]>`
          select id from guard.audit_events where id = any(${entries.map(({ id }) => id)}::text[])`;
        const known = new Set(there.map(({ id }) => id));
        const records = chained(head, entries.filter(({ id }) => !known.has(id)));
        const last = records.at(-1);
        if (!last) return;
        await tx`insert into guard.audit_events ${tx(records)}`;
        await tx`update guard.audit_head set seq = ${last.seq}, hash = ${last.hash}`;
      }),
    list: (filter) =>
      sql<AuditRecord[]>`
        select * from guard.audit_events where ${matching(filter)}
        order by created_at desc, seq desc limit ${filter.limit} offset ${filter.skip}`,
    async count(filter) {
      if (!filter.event_type && !filter.severity && !filter.user_id && !filter.subject) {
        // The chain has no gaps, so the difference of its ends is the number of events.
        const [head] = await sql<{ n: number }[]>`select seq - anchor_seq as n from guard.audit_head`;
        return head?.n ?? 0;
      }
      const [row] = await sql<{ n: number }[]>`
        select count(*) as n from guard.audit_events where ${matching(filter)}`;
      return row?.n ?? 0;
    },
    async head() {
      const [head] = await sql<Head[]>`select seq, hash, anchor_seq, anchor_hash from guard.audit_head`;
      if (!head) throw new Error("The audit chain has no head");
      return head;
    },
    after: (seq, limit) =>
      sql<AuditRecord[]>`select * from guard.audit_events where seq > ${seq} order by seq limit ${limit}`,
    prune: (time) =>
      sql.begin(async (tx) => {
        await tx`select 1 from guard.audit_head for update`;
        const [last] = await tx<{ seq: number; hash: string }[]>`
          select seq, hash from guard.audit_events
          where seq < (select coalesce(min(seq), (select seq + 1 from guard.audit_head))
            from guard.audit_events where created_at >= ${time})
          order by seq desc limit 1`;
        if (!last) return 0;
        const gone = await tx`delete from guard.audit_events where seq <= ${last.seq}`;
        await tx`update guard.audit_head set anchor_seq = ${last.seq}, anchor_hash = ${last.hash}`;
        return gone.count;
      }),
  };
}
