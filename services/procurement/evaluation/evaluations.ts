import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import type { Caller } from "../access.ts";
import { Bid } from "../bids/bid.ts";
import { BidId } from "../bids/bids.ts";
import type { BidStore } from "../bids/bids_store.ts";
import { requireInsider } from "../tenders/standing.ts";
import { TenderId } from "../tenders/tenders.ts";
import type { TenderStore } from "../tenders/tenders_store.ts";
import { Evaluation, type KeptEvaluation, SingleEvaluation } from "./evaluation.ts";
import { inputsHash } from "./evaluate.ts";
import { allowAward, allowEvaluation, nextEvaluation } from "./evaluation_rules.ts";
import type { EvaluationStore } from "./evaluations_store.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Proposer } from "./proposal_question.ts";
import { NOT_ASKED, type Proposed, proposedFor } from "./proposing.ts";

const AwardInput = z.strictObject({
  bid_id: z.uuid(),
  reason: textOf({ min: 1, max: 2_000 }).optional().meta({
    description: "required where the latest evaluation does not recommend this bid",
  }),
}).meta({
  id: "Award",
  example: { bid_id: "019a0000-0000-7000-8000-000000000003", reason: "The first-ranked bidder withdrew" },
});

export interface EvaluationDeps {
  store: EvaluationStore;
  bids: BidStore;
  tenders: TenderStore;
  evaluator: Evaluator;
  /** The model that makes proposals for unclear requirements; undefined for none. */
  proposer?: Proposer;
  now?: () => number;
}

/** The maximum number of evaluations when the inputs change concurrently. */
const MOST_ATTEMPTS = 5;

/** Evaluations compute scores from bidders' offers and people's scores; awards are based on them. */
export function evaluations(
  { store, bids, tenders, evaluator, proposer, now = Date.now }: EvaluationDeps,
): OpenAPIHono<AppEnv> {
  const app = feature();

  async function evaluated(tenderId: string, caller: Caller, proposed?: Proposed): Promise<KeptEvaluation> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const ground = await store.ground(tenderId);
      if (!ground) throw notFound("Tender");
      allowEvaluation(ground, caller);
      // Bids are evaluated before the transaction, which would otherwise keep the tender locked.
      const computed = {
        evaluated: await evaluator.evaluate(ground.inputs),
        inputs_sha256: await inputsHash(ground.inputs),
      };
      const kept = await store.keep(
        tenderId,
        { actor: caller.sub, proposed },
        (current) => nextEvaluation(current, computed, caller, now()),
      );
      if (!kept) throw notFound("Tender");
      if (kept !== "changed") return kept;
    }
    throw wrongState("Bids, scores or findings changed each time while the bids were read: try again");
  }

  app.openapi(
    endpoint({
      id: "evaluateTender",
      method: "post",
      path: "/tenders/{tender_id}/evaluate-all",
      tags: ["evaluation"],
      summary: "Evaluate and rank all bids; the result is stored as a new version",
      heavy: true,
      request: { params: TenderId },
      answers: { 200: json(Evaluation, "The evaluation") },
      fails: {
        403: "The caller has no part in the tender, or bids on it",
        404: "No such tender",
        409: "The bids are sealed, or there are none, or the tender is settled, or bids keep changing",
      },
    }),
    async (c) => c.json(evaluationAnswer(await evaluated(c.req.valid("param").tender_id, c.var.user)), 200),
  );

  app.openapi(
    endpoint({
      id: "evaluateBid",
      method: "post",
      path: "/tenders/{tender_id}/bids/{bid_id}/evaluate",
      tags: ["evaluation"],
      summary:
        "Evaluate one bid, among all bids of its tender; where REQUIREMENT_MODEL is set, that model proposes about its " +
        "unclear requirements and decides nothing",
      heavy: true,
      request: { params: BidId },
      answers: { 200: json(SingleEvaluation, "The bid's evaluation") },
      fails: {
        403: "The caller has no part in the tender, or bids on it",
        404: "No such bid",
        409: "The bids are sealed, or this one does not count, or bids keep changing",
      },
    }),
    async (c) => {
      const key = c.req.valid("param");
      const standing = await tenders.standing(key.tender_id);
      if (!standing) throw notFound("Tender");
      requireInsider(c.var.user, standing);
      const bid = await bids.find(key);
      if (!bid) throw notFound("Bid");
      if (bid.bid.status === "superseded") throw wrongState("The bid was replaced by a newer version");
      if (bid.bid.status === "waiting") throw wrongState("The bid came late and is not admitted");
      const { user, log } = c.var;
      // The model is called before the transaction, which must not wait for it.
      const { proposed, ...asked } = proposer
        ? await proposedFor(key, { store, evaluator, proposer, user, log, signal: c.req.raw.signal })
        : NOT_ASKED;
      const result = await evaluated(key.tender_id, user, proposed);
      const single = result.evaluations.find(({ bid_id }) => bid_id === key.bid_id);
      if (!single) throw notFound("Bid");
      const { tender_id, preliminary, missing, missing_ar } = result;
      const { version, method, inputs_sha256, evaluated_by, evaluated_at } = result;
      const of = { version, method, inputs_sha256, evaluated_by, evaluated_at };
      return c.json({ ...single, tender_id, preliminary, missing, missing_ar, ...asked, ...of }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listEvaluations",
      method: "get",
      path: "/tenders/{tender_id}/evaluations",
      tags: ["evaluation"],
      summary: "List the versions of a tender's evaluation, newest first",
      request: { params: TenderId },
      answers: { 200: json(z.array(Evaluation), "The versions") },
      fails: { 403: "The caller has no part in the tender, or bids on it", 404: "No such tender" },
    }),
    async (c) => {
      const standing = await tenders.standing(c.req.valid("param").tender_id);
      if (!standing) throw notFound("Tender");
      requireInsider(c.var.user, standing);
      return c.json((await store.list(standing.tender.id)).map(evaluationAnswer), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "awardTender",
      method: "post",
      path: "/tenders/{tender_id}/award",
      tags: ["evaluation"],
      summary: "Award an evaluated tender to a bid (managers and admins)",
      request: { params: TenderId, body: jsonBody(AwardInput) },
      answers: { 200: json(Bid, "The bid that won") },
      fails: {
        403: "Only for managers and admins who do not bid on the tender",
        404: "No such tender or bid",
        409: "Not evaluated, or evaluated before bids or judgements changed",
      },
    }),
    async (c) => {
      const { user } = c.var;
      const { tender_id } = c.req.valid("param");
      const award = c.req.valid("json");
      const allow = (ground: Parameters<typeof allowAward>[0]) => allowAward(ground, award, user);
      if (!await store.award(tender_id, award, { actor: user.sub, allow })) throw notFound("Tender");
      const bid = await bids.find({ tender_id, bid_id: award.bid_id });
      if (!bid) throw notFound("Bid");
      return c.json(bid.bid, 200);
    },
  );

  return app;
}

/** An evaluation as the API returns it; the remaining fields appear in lists of bids. */
function evaluationAnswer({ bids: _kept, ...result }: KeptEvaluation): Evaluation {
  return result;
}
