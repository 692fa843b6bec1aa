import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { invalid, notFound, wrongState } from "lib/errors.ts";
import { feature, invalidInput, json, jsonBody, missing, wrongStateResponse } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import { BidId } from "../bids/bids.ts";
import type { BidStore } from "../bids/bids_store.ts";
import { criteriaOf } from "../tenders/criteria.ts";
import type { JudgementStore } from "./judgements_store.ts";
import { isSettled } from "../tenders/tender.ts";
import type { TenderStore } from "../tenders/tenders_store.ts";

const ScoreInput = z.strictObject({
  criterion: textOf({ min: 1, max: 200 }),
  score: z.number().min(0).max(100),
  comment: textOf({ max: 5_000 }).default(""),
}).meta({ id: "ScoreInput", example: { criterion: "quality", score: 85, comment: "Sound method" } });

const Score = ScoreInput.extend({ bid_id: z.uuid(), evaluator: z.string(), scored_at: z.string() }).meta({
  id: "Score",
});

const FindingInput = z.strictObject({
  requirement: z.int().min(0).meta({ description: "its number in the tender's list, from 0" }),
  status: z.enum(["met", "unclear", "not_met"]),
  evidence: textOf({ max: 5_000 }).default(""),
}).meta({
  id: "FindingInput",
  example: { requirement: 0, status: "met", evidence: "Certificate seen, valid to 2027" },
});

const Finding = FindingInput.extend({ bid_id: z.uuid(), found_by: z.string(), found_at: z.string() }).meta({
  id: "Finding",
});

/** What people judge: scores of evaluators, and findings about requirements. */
export function judgements(
  { store, tenders, bids }: { store: JudgementStore; tenders: TenderStore; bids: BidStore },
): OpenAPIHono<AppEnv> {
  const app = feature();

  /** The tender of a bid that may be judged now. */
  async function judged(tenderId: string, bidId: string, actor: string) {
    const tender = await tenders.find(tenderId);
    const bid = tender && await bids.find(tenderId, bidId, actor);
    if (!tender || !bid) throw notFound("Bid");
    if (bid.sealed) throw wrongState("The bids are sealed until the deadline");
    if (bid.status === "superseded") throw wrongState("The bid was replaced by a newer version");
    if (isSettled(tender.status)) {
      throw wrongState(`The tender is ${tender.status}: bids are no longer judged`);
    }
    return tender;
  }

  app.openapi(
    createRoute({
      method: "post",
      path: "/tenders/{tender_id}/bids/{bid_id}/scores",
      summary: "Give the caller's score for a criterion; a second one replaces the first",
      request: { params: BidId, body: jsonBody(ScoreInput) },
      responses: { 201: json(Score, "The score"), ...missing, ...invalidInput, ...wrongStateResponse },
    }),
    async (c) => {
      const { tender_id, bid_id } = c.req.valid("param");
      const input = c.req.valid("json");
      const tender = await judged(tender_id, bid_id, c.var.user.sub);
      const open = criteriaOf(tender.evaluation_criteria).filter(({ kind }) => kind === "judged");
      if (!open.some(({ name }) => name === input.criterion)) {
        const names = open.map(({ name }) => name).join(", ") || "none";
        throw invalid(["body", "criterion"], `must be a criterion that people score: ${names}`);
      }
      return c.json(await store.score(bid_id, input, c.var.user.sub), 201);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/tenders/{tender_id}/bids/{bid_id}/scores",
      summary: "List the evaluators' scores of a bid",
      request: { params: BidId },
      responses: { 200: json(z.array(Score), "The scores"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const { tender_id, bid_id } = c.req.valid("param");
      if (!await bids.find(tender_id, bid_id, c.var.user.sub)) throw notFound("Bid");
      return c.json(await store.scores(bid_id), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "put",
      path: "/tenders/{tender_id}/bids/{bid_id}/requirements",
      summary: "State what was found about a requirement; it wins over the text match",
      request: { params: BidId, body: jsonBody(FindingInput) },
      responses: { 200: json(Finding, "The finding"), ...missing, ...invalidInput, ...wrongStateResponse },
    }),
    async (c) => {
      const { tender_id, bid_id } = c.req.valid("param");
      const input = c.req.valid("json");
      const tender = await judged(tender_id, bid_id, c.var.user.sub);
      if (input.requirement >= tender.requirements.length) {
        throw invalid(["body", "requirement"], `the tender has ${tender.requirements.length} requirements`);
      }
      return c.json(await store.find(bid_id, input, c.var.user.sub), 200);
    },
  );

  return app;
}
