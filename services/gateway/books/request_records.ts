import type postgres from "postgres";
import type { Sql } from "lib/db.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Which usage records are of a request. One that its client did not name has the id of its record; names are in an
 * index of their own, which a query has to repeat the condition of. An array of ids is looked up before anything is
 * put in order, whatever the planner knows of the table.
 */
export function ofRequest(sql: Sql, requestId: string): postgres.Fragment {
  const unnamed = UUID.test(requestId) ? sql`union all select ${requestId}::uuid` : sql``;
  return sql`request_id = ${requestId} and id = any(array(
    select id from gateway.usage_records where request_id = ${requestId} and request_id <> id::text ${unnamed}))`;
}
