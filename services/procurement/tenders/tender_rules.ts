import { z } from "@hono/zod-openapi";
import { invalid, invalidAll, wrongState } from "lib/errors.ts";
import { closingTime } from "./deadline.ts";
import type { Standing } from "./standing.ts";
import { checkTender, isClosedToAll, type Tender, type TenderInput, type TenderPatch } from "./tender.ts";
import { isSettled, movesFrom, type TenderStatus } from "./tender_status.ts";

/** The new state of a tender and the reason to record. */
export type TenderChange = Partial<Omit<TenderInput, "status">> & {
  status?: TenderStatus;
  opened_at?: string;
  opened_by?: string;
  reason?: string;
};

/** The clock and time zone of time-dependent rules. */
export interface Clock {
  now: number;
  timeZone: string;
}

/** Applies a change to a tender. @throws 409 if its state forbids the change, 422 for invalid values. */
export function changedTender(standing: Standing, patch: TenderPatch, clock: Clock): TenderChange {
  const { tender: before, bids } = standing;
  const { status, reason, ...fields } = patch;
  if (isSettled(before.status)) {
    throw wrongState(`The tender is ${before.status}: it can no longer be changed`);
  }
  if (bids > 0) {
    refuseAfterBids(before, patch);
    refuseAfterReading(before, patch);
  }
  if (fields.deadline !== undefined && fields.deadline !== before.deadline) {
    refuseDeadline(standing, { deadline: fields.deadline, reason, ...clock });
  }
  refuseCommittee(standing, fields.committee);
  refuseUnfit({ ...before, ...fields });
  const change = reason === undefined ? fields : { ...fields, reason };
  if (status === undefined || status === before.status) return change;
  refuseMove(standing, status, fields.deadline !== undefined);
  return { ...change, status };
}

/**
 * Opens sealed bids, once and after the deadline. A tender without a deadline closes at that moment, since
 * nobody may bid after seeing other bids. @throws 409
 */
export function openedBids({ tender }: Standing, sub: string, now: number): TenderChange {
  if (!tender.sealed) throw wrongState("The bids of this tender are not sealed");
  if (tender.opened_at !== null) throw wrongState(`The bids were opened at ${tender.opened_at}`);
  if (isSettled(tender.status)) throw wrongState(`The tender is ${tender.status}: its bids stay closed`);
  if (tender.status === "draft") throw wrongState("The tender is a draft: it takes no bids yet");
  const time = new Date(now).toISOString();
  const opened = { opened_at: time, opened_by: sub };
  if (tender.closes_at === null) return { ...opened, deadline: time };
  if (Date.parse(tender.closes_at) > now) {
    throw wrongState(`The bids are sealed until the deadline, ${tender.closes_at}`);
  }
  return opened;
}

/** Published rules may not change once there are bids, since bidders rely on them. */
function refuseAfterBids(before: Tender, patch: TenderPatch): void {
  const rules = ["evaluation_criteria", "requirements", "currency", "sealed", "coverage_order"] as const;
  const broken = rules.find((rule) =>
    patch[rule] !== undefined && JSON.stringify(patch[rule]) !== JSON.stringify(before[rule])
  );
  if (broken) throw wrongState(`${broken} cannot be changed once there are bids`);
}

/** What bids are compared with may not change once somebody may have read them. */
function refuseAfterReading(before: Tender, patch: TenderPatch): void {
  if (isClosedToAll(before)) return;
  const compared = ["description", "budget_min", "budget_max"] as const;
  const broken = compared.find((field) => patch[field] !== undefined && patch[field] !== before[field]);
  if (broken) throw wrongState(`${broken} cannot be changed once bids can be read`);
}

/** Once there are bids a deadline moves only later and with a reason, and never after the opening. */
function refuseDeadline(
  { tender, bids }: Standing,
  { deadline, reason, now, timeZone }: { deadline: string | null; reason: string | undefined } & Clock,
): void {
  if (tender.opened_at !== null) throw wrongState("The bids were opened: the deadline cannot move any more");
  if (bids === 0) return;
  const closes = deadline === null ? undefined : closingTime(deadline, timeZone)?.getTime();
  const earliest = tender.closes_at === null ? now : Date.parse(tender.closes_at);
  if (closes === undefined || closes < earliest) {
    throw wrongState("There are bids: the deadline can only move to a later time");
  }
  if (reason === undefined) {
    throw invalid(["body", "reason"], "is required to move a deadline once there are bids");
  }
}

/**
 * Bidders may not judge bids. While the bids are sealed this refusal would reveal the bidders, and a bidder
 * on the committee cannot act on the tender anyway.
 */
function refuseCommittee({ tender, bidders }: Standing, committee: string[] | undefined): void {
  if (isClosedToAll(tender)) return;
  const index = (committee ?? []).findIndex((member) => bidders.includes(member));
  if (index >= 0) {
    throw invalid(
      ["body", "committee", index],
      "owns a supplier that bids on this tender: cannot judge its bids",
    );
  }
}

function refuseUnfit(tender: Tender): void {
  const check = z.custom<Tender>().superRefine(checkTender).safeParse(tender);
  if (check.success) return;
  throw invalidAll(check.error.issues.map(({ path, message, code }) => ({
    loc: ["body", ...path.map(String)],
    msg: message,
    type: code,
  })));
}

function refuseMove({ tender, bids }: Standing, status: TenderStatus, newDeadline: boolean): void {
  const { status: from } = tender;
  if (status === "awarded") throw wrongState("A tender is awarded by POST /tenders/{tender_id}/award");
  const extended = from === "closed" && status === "open" && newDeadline;
  if (!movesFrom(from).includes(status) || status === "open" && from === "closed" && !extended) {
    throw wrongState(`A tender that is ${from} cannot become ${status}`);
  }
  if (status === "draft" && bids > 0) throw wrongState("A tender with bids cannot become draft");
  if ((status === "under_evaluation" || status === "evaluated") && isClosedToAll(tender)) {
    throw wrongState("The bids are sealed: open them first, by POST /tenders/{tender_id}/open-bids");
  }
}
