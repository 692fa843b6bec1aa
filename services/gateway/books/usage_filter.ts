import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { during, equalTo } from "./conditions.ts";
import { ofRequest } from "./request_records.ts";

/** A filter of records; undefined fields match everything. */
export interface UsageFilter {
  model?: string | undefined;
  provider?: string | undefined;
  tenant_id?: string | undefined;
  team_id?: string | undefined;
  customer_id?: string | undefined;
  request_id?: string | undefined;
  unpriced?: boolean | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
}

/** The fields that sums are kept by. */
export const SUMMED_FIELDS = ["model", "provider", "tenant_id", "team_id", "customer_id"] as const;

/** The conditions of a filter without its time range, for a query of records. */
export function matching(sql: Sql, filter: UsageFilter): postgres.Fragment {
  const { request_id, unpriced } = filter;
  return sql`${equalTo(sql, filter, SUMMED_FIELDS)}
    ${request_id === undefined ? sql`` : sql`and ${ofRequest(sql, request_id)}`}
    ${unpriced === undefined ? sql`` : unpriced ? sql`and unpriced` : sql`and not unpriced`}`;
}

/** All of its conditions. */
export function selected(sql: Sql, filter: UsageFilter): postgres.Fragment {
  const range = { start: filter.start_time, end: filter.end_time };
  return sql`${during(sql, "timestamp", range)} ${matching(sql, filter)}`;
}
