import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { notFound } from "lib/errors.ts";
import { denied, feature, invalidInput, json, jsonBody, missing, wrongStateResponse } from "lib/openapi.ts";
import { pageOf, PageQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import { FoundTotal } from "../counted_search.ts";
import { requireInsider, requireRunner, requireTenderManager, type Standing } from "./standing.ts";
import { Tender, TenderInput, TenderPatch } from "./tender.ts";
import { changedTender, openedBids } from "./tender_rules.ts";
import { TenderStatus } from "./tender_status.ts";
import type { TenderStore } from "./tenders_store.ts";

export const TenderId = z.object({ tender_id: z.uuid() });

const TenderQuery = PageQuery.extend({
  category: textOf({ max: 100 }).optional(),
  status: TenderStatus.optional(),
  search: textOf({ max: 500 }).optional().meta({ description: "in title and description" }),
});

const TenderPage = pageOf("tenders", Tender).extend(FoundTotal);

const Stats = z.object({
  total: z.int(),
  by_category: z.record(z.string(), z.int()),
  by_status: z.record(z.string(), z.int()),
  budgets: z.array(z.object({
    currency: z.string(),
    tenders: z.int(),
    average_min: z.number(),
    average_max: z.number(),
  })).meta({ description: "average budget ranges of tenders that state one, per currency" }),
}).meta({
  id: "TenderStats",
  example: {
    total: 2,
    by_category: { it: 2 },
    by_status: { open: 1, awarded: 1 },
    budgets: [{ currency: "AED", tenders: 2, average_min: 500_000, average_max: 700_000 }],
  },
});

/** Tenders: what is to be bought, until when, and by which criteria bids are compared. */
export function tenders(
  store: TenderStore,
  { timeZone, now = Date.now }: { timeZone: string; now?: () => number },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "post",
      path: "/tenders",
      summary: "Publish a tender",
      request: { body: jsonBody(TenderInput) },
      responses: { 201: json(Tender, "The tender"), ...invalidInput, ...denied },
    }),
    async (c) => c.json(await store.insert(c.req.valid("json"), c.var.user.sub), 201),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/tenders",
      summary: "List tenders, newest first",
      request: { query: TenderQuery },
      responses: { 200: json(TenderPage, "A page of tenders"), ...invalidInput },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { page, page_size } = query;
      return c.json({ ...await store.list(query), page, page_size }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/tenders/stats",
      summary: "Totals by category and status, and average budgets",
      responses: { 200: json(Stats, "The statistics") },
    }),
    async (c) => c.json(await store.stats(), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/tenders/{tender_id}",
      summary: "Read a tender",
      request: { params: TenderId },
      responses: { 200: json(Tender, "The tender"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const tender = await store.find(c.req.valid("param").tender_id);
      if (!tender) throw notFound("Tender");
      return c.json(tender, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "put",
      path: "/tenders/{tender_id}",
      summary: "Change fields of a tender, its status among them (its maker, managers, admins)",
      request: { params: TenderId, body: jsonBody(TenderPatch) },
      responses: {
        200: json(Tender, "The tender"),
        ...missing,
        ...invalidInput,
        ...wrongStateResponse,
        ...denied,
      },
    }),
    async (c) => {
      const { user } = c.var;
      const patch = c.req.valid("json");
      const tender = await store.update(c.req.valid("param").tender_id, { actor: user.sub }, (standing) => {
        requireRunner(user, standing);
        return changedTender(standing, patch, { now: now(), timeZone });
      });
      if (!tender) throw notFound("Tender");
      return c.json(tender, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/tenders/{tender_id}/open-bids",
      summary: "Open the sealed bids, once, after the deadline; the act is on record",
      request: { params: TenderId },
      responses: {
        200: json(Tender, "The tender"),
        ...missing,
        ...invalidInput,
        ...wrongStateResponse,
        ...denied,
      },
    }),
    async (c) => {
      const { user } = c.var;
      const by = { actor: user.sub, action: "open_bids" };
      const tender = await store.update(c.req.valid("param").tender_id, by, (standing) => {
        requireInsider(user, standing);
        return openedBids(standing, user.sub, now());
      });
      if (!tender) throw notFound("Tender");
      return c.json(tender, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/tenders/{tender_id}",
      summary: "Remove a tender from view (managers and admins); its records are kept",
      request: { params: TenderId },
      responses: { 204: { description: "It is gone" }, ...missing, ...denied, ...invalidInput },
    }),
    async (c) => {
      const { user } = c.var;
      const allow = (standing: Standing) => requireTenderManager(user, standing);
      if (!await store.remove(c.req.valid("param").tender_id, user.sub, allow)) throw notFound("Tender");
      return c.body(null, 204);
    },
  );

  return app;
}
