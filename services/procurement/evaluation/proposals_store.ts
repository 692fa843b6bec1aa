import type { TransactionSql } from "lib/database/db.ts";
import type { BidProposals } from "./bid_proposals.ts";
import type { RequirementProposal } from "./requirements/requirement_finding.ts";

/** Stores a model's latest proposals for a bid and replaces earlier ones. */
export async function keepProposals(
  tx: TransactionSql,
  { bid_id, proposals, at }: { bid_id: string; proposals: BidProposals; at: Date },
): Promise<void> {
  await tx`delete from procurement.requirement_proposals where bid_id = ${bid_id}`;
  const rows = [...proposals].map(([requirement, { status, quote, model }]) => ({
    bid_id,
    requirement,
    status,
    quote,
    model,
    proposed_at: at,
  }));
  if (rows.length > 0) await tx`insert into procurement.requirement_proposals ${tx(rows)}`;
}

/** The proposals for a tender's bids by bid id. */
export async function proposalsFor(tx: TransactionSql, tenderId: string): Promise<Map<string, BidProposals>> {
  const rows = await tx<(RequirementProposal & { bid_id: string; requirement: number })[]>`
    select p.bid_id, p.requirement, p.status, p.quote, p.model
    from procurement.requirement_proposals p join procurement.bids b on b.id = p.bid_id
    where b.tender_id = ${tenderId} and not b.superseded`;
  const byBid = new Map<string, BidProposals>();
  for (const { bid_id, requirement, ...proposal } of rows) {
    const ofBid = byBid.get(bid_id) ?? new Map<number, RequirementProposal>();
    byBid.set(bid_id, ofBid.set(requirement, proposal));
  }
  return byBid;
}
