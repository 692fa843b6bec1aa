import type { Sql } from "lib/database/db.ts";
import type { Process, ProcessBid, Source } from "./ocds_release.ts";
import { isClosedToAll, type Tender } from "../tenders/tender.ts";

export interface OcdsStore {
  /** Tenders with their bids and awards, in the given order, without unopened bids. */
  processes(tenders: Tender[]): Promise<Process[]>;
  /** The minimum size in characters of a release of these tenders, without sealed bids. */
  size(tenders: Tender[]): Promise<number>;
}

interface BidRow extends Omit<ProcessBid, "supplier" | "amount"> {
  tender_id: string;
  amount: string;
  supplier_id: string;
  name: string;
  legal_name: string | null;
  registration_number: string | null;
  registration_scheme: string | null;
  contact_email: string | null;
  contact_phone: string | null;
}

export function ocdsStore(sql: Sql, { ocidPrefix }: { ocidPrefix: string }): OcdsStore {
  return {
    async processes(tenders) {
      const ids = tenders.map(({ id }) => id);
      const bids = Map.groupBy(
        await sql<BidRow[]>`
          select b.id, b.tender_id, b.amount, b.proposal, b.delivery_days, b.qualifications, b.disqualified_reason,
            b.submitted_at, b.supplier_id, s.name, s.legal_name, s.registration_number, s.registration_scheme,
            s.contact_email, s.contact_phone
          from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id
          where b.tender_id = any(${ids}) and not b.superseded and (not b.late or b.admitted_at is not null)
          order by b.submitted_at, s.registration_key`,
        ({ tender_id }) => tender_id,
      );
      const sources = await sql<{ ocid: string; tender_id: string; source: Source }[]>`
        select ocid, tender_id, source from procurement.ocds_processes where tender_id = any(${ids})`;
      const awards = await sql<{ tender_id: string; awarded_at: string }[]>`
        select tender_id, max(recorded_at) as awarded_at from procurement.supplier_records
        where tender_id = any(${ids}) and kind = 'award' group by 1`;
      return tenders.map((tender) => {
        const known = sources.find(({ tender_id }) => tender_id === tender.id);
        return {
          ocid: known?.ocid ?? `${ocidPrefix}-${tender.id}`,
          tender,
          source: known?.source,
          bids: isClosedToAll(tender) ? undefined : (bids.get(tender.id) ?? []).map(bidOf),
          awarded_at: awards.find(({ tender_id }) => tender_id === tender.id)?.awarded_at ?? null,
        };
      });
    },

    async size(tenders) {
      const [row] = await sql<{ size: number }[]>`
        select coalesce(sum(1000 + length(b.proposal)), 0)::bigint as size
        from procurement.bids b join procurement.tenders t on t.id = b.tender_id
        where t.id = any(${tenders.map(({ id }) => id)}) and not b.superseded
          and (not t.sealed or t.opened_at is not null)`;
      return row?.size ?? 0;
    },
  };
}

function bidOf({ tender_id: _, ...row }: BidRow): ProcessBid {
  const {
    supplier_id,
    name,
    legal_name,
    registration_number,
    registration_scheme,
    contact_email,
    contact_phone,
    ...bid
  } = row;
  return {
    ...bid,
    amount: Number(bid.amount),
    supplier: {
      id: supplier_id,
      name,
      legal_name,
      registration_number,
      registration_scheme,
      contact_email,
      contact_phone,
    },
  };
}
