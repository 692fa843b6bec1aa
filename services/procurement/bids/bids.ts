import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { requireRole } from "lib/auth.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { denied, feature, invalidInput, json, jsonBody, missing, wrongStateResponse } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import { Bid, BidInput } from "./bid.ts";
import type { BidStore, Refusal } from "./bids_store.ts";
import { TenderId } from "../tenders/tenders.ts";
import type { TenderStore } from "../tenders/tenders_store.ts";

export const BidId = TenderId.extend({ bid_id: z.uuid() });

const Disqualification = z.strictObject({ reason: textOf({ min: 1, max: 2_000 }) }).meta({
  id: "Disqualification",
  example: { reason: "The bid bond is missing" },
});
const Award = z.strictObject({ bid_id: z.uuid() }).meta({
  id: "Award",
  example: { bid_id: "019a0000-0000-7000-8000-000000000003" },
});

/** Bids on a tender: one current bid a supplier, earlier ones kept as versions. */
export function bids(store: BidStore, tenders: TenderStore): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "post",
      path: "/tenders/{tender_id}/bids",
      summary: "Submit a bid; a supplier's new bid replaces the one before",
      request: { params: TenderId, body: jsonBody(BidInput) },
      responses: { 201: json(Bid, "The bid"), ...missing, ...invalidInput, ...wrongStateResponse },
    }),
    async (c) => {
      const bid = await store.insert(c.req.valid("param").tender_id, c.req.valid("json"), c.var.user.sub);
      if (typeof bid === "string" || !("id" in bid)) throw refused(bid);
      return c.json(bid, 201);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/tenders/{tender_id}/bids",
      summary: "List the current bids with scores and ranks, best first",
      request: { params: TenderId },
      responses: { 200: json(z.array(Bid), "The bids"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const { tender_id } = c.req.valid("param");
      if (!await tenders.find(tender_id)) throw notFound("Tender");
      const list = await store.list(tender_id, c.var.user.sub);
      return c.json(list, 200, { "X-Total-Count": String(list.length) });
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/tenders/{tender_id}/bids/{bid_id}",
      summary: "Read a bid",
      request: { params: BidId },
      responses: { 200: json(Bid, "The bid"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const { tender_id, bid_id } = c.req.valid("param");
      const bid = await store.find(tender_id, bid_id, c.var.user.sub);
      if (!bid) throw notFound("Bid");
      return c.json(bid, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/tenders/{tender_id}/bids/{bid_id}/disqualify",
      summary: "Take a bid out of the running (managers and admins)",
      middleware: requireRole("admin", "manager"),
      request: { params: BidId, body: jsonBody(Disqualification) },
      responses: {
        200: json(Bid, "The bid"),
        ...missing,
        ...denied,
        ...invalidInput,
        ...wrongStateResponse,
      },
    }),
    async (c) => {
      const bid = await store.disqualify(
        c.req.valid("param"),
        c.req.valid("json").reason,
        c.var.user.sub,
      );
      if (!bid) throw notFound("Bid");
      if ("settled" in bid) {
        throw wrongState(`The tender is ${bid.settled}: its bids can no longer be disqualified`);
      }
      return c.json(bid, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/tenders/{tender_id}/award",
      summary: "Award an evaluated tender to a bid (managers and admins)",
      middleware: requireRole("admin", "manager"),
      request: { params: TenderId, body: jsonBody(Award) },
      responses: {
        200: json(Bid, "The bid that won"),
        ...missing,
        ...denied,
        ...invalidInput,
        ...wrongStateResponse,
      },
    }),
    async (c) => {
      const { tender_id } = c.req.valid("param");
      const bid = await store.award(tender_id, c.req.valid("json").bid_id, c.var.user.sub);
      if (bid === undefined) throw notFound("Bid");
      if (bid === "not evaluated") {
        throw wrongState("Only an evaluated tender can be awarded: evaluate it first");
      }
      return c.json(bid, 200);
    },
  );

  return app;
}

function refused(refusal: Refusal) {
  if (refusal === "no tender") return notFound("Tender");
  if (refusal === "no supplier") return notFound("Supplier");
  if (refusal === "late") return wrongState("The tender is closed: its deadline is over");
  return wrongState(`The tender is ${refusal.status}: it takes bids only while it is open`);
}
