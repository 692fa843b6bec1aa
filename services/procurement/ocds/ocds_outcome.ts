import { registrationKey } from "../suppliers/supplier.ts";
import { isClosedToAll, type Tender } from "../tenders/tender.ts";
import { isSettled } from "../tenders/tender_status.ts";
import type { ReleaseRead } from "./ocds_reading.ts";

export const OUTCOMES = [
  "created",
  "updated",
  "awarded",
  "already",
  "older",
  "own",
  "kept",
  "skipped",
] as const;
export type Outcome = typeof OUTCOMES[number];

/** A process that was imported before. */
export interface KnownProcess {
  tender_id: string;
  released_at: string;
  removed: boolean;
  /** Whether people here changed, evaluated or bid on its tender. */
  worked_on: boolean;
}

/** The outcome for a new release, given the stored state of its process. */
export function outcomeOf(
  release: ReleaseRead,
  { own, known }: { own: string | undefined; known: KnownProcess | undefined },
): Exclude<Outcome, "awarded" | "already"> {
  if (own !== undefined) return "own";
  if (!known) return release.tender ? "created" : "skipped";
  if (known.removed || known.worked_on) return "kept";
  return known.released_at >= release.released_at ? "older" : "updated";
}

/** A current bid of a local tender. */
export interface LocalBid {
  id: string;
  registration_key: string | null;
  disqualified: boolean;
}

/**
 * The award of a release for a local tender: its bid, or a note on why it is not stored. A settled tender, or
 * one with sealed bids, accepts no external award.
 */
export function localAward(
  { award, bids }: ReleaseRead,
  { tender, local, bidder }: {
    tender: Pick<Tender, "status" | "sealed" | "opened_at" | "awarded_bid_id">;
    local: LocalBid[];
    /** Whether the importer bids on the tender. */
    bidder: boolean;
  },
): { bid_id: string } | { note: string } | undefined {
  const won = award && bids[award.bid];
  if (!won) return undefined;
  const { registration_number: number } = won.supplier;
  const key = number === null ? null : registrationKey(number);
  const bid = local.find(({ id }) => id === won.source_id) ??
    local.find(({ registration_key }) => registration_key !== null && registration_key === key);
  const to = `the award to ${won.supplier.name}`;
  if (!bid) return { note: `${to} was left out: it has no bid in the running here` };
  if (tender.awarded_bid_id === bid.id) return undefined;
  if (isSettled(tender.status)) return { note: `${to} was left out: the tender is ${tender.status} here` };
  if (isClosedToAll(tender)) return { note: `${to} was left out: the bids are sealed here` };
  if (bid.disqualified) return { note: `${to} was left out: its bid is disqualified here` };
  if (bidder) return { note: `${to} was left out: a supplier of the importer bids on the tender` };
  return { bid_id: bid.id };
}
