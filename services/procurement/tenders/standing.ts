import { type Caller, manages, notPermitted } from "../access.ts";
import type { Tender } from "./tender.ts";

/** A tender and its participants: the facts for every rule about it. */
export interface Standing {
  tender: Tender;
  /** How many suppliers have a current bid, sealed or not. */
  bids: number;
  /** Owners of bidding suppliers, at submission or now. */
  bidders: string[];
}

/** The maker, managers and admins run a tender, unless they bid on it. */
export function mayRun(caller: Caller, { tender, bidders }: Standing): boolean {
  return !bidders.includes(caller.sub) && (manages(caller) || tender.created_by === caller.sub);
}

/** The committee, managers and admins judge bids, unless they bid. */
export function mayJudge(caller: Caller, { tender, bidders }: Standing): boolean {
  return !bidders.includes(caller.sub) && (manages(caller) || tender.committee.includes(caller.sub));
}

/** All who run a tender or judge its bids see scores, evaluations and reports. */
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

/** Managers and admins, unless they bid. @throws 403 */
export function requireTenderManager(caller: Caller, standing: Standing): void {
  refuseBidder(caller, standing);
  if (!manages(caller)) {
    throw notPermitted(`Role '${caller.role}' is not permitted; required: admin, manager`);
  }
}

function refuseBidder({ sub }: Caller, { bidders }: Standing): void {
  if (bidders.includes(sub)) {
    throw notPermitted("A supplier of yours bids on this tender: you cannot act on it");
  }
}
