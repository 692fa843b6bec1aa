import { invalid, wrongState } from "lib/errors.ts";
import { type Caller, manages, notPermitted } from "../access.ts";
import type { Decision } from "../bids/bid_rules.ts";
import { criteriaOf } from "../tenders/criteria.ts";
import { requireJudge } from "../tenders/standing.ts";
import { isClosedToAll, type Tender } from "../tenders/tender.ts";
import { isSettled } from "../tenders/tender_status.ts";

/** Checks that the caller may judge a bid in its current state. @throws 403 or 409 */
export function allowJudgement({ standing, bid }: Decision, caller: Caller): void {
  requireJudge(caller, standing);
  const { status } = standing.tender;
  if (isClosedToAll(standing.tender)) throw wrongState("The bids are sealed until they are opened");
  if (bid.superseded) throw wrongState("The bid was replaced by a newer version");
  if (bid.waiting) throw wrongState("The bid came late and is not admitted");
  if (isSettled(status)) throw wrongState(`The tender is ${status}: bids are no longer judged`);
}

/** @throws 422 for a criterion that is scored by arithmetic or does not exist. */
export function refuseCriterion({ evaluation_criteria }: Tender, criterion: string): void {
  const judged = criteriaOf(evaluation_criteria).filter(({ kind }) => kind === "judged");
  if (judged.some(({ name }) => name === criterion)) return;
  const names = judged.map(({ name }) => name).join(", ") || "none";
  throw invalid(["body", "criterion"], `must be a criterion that people score: ${names}`);
}

/** @throws 422 for a requirement that the tender does not have. */
export function refuseRequirement({ requirements }: Tender, requirement: number): void {
  if (requirement < requirements.length) return;
  throw invalid(["body", "requirement"], `the tender has ${requirements.length} requirements`);
}

/** The author of a finding, and their role. */
export interface FindingMaker {
  found_by: string;
  found_as: string;
}

/** Only the author, a manager or an admin may replace a finding. @throws 403 */
export function allowFinding(before: FindingMaker | undefined, caller: Caller): void {
  if (!before || before.found_by === caller.sub || manages(caller)) return;
  throw notPermitted(
    `${before.found_by} made this finding (${before.found_as}): only a manager may replace it`,
  );
}
