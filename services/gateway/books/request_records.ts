import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Selects the usage records of a request. A request without a client's name has the id of its record; names
 * are in a partial index, whose condition the query must repeat. An array of ids makes the planner look up
 * before sorting, whatever its statistics.
 */
export function isOfRequest(sql: Sql, requestId: string): postgres.Fragment {
  const unnamed = UUID.test(requestId) ? sql`union all select ${requestId}::uuid` : sql``;
  return sql`request_id = ${requestId} and id = any(array(
    select id from gateway.usage_records where request_id = ${requestId} and request_id <> id::text ${unnamed}))`;
}
