import type { ServiceError } from "lib/errors.ts";
import { type Caller, manages, notPermitted } from "../access.ts";
import type { Tender } from "./tender.ts";

/** A tender and its participants, as the authorization rules need them. */
export interface Standing {
  tender: Tender;
  /** The number of suppliers with a current bid, sealed or not. */
  bids: number;
  /** The owners of bidding suppliers, at submission or now. */
  bidders: string[];
}

/** Whether the caller may run a tender: its maker, managers and admins, unless they bid on it. */
export function mayRun(caller: Caller, { tender, bidders }: Standing): boolean {
  return !bidders.includes(caller.sub) && (manages(caller) || tender.created_by === caller.sub);
}

/** Whether the caller may judge bids: the committee, managers and admins, unless they bid. */
export function mayJudge(caller: Caller, { tender, bidders }: Standing): boolean {
  return !bidders.includes(caller.sub) && (manages(caller) || tender.committee.includes(caller.sub));
}

/**
 * Whether the caller may see scores, evaluations and reports: everyone who runs the tender or judges its
 * bids.
 */
export function maySeeJudgement(caller: Caller, standing: Standing): boolean {
  return mayRun(caller, standing) || mayJudge(caller, standing);
}

/** @throws 403 */
export function requireRunner(caller: Caller, standing: Standing): void {
  refuseBidder(caller, standing);
  if (!mayRun(caller, standing)) {
    throw notPermitted("Only who made the tender, managers and admins may do this");
  }
}

/** @throws 403 */
export function requireJudge(caller: Caller, standing: Standing): void {
  refuseBidder(caller, standing);
  if (!mayJudge(caller, standing)) {
    throw notPermitted("Only the tender's committee, managers and admins may do this");
  }
}

/** @throws 403 */
export function requireInsider(caller: Caller, standing: Standing): void {
  refuseBidder(caller, standing);
  if (!maySeeJudgement(caller, standing)) {
    throw notPermitted("Only who made the tender, its committee, managers and admins may do this");
  }
}

/** @throws 403 unless the caller is a manager or an admin who does not bid. */
export function requireTenderManager(caller: Caller, standing: Standing): void {
  refuseBidder(caller, standing);
  if (!manages(caller)) {
    throw notPermitted(`Role '${caller.role}' is not permitted; required: admin, manager`);
  }
}

/** 403: the caller bids on the tender. */
export function notForBidders(): ServiceError {
  return notPermitted("A supplier of yours bids on this tender: you cannot act on it");
}

function refuseBidder({ sub }: Caller, { bidders }: Standing): void {
  if (bidders.includes(sub)) throw notForBidders();
}
