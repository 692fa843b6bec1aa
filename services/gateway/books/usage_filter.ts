import { z } from "@hono/zod-openapi";
import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { equalTo, inRange } from "./conditions.ts";
import { QueryFlag } from "lib/service/pagination.ts";
import { QueryText, QueryTime } from "../query.ts";
import { isOfRequest } from "./request_records.ts";

/** A filter of sums. */
export const CostFilter = z.object({
  model: QueryText,
  provider: QueryText,
  tenant_id: QueryText,
  team_id: QueryText,
  customer_id: QueryText,
  start_time: QueryTime,
  end_time: QueryTime,
});

/** A filter of records; undefined fields match everything. */
export const UsageFilter = CostFilter.extend({ request_id: QueryText, unpriced: QueryFlag.optional() });
export type UsageFilter = z.output<typeof UsageFilter>;

/** The fields that sums are kept by. */
export const SUMMED_FIELDS = ["model", "provider", "tenant_id", "team_id", "customer_id"] as const;

/** The conditions of a filter without its time range, for a query of records. */
export function matching(sql: Sql, filter: UsageFilter): postgres.Fragment {
  const { request_id, unpriced } = filter;
  return sql`${equalTo(sql, filter, SUMMED_FIELDS)}
    ${request_id === undefined ? sql`` : sql`and ${isOfRequest(sql, request_id)}`}
    ${unpriced === undefined ? sql`` : unpriced ? sql`and unpriced` : sql`and not unpriced`}`;
}

/** All of its conditions. */
export function selected(sql: Sql, filter: UsageFilter): postgres.Fragment {
  const range = { start: filter.start_time, end: filter.end_time };
  return sql`${inRange(sql, "timestamp", range)} ${matching(sql, filter)}`;
}
