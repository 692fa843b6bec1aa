import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { jsonColumn } from "lib/database/json_column.ts";

/** A change: actor, action, resource, and its state before and after. */
export interface Change {
  actor: string;
  action: string;
  resource: "tender" | "supplier" | "bid" | "evaluation" | "report";
  resource_id: string;
  before?: unknown;
  after?: unknown;
}

/** Records a change in the transaction that makes it. */
export async function audit(tx: TransactionSql, change: Change): Promise<void> {
  const { before, after, ...rest } = change;
  await tx`insert into procurement.audit_events ${
    tx({
      id: uuidv7(),
      ...rest,
      before: before === undefined ? null : tx.json(jsonColumn(before)),
      after: after === undefined ? null : tx.json(jsonColumn(after)),
      at: new Date(),
    })
  }`;
}

/** A recorded change. */
export interface AuditEvent extends Change {
  id: string;
  at: string;
}

/** The changes of one resource, newest first. */
export async function changesOf(sql: Sql, resourceId: string, limit = 100): Promise<AuditEvent[]> {
  return await sql<AuditEvent[]>`
    select id, actor, action, resource, resource_id, before, after, at from procurement.audit_events
    where resource_id = ${resourceId} order by at desc, id desc limit ${limit}`;
}

/** Whether a person bids, now or then, on the tender that a resource is, or belongs to. */
export async function bidsOn(sql: Sql, resourceId: string, sub: string): Promise<boolean> {
  const found = await sql`
    select 1 from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id
    where (b.bidders ? ${sub} or s.owners ? ${sub}) and b.tender_id in (
      select ${resourceId}::uuid
      union all select tender_id from procurement.bids where id = ${resourceId}
      union all select tender_id from procurement.reports where id = ${resourceId})
    limit 1`;
  return found.length > 0;
}
