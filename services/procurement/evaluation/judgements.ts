import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Decision } from "../bids/bid_rules.ts";
import { BidId } from "../bids/bids.ts";
import type { BidStore } from "../bids/bids_store.ts";
import { requireInsider } from "../tenders/standing.ts";
import type { TenderStore } from "../tenders/tenders_store.ts";
import { Finding, FindingInput, Score, ScoreInput } from "./judgement.ts";
import {
  allowFinding,
  allowJudgement,
  type FindingMaker,
  refuseCriterion,
  refuseRequirement,
} from "./judgement_rules.ts";
import type { JudgementStore } from "./judgements_store.ts";

/** People's judgements: evaluators' scores, and findings about requirements. */
export function judgements(
  { store, tenders, bids }: { store: JudgementStore; tenders: TenderStore; bids: BidStore },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "scoreBid",
      method: "post",
      path: "/tenders/{tender_id}/bids/{bid_id}/scores",
      tags: ["evaluation"],
      summary:
        "Give the caller's score for a criterion (committee, managers, admins); a second replaces the first",
      request: { params: BidId, body: jsonBody(ScoreInput) },
      answers: { 201: json(Score, "The score") },
      fails: {
        403: "The caller does not judge the bids, or bids",
        404: "No such bid",
        409: "The bids are sealed, or this one does not count",
      },
    }),
    async (c) => {
      const { user } = c.var;
      const input = c.req.valid("json");
      const allow = (decision: Decision) => {
        allowJudgement(decision, user);
        refuseCriterion(decision.standing.tender, input.criterion);
      };
      const score = await store.score(c.req.valid("param"), input, { evaluator: user.sub, allow });
      if (!score) throw notFound("Bid");
      return c.json(score, 201);
    },
  );

  app.openapi(
    endpoint({
      id: "listBidScores",
      method: "get",
      path: "/tenders/{tender_id}/bids/{bid_id}/scores",
      tags: ["evaluation"],
      summary: "List the evaluators' scores of a bid (its tender's maker, committee, managers, admins)",
      request: { params: BidId },
      answers: { 200: json(z.array(Score), "The scores") },
      fails: { 403: "The caller has no part in the tender, or bids on it", 404: "No such bid" },
    }),
    async (c) => {
      const key = c.req.valid("param");
      const standing = await tenders.standing(key.tender_id);
      if (!standing || !await bids.find(key)) throw notFound("Bid");
      requireInsider(c.var.user, standing);
      return c.json(await store.scores(key.bid_id), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "setRequirementFinding",
      method: "put",
      path: "/tenders/{tender_id}/bids/{bid_id}/requirements",
      tags: ["evaluation"],
      summary:
        "Record a finding about a requirement (committee, managers, admins); it takes precedence over the text",
      request: { params: BidId, body: jsonBody(FindingInput) },
      answers: { 200: json(Finding, "The finding") },
      fails: {
        403: "The caller does not judge the bids, or the finding is a manager's",
        404: "No such bid",
        409: "The bids are sealed, or this one does not count",
      },
    }),
    async (c) => {
      const { user } = c.var;
      const input = c.req.valid("json");
      const allow = (decision: Decision, before: FindingMaker | undefined) => {
        allowJudgement(decision, user);
        refuseRequirement(decision.standing.tender, input.requirement);
        allowFinding(before, user);
      };
      const finding = await store.find(c.req.valid("param"), input, { caller: user, allow });
      if (!finding) throw notFound("Bid");
      return c.json(finding, 200);
    },
  );

  return app;
}
