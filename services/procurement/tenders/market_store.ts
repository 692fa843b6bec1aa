import type { Sql } from "lib/database/db.ts";

/**
 * Statistics of past tenders in a category and currency. Amounts are those of awarded bids, else of
 * first-ranked ones.
 */
export interface Market {
  tenders: number;
  bids: number;
  average_bids: number;
  lowest: number | null;
  median: number | null;
  highest: number | null;
}

export interface MarketStore {
  of(tender: { id: string; category: string; currency: string }): Promise<Market>;
}

export function marketStore(sql: Sql): MarketStore {
  return {
    async of({ id, category, currency }) {
      const [row] = await sql<
        {
          tenders: number;
          bids: number;
          lowest: string | null;
          median: string | null;
          highest: string | null;
        }[]
      >`
        select count(distinct t.id) as tenders, count(*) as bids, min(b.amount) as lowest,
          percentile_cont(0.5) within group (order by b.amount::float8) as median, max(b.amount) as highest
        from procurement.tenders t join procurement.bids b on b.tender_id = t.id
        where t.category = ${category} and t.currency = ${currency} and t.id <> ${id} and t.deleted_at is null
          and t.status in ('evaluated', 'awarded') and not b.superseded and b.disqualified_reason is null
          and (not t.sealed or t.opened_at is not null) and (not b.late or b.admitted_at is not null)`;
      const tenders = row?.tenders ?? 0;
      const amount = (text: string | null | undefined) =>
        text === null || text === undefined ? null : Number(text);
      return {
        tenders,
        bids: row?.bids ?? 0,
        average_bids: tenders > 0 ? Math.round((row?.bids ?? 0) / tenders * 10) / 10 : 0,
        lowest: amount(row?.lowest),
        median: amount(row?.median),
        highest: amount(row?.highest),
      };
    },
  };
}
