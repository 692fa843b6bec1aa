/** Which field of a filter of events leads, by its index, to the fewest calls. */
import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { tenantOf } from "../access/caller.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { equalTo, inRange } from "./conditions.ts";
import { isOfRequest } from "./request_records.ts";

/** The fields of which calls have an index each. */
const LEADS = ["actor", "resource", "model", "provider"] as const;
export type Lead = typeof LEADS[number];

/** The path of most calls, which the index of paths leaves out. */
const USUAL_PATH = "/v1/chat/completions";

/** How many of the newest calls of each field tell which has the fewest. */
export const EXAMINED = 2_000;

/** As the index has it, not as a parameter, so that a plan that is kept can use the index. */
function isUnusual(sql: Sql): postgres.Fragment {
  return sql`resource <> '/v1/chat/completions'`;
}

function leadsOf(filter: AuditFilter): Lead[] {
  return LEADS.filter((name) =>
    filter[name] !== undefined && !(name === "resource" && filter.resource === USUAL_PATH)
  );
}

/** The conditions of a filter that an index of the usage records has. */
export function ledCalls(
  sql: Sql,
  filter: AuditFilter,
  lead: Lead | undefined = leadsOf(filter)[0],
): postgres.Fragment {
  const { request_id, actor = "", resource = "", outcome } = filter;
  if (request_id !== undefined) return sql`and ${isOfRequest(sql, request_id)}`;
  // As the indexes of them have it.
  const otherwise = outcome === undefined || outcome === "success"
    ? sql``
    : sql`and outcome not in ('ok', 'cached')`;
  if (lead === undefined) return otherwise;
  if (lead === "actor") return sql`${otherwise} and tenant_id = ${tenantOf(actor)}`;
  if (lead === "resource") return sql`${otherwise} and resource = ${resource} and ${isUnusual(sql)}`;
  return sql`${otherwise} ${equalTo(sql, filter, [lead])}`;
}

/**
 * The field that leads to the fewest calls: to the fewest of all, or else, where each leads to many, to those that
 * reach back the longest.
 */
export async function rarestLead(sql: Sql, filter: AuditFilter): Promise<Lead | undefined> {
  const leads = leadsOf(filter);
  if (leads.length < 2 || filter.request_id !== undefined) return leads[0];
  const range = inRange(sql, "timestamp", { start: filter.start_time, end: filter.end_time });
  const newest = leads.map((lead) =>
    sql`
    select ${lead}::text as lead, count(*) as calls, min(timestamp) as since
    from (select timestamp from gateway.usage_records where true ${range} ${ledCalls(sql, filter, lead)}
      order by timestamp desc, id desc limit ${EXAMINED}) as newest`
  );
  const [rarest] = await sql<{ lead: Lead }[]>`
    select lead from (${newest.reduce((all, part) => sql`${all} union all ${part}`)}) as leads
    order by calls, since limit 1`;
  return rarest?.lead;
}
