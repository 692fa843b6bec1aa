import type { PendingQuery, Row } from "postgres";
import { z } from "@hono/zod-openapi";
import type { Sql } from "lib/db.ts";

/** Searches stop counting here; unfiltered totals are exact. */
export const COUNTED_UP_TO = 1_000;

export const FoundTotal = {
  total_is_exact: z.boolean().meta({
    description: `false where a search found more than ${COUNTED_UP_TO}: total is then ${COUNTED_UP_TO}`,
  }),
};

/** How many there are, or a count that was stopped. */
export interface Total {
  total: number;
  total_is_exact: boolean;
}

/**
 * Counts what `where` ("from … where …") finds, as far as COUNTED_UP_TO. Where that is all of it, `ids` are those of
 * the page asked for, newest first; else undefined: the page is then read along the index of the newest.
 */
export async function find(
  sql: Sql,
  where: PendingQuery<Row[]>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Total & { ids: string[] | undefined }> {
  const [row] = await sql.begin("read only", async (tx) => {
    // How to search depends on what for: a plan for any word takes every word for a rare one.
    const planned = tx`set local plan_cache_mode = force_custom_plan`;
    const found = tx<{ total: number; ids: string[] }[]>`
      with found as materialized (select id, created_at ${where} limit ${COUNTED_UP_TO + 1})
      select (select count(*) from found) as total, array(
        select id from found order by created_at desc, id limit ${limit} offset ${offset}
      ) as ids`;
    const [, rows] = await Promise.all([planned, found]);
    return rows;
  });
  const { total, ids } = row ?? { total: 0, ids: [] };
  const all = total <= COUNTED_UP_TO;
  return { total: all ? total : COUNTED_UP_TO, total_is_exact: all, ids: all ? ids : undefined };
}
