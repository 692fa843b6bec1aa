import type { Sql } from "lib/database/db.ts";
import type { TenderStats } from "./tender_stats.ts";
import type { TenderStatus } from "./tender_status.ts";

export interface TenderCounts {
  /** Counts tenders by category and status, fast at any size. */
  count(of: { category?: string; status?: TenderStatus }): Promise<number>;
  stats(): Promise<TenderStats>;
}

interface Budget {
  currency: string;
  tenders: number;
  average_min: string;
  average_max: string;
}

/** Exact counts from maintained sums; only tenders that close today are read individually. */
export function tenderCounts(sql: Sql, { now = Date.now }: { now?: () => number } = {}): TenderCounts {
  function counted() {
    const time = new Date(now());
    const today = time.toISOString().slice(0, 10);
    const over = sql`from procurement.tenders where deleted_at is null and status = 'open'
      and coalesce(closes_at, 'infinity') >= ${`${today}T00:00:00Z`}::timestamptz
      and coalesce(closes_at, 'infinity') <= ${time}`;
    return sql`(
      select category, case when status = 'open' and closes_on < ${today}::date then 'closed' else status end as status,
        tenders from procurement.tender_counts
      union all
      select category, 'open', -count(*) ${over} group by category
      union all
      select category, 'closed', count(*) ${over} group by category
    ) counted`;
  }

  return {
    async count({ category, status }) {
      const [row] = await sql<{ total: number }[]>`
        select coalesce(sum(tenders), 0)::bigint as total from ${counted()}
        where true ${category ? sql`and category = ${category}` : sql``} ${
        status ? sql`and status = ${status}` : sql``
      }`;
      return row?.total ?? 0;
    },

    async stats() {
      const groups = await sql<{ category: string; status: string; tenders: number }[]>`
        select category, status, sum(tenders)::bigint as tenders from ${counted()}
        group by 1, 2 having sum(tenders) > 0`;
      const budgets = await sql<Budget[]>`
        select currency, sum(priced)::bigint as tenders, round(sum(budget_min) / sum(priced), 2) as average_min,
          round(sum(budget_max) / sum(priced), 2) as average_max
        from procurement.tender_counts group by 1 having sum(priced) > 0 order by 1`;
      return {
        total: groups.reduce((sum, { tenders }) => sum + tenders, 0),
        by_category: sums(groups, ({ category }) => category),
        by_status: sums(groups, ({ status }) => status),
        budgets: budgets.map((row) => ({
          ...row,
          average_min: Number(row.average_min),
          average_max: Number(row.average_max),
        })),
      };
    },
  };
}

/** Sums by key, largest first. */
function sums<Group extends { tenders: number }>(groups: Group[], key: (group: Group) => string) {
  const totals = new Map<string, number>();
  for (const group of groups) totals.set(key(group), (totals.get(key(group)) ?? 0) + group.tenders);
  const sorted = [...totals].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return Object.fromEntries(sorted);
}
