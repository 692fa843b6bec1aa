import { notFound } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Caller } from "../access.ts";
import type { BidProposals } from "./bid_proposals.ts";
import { allowEvaluation } from "./evaluation_rules.ts";
import type { Evaluator } from "./evaluator.ts";
import type { EvaluationStore } from "./evaluations_store.ts";
import { proposalsOf, type Proposer } from "./proposal_question.ts";

/** A model's proposals for a bid, which replace earlier ones. */
export interface Proposed {
  bid_id: string;
  proposals: BidProposals;
}

/** The outcome; `proposed` is absent if there is nothing to store. */
export interface ProposalOutcome {
  proposed?: Proposed;
  model_used: string | null;
  model_notes: string[];
}

/** The outcome without a model call. */
export const NOT_ASKED: ProposalOutcome = { model_used: null, model_notes: [] };

/**
 * Calls the model about the unclear requirements of a bid, only for callers who may evaluate and only for
 * valid bids. The evaluation continues with any answer or none. @throws 403, 404 or 409 before the call.
 */
export async function proposedFor(
  { tender_id, bid_id }: { tender_id: string; bid_id: string },
  { store, evaluator, proposer, user, log, signal }: {
    store: Pick<EvaluationStore, "ground">;
    evaluator: Evaluator;
    proposer: Proposer;
    user: Caller;
    log: Logger;
    signal: AbortSignal;
  },
): Promise<ProposalOutcome> {
  const ground = await store.ground(tender_id);
  if (!ground) throw notFound("Tender");
  allowEvaluation(ground, user);
  const { tender, bids } = ground.inputs;
  const bid = bids.find(({ id }) => id === bid_id);
  if (!bid) throw notFound("Bid");
  const open = (await evaluator.compliance(tender, bid)).flatMap(({ requirement, status }, number) =>
    status === "unclear" ? [{ number, text: requirement }] : []
  );
  const { proposal } = bid;
  // A quote must come from the proposal, so an empty proposal needs no call.
  if (open.length === 0 || proposal.trim() === "") return NOT_ASKED;
  const { model, attacks } = proposer;
  const warning = await attacks?.of(proposal, signal);
  const warnings = warning === undefined ? [] : [`The proposal: ${warning}`];
  if (warning !== undefined && attacks?.withholds) return { model_used: null, model_notes: warnings };
  const answer = await proposalsOf({ open, proposal }, { ...proposer, signal });
  if ("failure" in answer) {
    log.warn("no proposals about requirements", { model, tender_id, bid_id, reason: answer.failure });
    return { model_used: model, model_notes: [...warnings, answer.failure] };
  }
  const { notes } = answer;
  if (notes.length > 0) log.warn("proposals that do not count", { model, tender_id, bid_id, notes });
  const proposals: BidProposals = new Map(
    [...answer.proposals].map(([number, proposal]) => [number, { ...proposal, model }]),
  );
  return { proposed: { bid_id, proposals }, model_used: model, model_notes: [...warnings, ...notes] };
}
