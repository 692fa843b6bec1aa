import type { Sql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { audit } from "../audit_store.ts";
import { criteriaOf } from "../tenders/criteria.ts";
import { SETTLED } from "../tenders/tender_status.ts";
import { z } from "zod";
import type { SupplierRecord } from "./supplier_record.ts";
import type { DeliveryRecord, PastBid } from "./supplier_score.ts";

/** An evaluated bid. */
const Scored = z.object({ scores: z.record(z.string(), z.object({ score: z.number().nullable() })) });

export interface SupplierRecordStore {
  list(supplierId: string): Promise<SupplierRecord[]>;
  insert(input: Omit<SupplierRecord, "id" | "recorded_at">): Promise<SupplierRecord>;
  /**
   * A supplier's evaluated bids from the latest evaluation of each settled tender: scores are hidden before,
   * and who wins is open.
   */
  pastBids(supplierId: string): Promise<PastBid[]>;
  deliveries(supplierId: string): Promise<DeliveryRecord>;
}

export function supplierRecordStore(
  sql: Sql,
  { now = Date.now }: { now?: () => number } = {},
): SupplierRecordStore {
  return {
    async list(supplierId) {
      return await sql<SupplierRecord[]>`
        select * from procurement.supplier_records where supplier_id = ${supplierId}
        order by recorded_at desc, id desc limit 500`;
    },

    async insert(input) {
      const record = { ...input, id: uuidv7(), recorded_at: new Date(now()).toISOString() };
      await sql.begin(async (tx) => {
        await tx`insert into procurement.supplier_records ${tx({ ...record })}`;
        const { supplier_id, recorded_by: actor, kind } = record;
        await audit(tx, {
          actor,
          action: kind,
          resource: "supplier",
          resource_id: supplier_id,
          after: record,
        });
      });
      return record;
    },

    async pastBids(supplierId) {
      const rows = await sql<{ bid: unknown; criteria: Record<string, number>; won: boolean }[]>`
        select scored as bid, t.evaluation_criteria as criteria, t.awarded_bid_id is not distinct from b.id as won
        from procurement.bids b
        join procurement.tenders t on t.id = b.tender_id and t.deleted_at is null
          and t.status = any(${SETTLED})
        join lateral (select result from procurement.evaluations e where e.tender_id = t.id
          order by version desc limit 1) latest on true
        cross join jsonb_array_elements(latest.result -> 'bids') scored
        where b.supplier_id = ${supplierId} and not b.superseded and b.disqualified_reason is null
          and scored ->> 'bid_id' = b.id::text`;
      return rows.map(({ bid, criteria, won }) => {
        const { scores } = Scored.parse(bid);
        const named = criteriaOf(criteria).map(({ name, kind }) => ({
          kind,
          score: scores[name]?.score ?? undefined,
        }));
        const meanScore = (kind: string) => {
          const known = named.flatMap((entry) =>
            entry.kind === kind && entry.score !== undefined ? [entry.score] : []
          );
          return known.length > 0 ? known.reduce((sum, score) => sum + score, 0) / known.length : undefined;
        };
        return {
          quality: meanScore("judged"),
          price: meanScore("price"),
          compliance: meanScore("compliance"),
          won,
        };
      });
    },

    async deliveries(supplierId) {
      const [row] = await sql<DeliveryRecord[]>`
        select count(*) filter (where kind = 'on_time_delivery') as on_time,
          count(*) filter (where kind = 'late_delivery') as late, count(*) filter (where kind = 'breach') as breaches
        from procurement.supplier_records where supplier_id = ${supplierId}`;
      return row ?? { on_time: 0, late: 0, breaches: 0 };
    },
  };
}
