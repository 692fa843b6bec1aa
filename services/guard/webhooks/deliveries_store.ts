import { uuidv7 } from "lib/ids.ts";
import type { Sql, TransactionSql } from "lib/database/db.ts";
import type { StoredDelivery } from "./delivery.ts";

/** A delivery that is due, with the address and the secret of its webhook. */
export type DueDelivery = StoredDelivery & { url: string; secret: string; failing_since: string | null };

/** The outcome of one attempt. */
export interface Attempt {
  status: StoredDelivery["status"];
  status_code: number | null;
  error: string | null;
  /** When the next attempt is due, if it is pending. */
  due_at: string;
  finished_at: string | null;
}

export interface DeliveryStore {
  /** Leases due deliveries to this process until `until`. */
  claim(now: string, until: string, limit: number): Promise<DueDelivery[]>;
  finish(delivery: DueDelivery, attempt: Attempt, now: string): Promise<void>;
  /** Disables a webhook and abandons its pending deliveries. */
  disable(webhookId: string, reason: string, now: string): Promise<void>;
  list(webhookId: string, limit: number): Promise<StoredDelivery[]>;
  find(webhookId: string, id: string): Promise<StoredDelivery | undefined>;
  /** Makes an ended delivery due now, with all its attempts before it; false where there is none, or it is pending. */
  resend(delivery: { webhookId: string; id: string }, now: string): Promise<boolean>;
  prune(time: string): Promise<number>;
}

/**
 * Puts a message into the outbox for each webhook of `to`, or without any for each that subscribes to the
 * type. Runs in the transaction of the change that the message reports.
 */
export async function enqueue(
  tx: TransactionSql,
  { type, time, data, to = [] }: { type: string; time: string; data: unknown; to?: readonly string[] },
): Promise<void> {
  const webhooks = await tx<{ id: string }[]>`
    select id from guard.webhooks where is_active and ${
    to.length > 0 ? tx`id = any(${[...to]}::text[])` : tx`(${type} = any(events) or '*' = any(events))`
  }`;
  if (webhooks.length === 0) return;
  const payload = JSON.stringify({ type, timestamp: time, data });
  const rows = webhooks.map(({ id }) => ({
    id: `msg_${uuidv7().replaceAll("-", "")}`,
    webhook_id: id,
    event_type: type,
    payload,
    status: "pending",
    attempts: 0,
    due_at: time,
    created_at: time,
  }));
  await tx`insert into guard.webhook_deliveries ${tx(rows)}`;
}

export function deliveryStore(sql: Sql): DeliveryStore {
  return {
    claim: (now, until, limit) =>
      sql<DueDelivery[]>`
        update guard.webhook_deliveries d set due_at = ${until}, attempts = d.attempts + 1
        from guard.webhooks w
        where w.id = d.webhook_id and w.is_active and d.id in (
          select due.id from guard.webhook_deliveries due join guard.webhooks of on of.id = due.webhook_id
          where due.status = 'pending' and due.due_at <= ${now} and of.is_active
          order by due.due_at limit ${limit} for update of due skip locked)
        returning d.*, w.url, w.secret, w.failing_since`,
    finish: (delivery, attempt, now) =>
      sql.begin(async (tx) => {
        await tx`update guard.webhook_deliveries set ${tx({ ...attempt })} where id = ${delivery.id}`;
        await tx`
          update guard.webhooks
          set failing_since = ${attempt.status === "delivered" ? null : delivery.failing_since ?? now}
          where id = ${delivery.webhook_id}`;
      }),
    disable: (webhookId, reason, now) =>
      sql.begin(async (tx) => {
        await tx`update guard.webhooks set is_active = false, disabled_reason = ${reason} where id = ${webhookId}`;
        await tx`
          update guard.webhook_deliveries set status = 'failed', finished_at = ${now}, error = ${reason}
          where webhook_id = ${webhookId} and status = 'pending'`;
      }),
    list: (webhookId, limit) =>
      sql<StoredDelivery[]>`
        select * from guard.webhook_deliveries where webhook_id = ${webhookId}
        order by created_at desc, id desc limit ${limit}`,
    async find(webhookId, id) {
      const [delivery] = await sql<StoredDelivery[]>`
        select * from guard.webhook_deliveries where id = ${id} and webhook_id = ${webhookId}`;
      return delivery;
    },
    async resend({ webhookId, id }, now) {
      return (await sql`
        update guard.webhook_deliveries
        set status = 'pending', attempts = 0, due_at = ${now}, finished_at = null
        where id = ${id} and webhook_id = ${webhookId} and status <> 'pending'`).count > 0;
    },
    async prune(time) {
      return (await sql`
        delete from guard.webhook_deliveries where status <> 'pending' and created_at < ${time}`).count;
    },
  };
}
