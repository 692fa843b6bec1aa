import type { Caller } from "../access.ts";
import { maySeeJudgement, type Standing } from "../tenders/standing.ts";
import { isClosedToAll } from "../tenders/tender.ts";
import { isSettled } from "../tenders/tender_status.ts";
import type { Bid, HeldBid } from "./bid.ts";

/**
 * A bid as the caller may see it. Before the opening it is visible only to its own bidder; until the tender
 * is settled, scores and ranks are visible only to evaluators.
 */
export function visibleBid({ bid, owners }: HeldBid, standing: Standing, caller: Caller): Bid | undefined {
  const own = owners.includes(caller.sub) || bid.submitted_by === caller.sub;
  if (isClosedToAll(standing.tender) && !own) return undefined;
  if (maySeeJudgement(caller, standing) || isSettled(standing.tender.status)) return bid;
  return { ...bid, scores: {}, total_score: null, rank: null };
}

/**
 * Bids as the caller may see them. Their order reveals no hidden rank; late bids that await admission come
 * last.
 */
export function visibleBids(all: HeldBid[], standing: Standing, caller: Caller): Bid[] {
  const bids = all.flatMap((bid) => visibleBid(bid, standing, caller) ?? []);
  const ranked = bids.some(({ rank }) => rank !== null);
  if (ranked) return bids;
  return bids.toSorted((a, b) =>
    Number(a.status === "waiting") - Number(b.status === "waiting") || (a.id < b.id ? 1 : -1)
  );
}
