import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { notFound, wrongState } from "lib/errors.ts";
import { feature, invalidInput, json, missing, wrongStateResponse } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { BidId } from "../bids/bids.ts";
import type { BidStore } from "../bids/bids_store.ts";
import type { Evaluation } from "./evaluation.ts";
import type { EvaluationStore, NotEvaluated } from "./evaluations_store.ts";
import { TenderId } from "../tenders/tenders.ts";

const RedFlag = z.object({
  code: z.string(),
  indicator: z.string(),
  message: z.string(),
  message_ar: z.string(),
  bid_ids: z.array(z.string()),
})
  .meta({ id: "RedFlag" });
const Finding = z.object({
  requirement: z.string(),
  status: z.enum(["met", "unclear", "not_met"]),
  evidence: z.string(),
  found_by: z.string().meta({ description: "`text` for a match, else the person" }),
});
const CriterionScore = z.object({
  score: z.number().nullable(),
  method: z.enum(["lowest_price", "shortest_delivery", "requirements_met", "evaluators", "coverage"]),
  weight: z.number(),
  effective_weight: z.number(),
});
const BidResult = z.object({
  bid_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  criterion_scores: z.record(z.string(), CriterionScore),
  total_score: z.number().nullable(),
  rank: z.int().nullable(),
  disqualified_reason: z.string().nullable(),
  strengths: z.array(z.string()).meta({ description: "criteria scored 80 or more" }),
  weaknesses: z.array(z.string()).meta({ description: "criteria scored below 50" }),
  compliance_check: z.object({
    met: z.int(),
    unclear: z.int(),
    not_met: z.int(),
    requirements: z.array(Finding),
  }),
  value_assessment: z.string(),
  red_flags: z.array(RedFlag),
});
const Version = z.object({
  version: z.int(),
  method: z.string(),
  inputs_sha256: z.string(),
  evaluated_by: z.string(),
  evaluated_at: z.string(),
});
export const SingleEvaluation = BidResult.extend({ tender_id: z.string(), ...Version.shape }).meta({
  id: "BidEvaluation",
});
export const EvaluationResult = z.object({
  tender_id: z.string(),
  evaluations: z.array(BidResult),
  ranking: z.array(z.object({ bid_id: z.string(), rank: z.int(), total_score: z.number() })),
  recommendation: z.string(),
  recommendation_ar: z.string(),
  criteria: z.array(z.object({ name: z.string(), weight: z.number(), effective_weight: z.number() })),
  warnings: z.array(z.string()),
  warnings_ar: z.array(z.string()),
  tie_notes: z.array(z.string()),
  tie_notes_ar: z.array(z.string()),
  red_flags: z.array(RedFlag),
  ...Version.shape,
}).meta({ id: "Evaluation" });

/** Evaluations: arithmetic over what bidders offered and people judged. */
export function evaluations(store: EvaluationStore, bids: BidStore): OpenAPIHono<AppEnv> {
  const app = feature();
  const responses = { ...missing, ...invalidInput, ...wrongStateResponse };

  app.openapi(
    createRoute({
      method: "post",
      path: "/tenders/{tender_id}/evaluate-all",
      summary: "Evaluate and rank all bids; the result is kept as a new version",
      request: { params: TenderId },
      responses: { 200: json(EvaluationResult, "The evaluation"), ...responses },
    }),
    async (c) => c.json(shownResult(await evaluated(c.req.valid("param").tender_id, c.var.user.sub)), 200),
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/tenders/{tender_id}/bids/{bid_id}/evaluate",
      summary: "Evaluate one bid, among all bids of its tender",
      request: { params: BidId },
      responses: { 200: json(SingleEvaluation, "The bid's evaluation"), ...responses },
    }),
    async (c) => {
      const { tender_id, bid_id } = c.req.valid("param");
      const bid = await bids.find(tender_id, bid_id, c.var.user.sub);
      if (!bid) throw notFound("Bid");
      if (bid.status === "superseded") throw wrongState("The bid was replaced by a newer version");
      const result = await evaluated(tender_id, c.var.user.sub);
      const single = result.evaluations.find((evaluation) => evaluation.bid_id === bid_id);
      if (!single) throw notFound("Bid");
      const { version, method, inputs_sha256, evaluated_by, evaluated_at } = result;
      return c.json(
        { ...single, tender_id, version, method, inputs_sha256, evaluated_by, evaluated_at },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/tenders/{tender_id}/evaluations",
      summary: "List the versions of a tender's evaluation, newest first",
      request: { params: TenderId },
      responses: { 200: json(z.array(EvaluationResult), "The versions"), ...invalidInput },
    }),
    async (c) => c.json((await store.list(c.req.valid("param").tender_id)).map(shownResult), 200),
  );

  async function evaluated(tenderId: string, actor: string): Promise<Evaluation> {
    const result = await store.evaluate(tenderId, actor);
    if (typeof result === "object" && "evaluations" in result) return result;
    throw refused(result);
  }

  return app;
}

function shownResult({ bids: _kept, ...result }: Evaluation) {
  return result;
}

function refused(reason: NotEvaluated) {
  if (reason === "no tender") return notFound("Tender");
  if (reason === "no bids") return wrongState("The tender has no bids to evaluate");
  if (reason === "sealed") return wrongState("The bids are sealed until the deadline");
  return wrongState(`The tender is ${reason.status}: it cannot be evaluated`);
}
