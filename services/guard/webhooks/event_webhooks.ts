import type { Sql } from "lib/database/db.ts";
import type { AuditEntry } from "../audit/audit_event.ts";
import { enqueue } from "./deliveries_store.ts";

/** Queues messages about audit events for the webhooks that subscribe to them; returns whether there were any. */
export function eventWebhooks(sql: Sql): (entries: readonly AuditEntry[]) => Promise<boolean> {
  return async (entries) => {
    const told = entries.flatMap((entry) => typesOf(entry).map((type) => ({ type, entry })));
    if (told.length === 0) return false;
    const [subscribed] = await sql`
      select 1 from guard.webhooks
      where is_active and events && array['policy_violation', 'pii_detected', 'safety_block', '*'] limit 1`;
    if (!subscribed) return false;
    await sql.begin(async (tx) => {
      for (const { type, entry } of told) {
        await enqueue(tx, { type, time: entry.created_at, data: dataOf(entry) });
      }
    });
    return true;
  };
}

function typesOf(entry: AuditEntry): string[] {
  return [
    ...entry.violations > 0 && entry.action === "block" ? ["policy_violation"] : [],
    ...entry.pii_entities > 0 ? ["pii_detected"] : [],
    ...entry.safety_blocked ? ["safety_block"] : [],
  ];
}

/** The data of a message about an event: enough to look it up, without the content. */
function dataOf(entry: AuditEntry): Record<string, unknown> {
  const {
    id,
    event_type,
    severity,
    user_id,
    model,
    action,
    request_id,
    violations,
    pii_entities,
    created_at,
  } = entry;
  return {
    id,
    event_type,
    severity,
    user_id,
    model,
    action,
    request_id,
    violations,
    pii_entities,
    created_at,
  };
}
