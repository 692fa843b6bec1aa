import type { PendingQuery, Row } from "postgres";
import { z } from "@hono/zod-openapi";
import type { Sql } from "lib/database/db.ts";

/** Searches stop counting here; unfiltered totals are exact. */
export const COUNTED_UP_TO = 1_000;

export const FoundTotal = {
  total_is_exact: z.boolean().meta({
    description: `false where a search found more than ${COUNTED_UP_TO}: total is then ${COUNTED_UP_TO}`,
  }),
};

/** The total, or the bound at which counting stopped. */
export interface Total {
  total: number;
  total_is_exact: boolean;
}

/**
 * Counts the rows of `where` ("from … where …") up to COUNTED_UP_TO. If that covers all rows, `ids` are those
 * of the requested page, newest first. Otherwise `ids` is undefined, and the page is read along the index by
 * creation time.
 */
export async function countedSearch(
  sql: Sql,
  where: PendingQuery<Row[]>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Total & { ids: string[] | undefined }> {
  const [row] = await sql.begin("read only", async (tx) => {
    // The best plan depends on the searched word; a generic plan assumes that every word is rare.
    const planned = tx`set local plan_cache_mode = force_custom_plan`;
    const counted = tx<{ total: number; ids: string[] }[]>`
      with found as materialized (select id, created_at ${where} limit ${COUNTED_UP_TO + 1})
      select (select count(*) from found) as total, array(
        select id from found order by created_at desc, id limit ${limit} offset ${offset}
      ) as ids`;
    const [, rows] = await Promise.all([planned, counted]);
    return rows;
  });
  const { total, ids } = row ?? { total: 0, ids: [] };
  const all = total <= COUNTED_UP_TO;
  return { total: all ? total : COUNTED_UP_TO, total_is_exact: all, ids: all ? ids : undefined };
}
