import type { Sql } from "lib/db.ts";
import { audit } from "../audit_store.ts";
import type { Process, ProcessBid, Source } from "./ocds_release.ts";
import type { Tender } from "../tenders/tender.ts";

export interface OcdsStore {
  /** Tenders with their bids and awards, in the order given; opens sealed bids whose deadline is over, on the record. */
  processes(tenders: Tender[], actor: string): Promise<Process[]>;
  /** How many characters a release of these tenders would be at the least. */
  size(tenders: Tender[]): Promise<number>;
}

interface BidRow extends Omit<ProcessBid, "supplier" | "amount"> {
  tender_id: string;
  amount: string;
  name: string;
  registration_number: string;
  contact_email: string | null;
  contact_phone: string | null;
}

export function ocdsStore(
  sql: Sql,
  { ocidPrefix, now = Date.now }: { ocidPrefix: string; now?: () => number },
): OcdsStore {
  return {
    async processes(tenders, actor) {
      const ids = tenders.map(({ id }) => id);
      await openBids(ids, actor);
      const time = new Date(now());
      const bids = Map.groupBy(
        await sql<BidRow[]>`
          select b.id, b.tender_id, b.amount, b.proposal, b.delivery_days, b.qualifications, b.disqualified_reason,
            b.submitted_at, s.name, s.registration_number, s.contact_email, s.contact_phone
          from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id
          where b.tender_id = any(${ids}) and not b.superseded order by b.submitted_at, s.registration_key`,
        ({ tender_id }) => tender_id,
      );
      const sources = await sql<{ ocid: string; tender_id: string; source: Source }[]>`
        select ocid, tender_id, source from procurement.ocds_processes where tender_id = any(${ids})`;
      const awards = await sql<{ tender_id: string; awarded_at: string }[]>`
        select tender_id, max(recorded_at) as awarded_at from procurement.supplier_records
        where tender_id = any(${ids}) and kind = 'award' group by 1`;
      return tenders.map((tender) => {
        const known = sources.find(({ tender_id }) => tender_id === tender.id);
        const sealed = tender.sealed && (tender.closes_at === null || tender.closes_at > time.toISOString());
        return {
          ocid: known?.ocid ?? `${ocidPrefix}-${tender.id}`,
          tender,
          source: known?.source,
          bids: sealed ? undefined : (bids.get(tender.id) ?? []).map(bidOf),
          awarded_at: awards.find(({ tender_id }) => tender_id === tender.id)?.awarded_at ?? null,
        };
      });
    },

    async size(tenders) {
      const [row] = await sql<{ size: number }[]>`
        select coalesce(sum(1000 + length(proposal)), 0)::bigint as size from procurement.bids
        where tender_id = any(${tenders.map(({ id }) => id)}) and not superseded`;
      return row?.size ?? 0;
    },
  };

  /** The first look at sealed bids after the deadline opens them, once, on the record. */
  async function openBids(ids: string[], actor: string): Promise<void> {
    const time = new Date(now());
    await sql.begin(async (tx) => {
      const opened = await tx<{ id: string }[]>`update procurement.tenders set opened_at = ${time}
        where id = any(${ids}) and sealed and opened_at is null and closes_at <= ${time} returning id`;
      for (const { id } of opened) {
        await audit(tx, { actor, action: "open_bids", resource: "tender", resource_id: id });
      }
    });
  }
}

function bidOf(
  { name, registration_number, contact_email, contact_phone, tender_id: _, ...bid }: BidRow,
): ProcessBid {
  return {
    ...bid,
    amount: Number(bid.amount),
    supplier: { name, registration_number, contact_email, contact_phone },
  };
}
