import type { Sql } from "lib/database/db.ts";
import { countingEvents } from "./audit_counts.ts";

/** Inserts the events of a JSON array and counts those that are new, in one statement. */
export async function insertEvents(sql: Sql, json: string): Promise<void> {
  await sql`
    with added as (
      insert into gateway.audit_events (id, timestamp, actor, action, outcome, resource, provider, model, request_id,
        ip, latency_ms, detail, search)
      select id, timestamp, actor, action, outcome, resource, provider, model, request_id, ip, latency_ms, detail, search
      from json_to_recordset(${json}::text::json) as event (id uuid, timestamp timestamptz, actor text, action text,
        outcome text, resource text, provider text, model text, request_id text, ip text,
        latency_ms double precision, detail jsonb, search text)
      on conflict (timestamp, id) do nothing
      returning timestamp, actor, action, outcome, provider, model
    ), events as (
      select date_bin('1 hour', timestamp, 'epoch') as hour, actor, action, outcome, provider, model, 1 as n from added
    ), ${countingEvents(sql)}
    select`;
}
