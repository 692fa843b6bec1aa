import type { Sql, TransactionSql } from "lib/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { audit } from "../audit_store.ts";
import type { Bid, BidInput } from "./bid.ts";
import type { BidScores } from "../evaluation/scoring.ts";
import { currentStatus, isSettled, type TenderStatus } from "../tenders/tender.ts";

/** Why a bid was not taken. */
export type Refusal = "no tender" | "no supplier" | "late" | { status: TenderStatus };

export interface BidStore {
  /** The current bids of a tender, ranked ones first; contents of sealed ones are not among them. */
  list(tenderId: string, actor: string): Promise<Bid[]>;
  find(tenderId: string, bidId: string, actor: string): Promise<Bid | undefined>;
  insert(tenderId: string, input: BidInput, actor: string): Promise<Bid | Refusal>;
  /** undefined when there is no such current bid; a tender that is settled keeps its bids as they are. */
  disqualify(
    bid: { tender_id: string; bid_id: string },
    reason: string,
    actor: string,
  ): Promise<Bid | { settled: TenderStatus } | undefined>;
  /** Awards an evaluated tender; undefined when there is no such bid in the running. */
  award(tenderId: string, bidId: string, actor: string): Promise<Bid | "not evaluated" | undefined>;
}

interface Row {
  id: string;
  tender_id: string;
  supplier_id: string;
  amount: string;
  proposal: string;
  delivery_days: number | null;
  qualifications: string[];
  version: number;
  replaces: string | null;
  superseded: boolean;
  late: boolean;
  disqualified_reason: string | null;
  submitted_by: string;
  submitted_at: string;
  sealed: boolean;
  opened_at: string | null;
  evaluated: BidScores | null;
}

export function bidStore(
  sql: Sql,
  { lateBids, now = Date.now }: { lateBids: "reject" | "flag"; now?: () => number },
): BidStore {
  const select = (client: Sql | TransactionSql, tenderId: string) =>
    client`
      select b.*, t.sealed and (t.closes_at is null or t.closes_at > ${new Date(
      now(),
    )}) as sealed, t.opened_at,
        (select bid from procurement.evaluations e, jsonb_array_elements(e.result -> 'bids') bid
         where e.tender_id = b.tender_id
           and e.version = (select max(version) from procurement.evaluations where tender_id = b.tender_id)
           and bid ->> 'bid_id' = b.id::text) as evaluated
      from procurement.bids b join procurement.tenders t on t.id = b.tender_id
      where b.tender_id = ${tenderId} and t.deleted_at is null`;

  /** The first look at sealed bids after the deadline opens them, once, on the record. */
  async function opened(tenderId: string, actor: string): Promise<void> {
    const time = new Date(now());
    await sql.begin(async (tx) => {
      const first = await tx`update procurement.tenders set opened_at = ${time}
        where id = ${tenderId} and sealed and opened_at is null and closes_at <= ${time} returning id`;
      if (first.length > 0) {
        await audit(tx, { actor, action: "open_bids", resource: "tender", resource_id: tenderId });
      }
    });
  }

  const store: BidStore = {
    async list(tenderId, actor) {
      await opened(tenderId, actor);
      const rows = await sql<Row[]>`${
        select(sql, tenderId)
      } and not b.superseded order by b.submitted_at desc, b.id`;
      return rows.map(bidOf).sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0);
    },

    async find(tenderId, bidId, actor) {
      await opened(tenderId, actor);
      const [row] = await sql<Row[]>`${select(sql, tenderId)} and b.id = ${bidId}`;
      return row && bidOf(row);
    },

    async insert(tenderId, input, actor) {
      const id = uuidv7();
      const refusal = await sql.begin(async (tx): Promise<Refusal | undefined> => {
        // The lock makes bids of one tender wait for each other, and for a change of its status.
        const [tender] = await tx<{ status: TenderStatus; closes_at: string | null }[]>`
          select status, closes_at from procurement.tenders where id = ${tenderId} and deleted_at is null for update`;
        if (!tender) return "no tender";
        const status = currentStatus(tender.status, tender.closes_at, now());
        const late = status === "closed";
        if (late && lateBids === "reject") return "late";
        if (!late && status !== "open") return { status };
        const supplier = await tx`select 1 from procurement.suppliers where id = ${input.supplier_id}`;
        if (supplier.length === 0) return "no supplier";
        const [earlier] = await tx<{ id: string; version: number }[]>`
          update procurement.bids set superseded = true
          where tender_id = ${tenderId} and supplier_id = ${input.supplier_id} and not superseded returning id, version`;
        await tx`insert into procurement.bids ${
          tx({
            ...input,
            id,
            tender_id: tenderId,
            qualifications: tx.json(input.qualifications),
            version: (earlier?.version ?? 0) + 1,
            replaces: earlier?.id ?? null,
            late,
            submitted_by: actor,
            submitted_at: new Date(now()),
          })
        }`;
        // Not what is in the bid: it may be sealed.
        await audit(tx, {
          actor,
          action: "submit",
          resource: "bid",
          resource_id: id,
          before: earlier && { bid_id: earlier.id, version: earlier.version },
          after: {
            tender_id: tenderId,
            supplier_id: input.supplier_id,
            version: (earlier?.version ?? 0) + 1,
            late,
          },
        });
      });
      if (refusal) return refusal;
      const [row] = await sql<Row[]>`${select(sql, tenderId)} and b.id = ${id}`;
      return row ? bidOf(row) : "no tender";
    },

    async disqualify({ tender_id, bid_id }, reason, actor) {
      const settled = await sql.begin(async (tx) => {
        const [tender] = await tx<{ status: TenderStatus }[]>`
          select status from procurement.tenders where id = ${tender_id} and deleted_at is null for update`;
        if (tender && isSettled(tender.status)) return tender.status;
        const [before] = await tx<{ disqualified_reason: string | null }[]>`
          select disqualified_reason from procurement.bids
          where id = ${bid_id} and tender_id = ${tender_id} and not superseded`;
        if (!tender || !before) return undefined;
        await tx`update procurement.bids set disqualified_reason = ${reason} where id = ${bid_id}`;
        await audit(tx, {
          actor,
          action: "disqualify",
          resource: "bid",
          resource_id: bid_id,
          before,
          after: { disqualified_reason: reason },
        });
      });
      if (settled) return { settled };
      const found = await store.find(tender_id, bid_id, actor);
      return found?.status === "disqualified" ? found : undefined;
    },

    async award(tenderId, bidId, actor) {
      const outcome = await sql.begin(async (tx) => {
        const [tender] = await tx<{ status: TenderStatus }[]>`
          select status from procurement.tenders where id = ${tenderId} and deleted_at is null for update`;
        const [bid] = await tx<{ supplier_id: string }[]>`
          select supplier_id from procurement.bids where id = ${bidId} and tender_id = ${tenderId}
          and not superseded and disqualified_reason is null`;
        if (!tender || !bid) return "missing";
        if (tender.status !== "evaluated") return "not evaluated";
        const time = new Date(now());
        await tx`update procurement.tenders set status = 'awarded', awarded_bid_id = ${bidId}, updated_at = ${time}
          where id = ${tenderId}`;
        await tx`insert into procurement.supplier_records ${
          tx({
            id: uuidv7(),
            supplier_id: bid.supplier_id,
            tender_id: tenderId,
            kind: "award",
            note: "",
            recorded_by: actor,
            recorded_at: time,
          })
        }`;
        await audit(tx, {
          actor,
          action: "award",
          resource: "tender",
          resource_id: tenderId,
          before: { status: tender.status, awarded_bid_id: null },
          after: { status: "awarded", awarded_bid_id: bidId },
        });
        return "awarded";
      });
      if (outcome === "missing") return undefined;
      return outcome === "not evaluated" ? outcome : await store.find(tenderId, bidId, actor);
    },
  };
  return store;
}

function bidOf(row: Row): Bid {
  const { evaluated, sealed } = row;
  const disqualified = row.disqualified_reason !== null;
  return {
    id: row.id,
    tender_id: row.tender_id,
    supplier_id: row.supplier_id,
    amount: sealed ? null : Number(row.amount),
    proposal: sealed ? null : row.proposal,
    delivery_days: sealed ? null : row.delivery_days,
    qualifications: sealed ? [] : row.qualifications,
    status: row.superseded ? "superseded" : disqualified ? "disqualified" : "submitted",
    disqualified_reason: row.disqualified_reason,
    late: row.late,
    sealed,
    version: row.version,
    replaces: row.replaces,
    scores: Object.fromEntries(
      Object.entries(evaluated?.scores ?? {}).map(([name, { score }]) => [name, score]),
    ),
    total_score: evaluated?.total ?? null,
    rank: evaluated?.rank ?? null,
    submitted_by: row.submitted_by,
    submitted_at: row.submitted_at,
  };
}
