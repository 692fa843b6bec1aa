import { invalid, notFound, type ServiceError, wrongState } from "lib/errors.ts";
import type { Caller } from "../access.ts";
import { requireInsider, requireTenderManager, type Standing } from "../tenders/standing.ts";
import { isClosedToAll } from "../tenders/tender.ts";
import type { TenderStatus } from "../tenders/tender_status.ts";
import type { Evaluated } from "./evaluate.ts";
import type { Inputs, KeptEvaluation, LateBid } from "./evaluation.ts";
import { type BidProposals, withProposals } from "./bid_proposals.ts";

/** A tender at the time of its evaluation. */
export interface Ground {
  standing: Standing;
  inputs: Inputs;
  late: LateBid[];
}

/** A tender before its next evaluation. */
export interface NextGround extends Ground {
  /** The number of the latest version; 0 before the first. */
  version: number;
  /** A model's proposals by bid id. They are shown beside the result and are not inputs. */
  proposals: Map<string, BidProposals>;
  /** The hash of the current inputs. */
  inputs_sha256: string;
}

/** Allows those who run or judge a tender to evaluate it once its bids are open. @throws 403 or 409 */
export function allowEvaluation({ standing, inputs, late }: Ground, caller: Caller): void {
  requireInsider(caller, standing);
  const { tender } = standing;
  if (["draft", "awarded", "unsuccessful", "cancelled"].includes(tender.status)) {
    throw wrongState(`The tender is ${tender.status}: it cannot be evaluated`);
  }
  if (isClosedToAll(tender)) {
    throw wrongState("The bids are sealed: open them first, by POST /tenders/{tender_id}/open-bids");
  }
  if (inputs.bids.length === 0) {
    throw wrongState(
      late.length > 0
        ? "The tender has only late bids, and none is admitted"
        : "The tender has no bids to evaluate",
    );
  }
}

/** The inputs that were evaluated before the transaction stores the result. */
export interface Computed {
  evaluated: Evaluated;
  /** The hash of its inputs. */
  inputs_sha256: string;
}

/**
 * The new version of the evaluation and the tender's status after it; undefined if the inputs changed since.
 * @throws 403 or 409
 */
export function nextEvaluation(
  { version, proposals, inputs_sha256, ...ground }: NextGround,
  computed: Computed,
  caller: Caller,
  now: number,
): { result: KeptEvaluation; status: TenderStatus } | undefined {
  allowEvaluation(ground, caller);
  if (inputs_sha256 !== computed.inputs_sha256) return undefined;
  const { standing: { tender }, late } = ground;
  const result = {
    ...withProposals(computed.evaluated, proposals),
    late_bids: late,
    version: version + 1,
    inputs_sha256,
    evaluated_by: caller.sub,
    evaluated_at: new Date(now).toISOString(),
  };
  const over = tender.status === "closed" || tender.status === "under_evaluation";
  return { result, status: over ? "evaluated" : tender.status };
}

/** 409: the latest evaluation is of an earlier state of the tender. */
export function outdated({ version }: Pick<KeptEvaluation, "version">): ServiceError {
  return wrongState(`Bids or judgements changed since evaluation version ${version}: evaluate again`);
}

/** The facts for an award. */
export interface AwardGround {
  standing: Standing;
  /** The chosen bid; undefined if the tender has no such bid. */
  bid: { superseded: boolean; disqualified: boolean; waiting: boolean } | undefined;
  latest: KeptEvaluation | undefined;
  /** The hash of the current inputs. */
  inputs_sha256: string;
}

/**
 * Allows the award of an evaluated tender to the recommended bid, or with a reason to another one. @throws
 * 403, 404, 409, or 422 if the reason is missing.
 */
export function allowAward(
  { standing, bid, latest, inputs_sha256 }: AwardGround,
  award: { bid_id: string; reason?: string },
  caller: Caller,
): void {
  requireTenderManager(caller, standing);
  if (!bid || bid.superseded || bid.disqualified) throw notFound("Bid");
  if (bid.waiting) throw wrongState("The bid came late and is not admitted");
  if (standing.tender.status !== "evaluated" || !latest) {
    throw wrongState("Only an evaluated tender can be awarded: evaluate it first");
  }
  if (latest.inputs_sha256 !== inputs_sha256) throw outdated(latest);
  const first = latest.ranking.filter(({ rank }) => rank === 1);
  const recommended = first.length === 1 && first[0]?.bid_id === award.bid_id &&
    !latest.recommendation_withheld;
  if (!recommended && award.reason === undefined) {
    throw invalid(["body", "reason"], "is required: the latest evaluation does not recommend this bid");
  }
}
