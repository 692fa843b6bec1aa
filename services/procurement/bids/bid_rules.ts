import { notFound, wrongState } from "lib/errors.ts";
import { type Caller, manages, notPermitted } from "../access.ts";
import { requireTenderManager, type Standing } from "../tenders/standing.ts";
import { isClosedToAll } from "../tenders/tender.ts";
import { isSettled } from "../tenders/tender_status.ts";

/** The facts for an incoming bid: the tender, the supplier's owners, and its earlier bids on this tender. */
export interface Bidding {
  standing: Standing | undefined;
  owners: string[] | undefined;
  earlier: { bidders: string[]; disqualified: boolean }[];
  /** The owners, at submission, of bids that were disqualified from this tender. */
  excluded: string[];
}

/** Whether a bid is late. @throws 403, 404 or 409 if it is not allowed */
export function acceptedBid(
  { standing, owners, earlier, excluded }: Bidding,
  caller: Caller,
  lateBids: "reject" | "flag",
): { late: boolean; bidders: string[] } {
  if (!standing) throw notFound("Tender");
  const { tender } = standing;
  if (owners === undefined) throw notFound("Supplier");
  refuseStranger({ owners, earlier }, caller);
  const conflicted = owners.find((owner) => owner === tender.created_by || tender.committee.includes(owner));
  if (conflicted !== undefined) {
    throw notPermitted("An owner of this supplier made the tender or judges its bids: it cannot bid");
  }
  if (earlier.some(({ disqualified }) => disqualified)) {
    throw wrongState("This supplier was disqualified from the tender: it cannot bid again");
  }
  if (owners.some((owner) => excluded.includes(owner))) {
    throw wrongState(
      "An owner of this supplier was disqualified from the tender: it cannot bid under another name",
    );
  }
  if (tender.opened_at !== null) throw wrongState("The bids were opened: the tender takes no more");
  const late = tender.status === "closed";
  if (late && lateBids === "reject") throw wrongState("The tender is closed: its deadline is over");
  if (!late && tender.status !== "open") {
    throw wrongState(`The tender is ${tender.status}: it takes bids only while it is open`);
  }
  return { late, bidders: owners };
}

/**
 * Only owners bid for their supplier. A supplier without owners, as with a bid on paper, is entered by
 * managers and admins.
 */
function refuseStranger(
  { owners, earlier }: { owners: string[] } & Pick<Bidding, "earlier">,
  caller: Caller,
): void {
  if (owners.includes(caller.sub)) return;
  if (owners.length > 0 || !manages(caller)) {
    throw notPermitted(
      "Only an owner of the supplier may bid for it; managers and admins where it has no owner",
    );
  }
  if (earlier.some(({ bidders }) => bidders.length > 0)) {
    throw notPermitted("An owner of the supplier made its bid: nobody else may replace it");
  }
}

/** The facts for a decision about a bid. */
export interface Decision {
  standing: Standing;
  bid: {
    superseded: boolean;
    disqualified: boolean;
    waiting: boolean;
    /** Whether a bid of its supplier, or of one of its owners, was disqualified from the tender. */
    excluded: boolean;
  };
}

/** @throws 403 or 409 if the bid may not be disqualified. */
export function allowDisqualification({ standing, bid }: Decision, caller: Caller): void {
  requireTenderManager(caller, standing);
  refuseSettled(standing);
  // A sealed bid cannot be judged, since nobody has read it.
  if (isClosedToAll(standing.tender)) {
    throw wrongState("The bids are sealed: open them first, by POST /tenders/{tender_id}/open-bids");
  }
  if (bid.superseded) throw wrongState("The bid was replaced by a newer version");
}

/** @throws 403 or 409 if the late bid may not be admitted. */
export function allowAdmission({ standing, bid }: Decision, caller: Caller): void {
  requireTenderManager(caller, standing);
  refuseSettled(standing);
  if (bid.superseded) throw wrongState("The bid was replaced by a newer version");
  if (bid.disqualified) throw wrongState("The bid is disqualified");
  if (!bid.waiting) throw wrongState("The bid is not a late one that waits for admission");
  if (bid.excluded) {
    throw wrongState(
      "A bid of this supplier or its owner was disqualified from the tender: it is not admitted",
    );
  }
}

function refuseSettled({ tender: { status } }: Standing): void {
  if (isSettled(status)) throw wrongState(`The tender is ${status}: its bids stay as they are`);
}
