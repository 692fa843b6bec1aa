import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { BEGINNING, chainedRecords, type ChainPlace } from "./audit_chain.ts";
import { countInto, countsFrom, type DailyCount } from "./audit_daily.ts";
import type { AuditEntry, AuditRecord, TrailQuery } from "./audit_event.ts";
import { type Head, type HeadFault, headFault, signedHead } from "./audit_head.ts";
import type { AuditKeys } from "./audit_keys.ts";

export interface AuditFilter extends TrailQuery {
  /** Only events that this caller caused. */
  subject?: string;
}

export interface AuditStore {
  /** Gives every event from now on a keyed hash. Returns the events that it adds itself. */
  seal(): Promise<AuditEntry[]>;
  /**
   * Appends the events to the chain, except those already in it. Returns the events that it adds itself, for
   * example about a head that was changed from outside.
   */
  append(entries: AuditEntry[]): Promise<AuditEntry[]>;
  list(filter: AuditFilter): Promise<AuditRecord[]>;
  count(filter: AuditFilter): Promise<number>;
  /** The head of the chain and its fault; a missing head is rebuilt from the events. */
  head(): Promise<{ head: Head; fault: HeadFault | undefined }>;
  /** Records of the chain after `seq`, in order. */
  after(seq: number, limit: number): Promise<AuditRecord[]>;
  /** The hashes of the records at these places. */
  hashes(seqs: readonly number[]): Promise<Map<number, string>>;
  /** The findings of the events from a day on, ISO; `since` is the first day that was counted at all. */
  countsFrom(day: string): Promise<{ counts: DailyCount[]; since: string | null }>;
  /** Deletes the events before `time` from the beginning of the chain; returns their number. */
  prune(time: string): Promise<number>;
}

export function auditStore(
  sql: Sql,
  { keys, now = Date.now }: { keys: AuditKeys; now?: () => number },
): AuditStore {
  const matching = ({ event_type, severity, user_id, subject }: AuditFilter) =>
    sql`true
      ${event_type ? sql`and event_type = ${event_type}` : sql``}
      ${severity ? sql`and severity = ${severity}` : sql``}
      ${user_id ? sql`and user_id = ${user_id}` : sql``}
      ${subject ? sql`and subject = ${subject}` : sql``}`;

  /** Locks the head; a head that was changed from outside is recorded as an event. */
  async function opened(tx: TransactionSql): Promise<{ head: Head; added: AuditEntry[] }> {
    // A missing head cannot be locked: the row is inserted first, and a concurrent transaction waits for it.
    const { count: gone } = await tx`
      insert into guard.audit_head (one, seq, hash, anchor_seq, anchor_hash)
      values (true, 0, ${BEGINNING}, 0, ${BEGINNING}) on conflict (one) do nothing`;
    await tx`select 1 from guard.audit_head for update`;
    const { head, fault } = gone > 0
      ? { head: await madeFrom(tx), fault: "head_missing" as const }
      : await looked(tx);
    if (!fault) return { head: { ...head, keyed_from: head.keyed_from ?? head.seq + 1 }, added: [] };
    const event = faultEvent(fault, head, now());
    const [record] = chainedRecords(head, [event], keys.current);
    if (!record) return { head, added: [] };
    await tx`insert into guard.audit_events ${tx([record])}`;
    return { head: { ...head, seq: record.seq, hash: record.hash }, added: [event] };
  }

  async function looked(tx: Sql | TransactionSql): Promise<{ head: Head; fault: HeadFault | undefined }> {
    const [stored] = await tx<Head[]>`
      select seq, hash, anchor_seq, anchor_hash, keyed_from, key_id, mac from guard.audit_head`;
    const isKeyed = stored?.mac === null && await firstKeyed(tx) !== null;
    const fault = headFault(stored, { keys, isKeyed });
    return stored && !fault ? { head: stored, fault } : { head: await madeFrom(tx), fault };
  }

  async function write(tx: TransactionSql, head: Head): Promise<void> {
    await tx`update guard.audit_head set ${tx(signedHead(head, keys.current))}`;
  }

  return {
    seal: () =>
      sql.begin(async (tx) => {
        const { head, added } = await opened(tx);
        await write(tx, head);
        return added;
      }),
    append: (entries) =>
      sql.begin(async (tx) => {
        const { head, added } = await opened(tx);
        // A batch is retried after a failure, which may have come after its commit.
        const there = await tx<{ id: string }[]>`
          select id from guard.audit_events where id = any(${entries.map(({ id }) => id)}::text[])`;
        const known = new Set(there.map(({ id }) => id));
        const records = chainedRecords(head, entries.filter(({ id }) => !known.has(id)), keys.current);
        const last = records.at(-1);
        if (records.length > 0) await tx`insert into guard.audit_events ${tx(records)}`;
        await countInto(tx, records);
        if (last) await write(tx, { ...head, seq: last.seq, hash: last.hash });
        else if (added.length > 0) await write(tx, head);
        return added;
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
    head: () => looked(sql),
    after: (seq, limit) =>
      sql<AuditRecord[]>`select * from guard.audit_events where seq > ${seq} order by seq limit ${limit}`,
    async hashes(seqs) {
      const rows = await sql<{ seq: number; hash: string }[]>`
        select seq, hash from guard.audit_events where seq = any(${[...seqs]}::bigint[])`;
      return new Map(rows.map(({ seq, hash }) => [seq, hash]));
    },
    countsFrom: (day) => countsFrom(sql, day),
    prune: (time) =>
      sql.begin(async (tx) => {
        const { head, added } = await opened(tx);
        const [last] = await tx<{ seq: number; hash: string }[]>`
          select seq, hash from guard.audit_events
          where seq < (select coalesce(min(seq), ${
          head.seq + 1
        }) from guard.audit_events where created_at >= ${time})
          order by seq desc limit 1`;
        if (!last) {
          if (added.length > 0) await write(tx, head);
          return 0;
        }
        const gone = await tx`delete from guard.audit_events where seq <= ${last.seq}`;
        await write(tx, { ...head, anchor_seq: last.seq, anchor_hash: last.hash });
        return gone.count;
      }),
  };
}

async function firstKeyed(tx: Sql | TransactionSql): Promise<number | null> {
  const [first] = await tx<{ seq: number | null }[]>`
    select min(seq) as seq from guard.audit_events where key_id is not null`;
  return first?.seq ?? null;
}

/** The head rebuilt from the events, to replace a missing or changed one. */
async function madeFrom(tx: Sql | TransactionSql): Promise<Head> {
  const [first] = await tx<{ seq: number; previous_hash: string }[]>`
    select seq, previous_hash from guard.audit_events order by seq limit 1`;
  const [last = { seq: 0, hash: BEGINNING }] = await tx<ChainPlace[]>`
    select seq, hash from guard.audit_events order by seq desc limit 1`;
  return {
    seq: last.seq,
    hash: last.hash,
    anchor_seq: first ? first.seq - 1 : 0,
    anchor_hash: first?.previous_hash ?? BEGINNING,
    keyed_from: await firstKeyed(tx) ?? last.seq + 1,
    key_id: null,
    mac: null,
  };
}

function faultEvent(fault: HeadFault, { seq }: Head, now: number): AuditEntry {
  return {
    id: uuidv7(now),
    event_type: "audit_fault",
    severity: "critical",
    user_id: null,
    subject: "guard",
    model: null,
    action: null,
    request_id: null,
    violations: 0,
    pii_entities: 0,
    safety_blocked: false,
    content_hash: null,
    content_snippet: null,
    details: JSON.stringify({ fault, last_seq: seq }),
    created_at: new Date(now).toISOString(),
  };
}
