import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import type { Standing } from "../tenders/standing.ts";
import { TenderId } from "../tenders/tenders.ts";
import type { TenderStore } from "../tenders/tenders_store.ts";
import { Bid, BidInput } from "./bid.ts";
import { acceptedBid, allowAdmission, allowDisqualification } from "./bid_rules.ts";
import { visibleBid, visibleBids } from "./bid_view.ts";
import type { BidStore } from "./bids_store.ts";

export const BidId = TenderId.extend({ bid_id: z.uuid() });

const Disqualification = z.strictObject({ reason: textOf({ min: 1, max: 2_000 }) }).meta({
  id: "Disqualification",
  example: { reason: "The bid bond is missing" },
});
const Admission = z.strictObject({ reason: textOf({ min: 1, max: 2_000 }) }).meta({
  id: "LateAdmission",
  example: { reason: "The portal was down from 13:50 to 14:10" },
});

/**
 * Bids on a tender: one current bid per supplier, earlier ones as versions, and late ones that await
 * admission.
 */
export function bids(
  { store, tenders, lateBids }: { store: BidStore; tenders: TenderStore; lateBids: "reject" | "flag" },
): OpenAPIHono<AppEnv> {
  const app = feature();

  async function standing(tenderId: string): Promise<Standing> {
    const tender = await tenders.standing(tenderId);
    if (!tender) throw notFound("Tender");
    return tender;
  }

  app.openapi(
    endpoint({
      id: "createBid",
      method: "post",
      path: "/tenders/{tender_id}/bids",
      tags: ["bids"],
      summary: "Submit a bid (the supplier's owners); a supplier's new bid replaces the one before",
      request: { params: TenderId, body: jsonBody(BidInput) },
      answers: { 201: json(Bid, "The bid") },
      fails: {
        403: "The caller does not own the supplier, or its owner runs or judges the tender",
        404: "No such tender or supplier",
        409: "The tender takes no bids, or none of this supplier",
      },
    }),
    async (c) => {
      const { user } = c.var;
      const { bid } = await store.insert(c.req.valid("param").tender_id, c.req.valid("json"), {
        actor: user.sub,
        accept: (bidding) => acceptedBid(bidding, user, lateBids),
      });
      return c.json({ ...bid, scores: {}, total_score: null, rank: null }, 201);
    },
  );

  app.openapi(
    endpoint({
      id: "listBids",
      method: "get",
      path: "/tenders/{tender_id}/bids",
      tags: ["bids"],
      summary: "List the current bids, best first for those who judge",
      description: "While the bids are sealed, a caller sees only that the own bids are there.",
      request: { params: TenderId },
      answers: { 200: json(z.array(Bid), "The bids") },
      fails: { 404: "No such tender" },
    }),
    async (c) => {
      const { tender_id } = c.req.valid("param");
      const seen = visibleBids(await store.list(tender_id), await standing(tender_id), c.var.user);
      return c.json(seen, 200, { "X-Total-Count": String(seen.length) });
    },
  );

  app.openapi(
    endpoint({
      id: "getBid",
      method: "get",
      path: "/tenders/{tender_id}/bids/{bid_id}",
      tags: ["bids"],
      summary: "Read a bid",
      request: { params: BidId },
      answers: { 200: json(Bid, "The bid") },
      fails: { 404: "No such bid, or not yet opened to the caller" },
    }),
    async (c) => {
      const key = c.req.valid("param");
      const record = await store.find(key);
      const bid = record && visibleBid(record, await standing(key.tender_id), c.var.user);
      if (!bid) throw notFound("Bid");
      return c.json(bid, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "disqualifyBid",
      method: "post",
      path: "/tenders/{tender_id}/bids/{bid_id}/disqualify",
      tags: ["bids"],
      summary: "Disqualify a bid (managers and admins)",
      request: { params: BidId, body: jsonBody(Disqualification) },
      answers: { 200: json(Bid, "The bid") },
      fails: {
        403: "Only for managers and admins who do not bid on the tender",
        404: "No such bid",
        409: "The bids are sealed, the tender is settled, or the bid was replaced",
      },
    }),
    async (c) => {
      const { user } = c.var;
      const bid = await store.disqualify(c.req.valid("param"), c.req.valid("json").reason, {
        actor: user.sub,
        allow: (decision) => allowDisqualification(decision, user),
      });
      if (!bid) throw notFound("Bid");
      return c.json(bid.bid, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "admitLateBid",
      method: "post",
      path: "/tenders/{tender_id}/bids/{bid_id}/admit",
      tags: ["bids"],
      summary: "Admit a late bid, with a reason (managers and admins)",
      request: { params: BidId, body: jsonBody(Admission) },
      answers: { 200: json(Bid, "The bid") },
      fails: {
        403: "Only for managers and admins who do not bid on the tender",
        404: "No such bid",
        409: "Not a late bid that waits",
      },
    }),
    async (c) => {
      const { user } = c.var;
      const bid = await store.admit(c.req.valid("param"), c.req.valid("json").reason, {
        actor: user.sub,
        allow: (decision) => allowAdmission(decision, user),
      });
      if (!bid) throw notFound("Bid");
      return c.json(bid.bid, 200);
    },
  );

  return app;
}
