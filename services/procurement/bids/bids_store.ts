import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { audit } from "../audit_store.ts";
import { standingOf } from "../tenders/tenders_store.ts";
import type { Bid, BidInput, HeldBid } from "./bid.ts";
import type { Bidding, Decision } from "./bid_rules.ts";
import { BidScores } from "./bid_scores.ts";

/** A bid by its tender and its own id. */
export interface BidKey {
  tender_id: string;
  bid_id: string;
}

export interface BidStore {
  /** The current bids of a tender: ranked ones first, those awaiting admission last. */
  list(tenderId: string): Promise<HeldBid[]>;
  find(key: BidKey): Promise<HeldBid | undefined>;
  /**
   * Stores a bid unless `accept` throws. A late bid is kept beside the supplier's current bid; any other
   * replaces it.
   */
  insert(
    tenderId: string,
    input: BidInput,
    by: { actor: string; accept: (bidding: Bidding) => { late: boolean; bidders: string[] } },
  ): Promise<HeldBid>;
  /** Disqualifies a bid unless `allow` throws; undefined if the bid does not exist. */
  disqualify(key: BidKey, reason: string, by: Allowed): Promise<HeldBid | undefined>;
  /** Admits a late bid, which replaces its supplier's earlier one. */
  admit(key: BidKey, reason: string, by: Allowed): Promise<HeldBid | undefined>;
}

interface Allowed {
  actor: string;
  allow: (decision: Decision) => void;
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
  admitted_at: string | null;
  admitted_by: string | null;
  admission_reason: string | null;
  bidders: string[];
  owners: string[];
  disqualified_reason: string | null;
  submitted_by: string;
  submitted_at: string;
  sealed: boolean;
  evaluated: unknown;
}

/**
 * Locks the tender of a bid until the transaction ends, and reads the facts for a decision about the bid;
 * undefined if there is no such bid.
 */
export async function decisionOn(
  tx: TransactionSql,
  { tender_id, bid_id }: BidKey,
  now: number,
): Promise<Decision | undefined> {
  const standing = await standingOf(tx, tender_id, { now, lock: true });
  const [bid] = await tx<Decision["bid"][]>`
    select b.superseded, b.disqualified_reason is not null as disqualified,
      b.late and b.admitted_at is null as waiting, exists (
        select from procurement.bids other
        where other.tender_id = b.tender_id and other.disqualified_reason is not null
          and (other.supplier_id = b.supplier_id or other.bidders ?| array(
            select jsonb_array_elements_text(b.bidders || s.owners)))
      ) as excluded
    from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id
    where b.id = ${bid_id} and b.tender_id = ${tender_id}`;
  return standing && bid && { standing, bid };
}

export function bidStore(sql: Sql, { now = Date.now }: { now?: () => number }): BidStore {
  const select = (client: Sql | TransactionSql, tenderId: string) =>
    client`
      select b.*, s.owners, t.sealed and t.opened_at is null as sealed,
        (select bid from procurement.evaluations e, jsonb_array_elements(e.result -> 'bids') bid
         where e.tender_id = b.tender_id
           and e.version = (select max(version) from procurement.evaluations where tender_id = b.tender_id)
           and bid ->> 'bid_id' = b.id::text) as evaluated
      from procurement.bids b join procurement.tenders t on t.id = b.tender_id
      join procurement.suppliers s on s.id = b.supplier_id
      where b.tender_id = ${tenderId} and t.deleted_at is null`;

  const store: BidStore = {
    async list(tenderId) {
      const rows = await sql<Row[]>`${
        select(sql, tenderId)
      } and not b.superseded order by b.submitted_at desc, b.id`;
      return rows.map(heldBid).sort((a, b) =>
        Number(a.bid.status === "waiting") - Number(b.bid.status === "waiting") ||
        (a.bid.rank ?? Infinity) - (b.bid.rank ?? Infinity) || 0
      );
    },

    async find({ tender_id, bid_id }) {
      const [row] = await sql<Row[]>`${select(sql, tender_id)} and b.id = ${bid_id}`;
      return row && heldBid(row);
    },

    async insert(tenderId, input, { actor, accept }) {
      const bid_id = uuidv7();
      await sql.begin(async (tx) => {
        const { supplier_id } = input;
        // The lock serialises bids on one tender and changes of its deadline.
        const standing = await standingOf(tx, tenderId, { now: now(), lock: true });
        const [supplier] = await tx<{ owners: string[]; listed: string[] }[]>`
          select owners, capabilities || certifications as listed
          from procurement.suppliers where id = ${supplier_id}`;
        const earlier = await tx<{ id: string; version: number; bidders: string[]; disqualified: boolean }[]>`
          select id, version, bidders, disqualified_reason is not null as disqualified from procurement.bids
          where tender_id = ${tenderId} and supplier_id = ${supplier_id} order by version desc`;
        const excluded = await tx<{ sub: string }[]>`
          select distinct jsonb_array_elements_text(bidders) as sub from procurement.bids
          where tender_id = ${tenderId} and disqualified_reason is not null`;
        const { late, bidders } = accept({
          standing,
          owners: supplier?.owners,
          earlier,
          excluded: excluded.map(({ sub }) => sub),
        });
        const [replaced] = await tx<{ id: string; version: number }[]>`
          update procurement.bids set superseded = true
          where tender_id = ${tenderId} and supplier_id = ${supplier_id} and not superseded
          ${late ? tx`and late and admitted_at is null` : tx``} returning id, version`;
        const version = (earlier[0]?.version ?? 0) + 1;
        await tx`insert into procurement.bids ${
          tx({
            ...input,
            id: bid_id,
            tender_id: tenderId,
            qualifications: tx.json(input.qualifications),
            bidders: tx.json(bidders),
            listed: tx.json(supplier?.listed ?? []),
            version,
            replaces: replaced?.id ?? null,
            late,
            submitted_by: actor,
            submitted_at: new Date(now()),
          })
        }`;
        // The audit record omits the contents, since they may be sealed.
        await audit(tx, {
          actor,
          action: "submit",
          resource: "bid",
          resource_id: bid_id,
          before: replaced && { bid_id: replaced.id, version: replaced.version },
          after: { tender_id: tenderId, supplier_id, version, late },
        });
      });
      return await storedBid({ tender_id: tenderId, bid_id });
    },

    async disqualify(key, reason, { actor, allow }) {
      return await decided(key, async (tx, decision) => {
        allow(decision);
        const [before] = await tx`select disqualified_reason from procurement.bids where id = ${key.bid_id}`;
        await tx`update procurement.bids set disqualified_reason = ${reason} where id = ${key.bid_id}`;
        const resource = { resource: "bid" as const, resource_id: key.bid_id };
        const after = { disqualified_reason: reason };
        await audit(tx, { actor, action: "disqualify", ...resource, before, after });
      });
    },

    async admit(key, reason, { actor, allow }) {
      return await decided(key, async (tx, decision) => {
        allow(decision);
        const { tender_id, bid_id } = key;
        const replaced = await tx<{ id: string }[]>`
          update procurement.bids set superseded = true
          where tender_id = ${tender_id} and id <> ${bid_id} and not superseded
            and supplier_id = (select supplier_id from procurement.bids where id = ${bid_id}) returning id`;
        const admission = { admitted_at: new Date(now()), admitted_by: actor, admission_reason: reason };
        await tx`update procurement.bids set ${tx(admission)},
          replaces = coalesce(${replaced[0]?.id ?? null}, replaces) where id = ${bid_id}`;
        const resource = { resource: "bid" as const, resource_id: bid_id };
        await audit(tx, {
          actor,
          action: "admit",
          ...resource,
          after: { reason, replaced: replaced[0]?.id },
        });
      });
    },
  };
  return store;

  /** Runs `work` on a bid while its tender is locked. */
  async function decided(
    key: BidKey,
    work: (tx: TransactionSql, decision: Decision) => Promise<void>,
  ): Promise<HeldBid | undefined> {
    const result = await sql.begin(async (tx) => {
      const decision = await decisionOn(tx, key, now());
      if (!decision) return false;
      await work(tx, decision);
      return true;
    });
    return result ? await storedBid(key) : undefined;
  }

  async function storedBid(key: BidKey): Promise<HeldBid> {
    const bid = await store.find(key);
    if (!bid) throw new Error("The bid that was just written is gone");
    return bid;
  }
}

function heldBid(row: Row): HeldBid {
  return { bid: bidOf(row), owners: [...new Set([...row.bidders, ...row.owners])] };
}

function bidOf(row: Row): Bid {
  const { sealed } = row;
  const { data: evaluated } = BidScores.safeParse(row.evaluated);
  const status = statusOf(row);
  // The latest evaluation may have ranked a bid that was disqualified or replaced since.
  const ranked = status === "submitted" ? evaluated : undefined;
  return {
    id: row.id,
    tender_id: row.tender_id,
    supplier_id: row.supplier_id,
    amount: sealed ? null : Number(row.amount),
    proposal: sealed ? null : row.proposal,
    delivery_days: sealed ? null : row.delivery_days,
    qualifications: sealed ? [] : row.qualifications,
    status,
    disqualified_reason: row.disqualified_reason,
    late: row.late,
    admission: row.admitted_at === null ? null : {
      admitted_by: row.admitted_by ?? "",
      admitted_at: row.admitted_at,
      reason: row.admission_reason ?? "",
    },
    sealed,
    version: row.version,
    replaces: row.replaces,
    scores: Object.fromEntries(
      Object.entries(evaluated?.scores ?? {}).map(([name, { score }]) => [name, score]),
    ),
    total_score: ranked?.total ?? null,
    rank: ranked?.rank ?? null,
    submitted_by: row.submitted_by,
    submitted_at: row.submitted_at,
  };
}

function statusOf({ superseded, disqualified_reason, late, admitted_at }: Row): Bid["status"] {
  if (superseded) return "superseded";
  if (disqualified_reason !== null) return "disqualified";
  return late && admitted_at === null ? "waiting" : "submitted";
}
