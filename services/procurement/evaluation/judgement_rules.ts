import { invalid, wrongState } from "lib/errors.ts";
import { type Caller, manages, notPermitted } from "../access.ts";
import type { Bid } from "../bids/bid.ts";
import { criteriaOf } from "../tenders/criteria.ts";
import { requireJudge, type Standing } from "../tenders/standing.ts";
import type { Tender } from "../tenders/tender.ts";
import { isSettled } from "../tenders/tender_status.ts";

/** Checks that the caller may judge a bid in its current state. @throws 403 or 409 */
export function allowJudgement(standing: Standing, bid: Bid, caller: Caller): void {
  requireJudge(caller, standing);
  const { status } = standing.tender;
  if (bid.sealed) throw wrongState("The bids are sealed until they are opened");
  if (bid.status === "superseded") throw wrongState("The bid was replaced by a newer version");
  if (bid.status === "waiting") throw wrongState("The bid came late and is not admitted");
  if (isSettled(status)) throw wrongState(`The tender is ${status}: bids are no longer judged`);
}

/** @throws 422 for a criterion that is scored by arithmetic or does not exist. */
export function refuseCriterion({ evaluation_criteria }: Tender, criterion: string): void {
  const judged = criteriaOf(evaluation_criteria).filter(({ kind }) => kind === "judged");
  if (judged.some(({ name }) => name === criterion)) return;
  const names = judged.map(({ name }) => name).join(", ") || "none";
  throw invalid(["body", "criterion"], `must be a criterion that people score: ${names}`);
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
