import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { pageOf } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { FoundTotal } from "../counted_search.ts";
import { requireInsider, requireRunner, requireTenderManager, type Standing } from "./standing.ts";
import { Tender, TenderInput, TenderPatch, TenderQuery } from "./tender.ts";
import { changedTender, openedBids } from "./tender_rules.ts";
import { TenderStats } from "./tender_stats.ts";
import type { TenderStore } from "./tenders_store.ts";

export const TenderId = z.object({ tender_id: z.uuid() });

const TenderPage = pageOf("tenders", Tender).extend(FoundTotal);

/** Tenders: the goods or services to buy, the deadline, and the criteria for comparing bids. */
export function tenders(
  store: TenderStore,
  { timeZone, now = Date.now }: { timeZone: string; now?: () => number },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "createTender",
      method: "post",
      path: "/tenders",
      tags: ["tenders"],
      summary: "Publish a tender",
      request: { body: jsonBody(TenderInput) },
      answers: { 201: json(Tender, "The tender") },
    }),
    async (c) => c.json(await store.insert(c.req.valid("json"), c.var.user.sub), 201),
  );

  app.openapi(
    endpoint({
      id: "listTenders",
      method: "get",
      path: "/tenders",
      tags: ["tenders"],
      summary: "List tenders, newest first",
      request: { query: TenderQuery },
      answers: { 200: json(TenderPage, "A page of tenders") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { page, page_size } = query;
      return c.json({ ...await store.list(query), page, page_size }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getTenderStats",
      method: "get",
      path: "/tenders/stats",
      tags: ["tenders"],
      summary: "Totals by category and status, and average budgets",
      answers: { 200: json(TenderStats, "The statistics") },
    }),
    async (c) => c.json(await store.stats(), 200),
  );

  app.openapi(
    endpoint({
      id: "getTender",
      method: "get",
      path: "/tenders/{tender_id}",
      tags: ["tenders"],
      summary: "Read a tender",
      request: { params: TenderId },
      answers: { 200: json(Tender, "The tender") },
      fails: { 404: "No such tender" },
    }),
    async (c) => {
      const tender = await store.find(c.req.valid("param").tender_id);
      if (!tender) throw notFound("Tender");
      return c.json(tender, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "updateTender",
      method: "put",
      path: "/tenders/{tender_id}",
      tags: ["tenders"],
      summary: "Change fields of a tender, including its status (its maker, managers, admins)",
      request: { params: TenderId, body: jsonBody(TenderPatch) },
      answers: { 200: json(Tender, "The tender") },
      fails: {
        403: "The caller does not run the tender, or bids on it",
        404: "No such tender",
        409: "Its state or its bids forbid the change",
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
    endpoint({
      id: "openBids",
      method: "post",
      path: "/tenders/{tender_id}/open-bids",
      tags: ["tenders"],
      summary: "Open the sealed bids, once, after the deadline; this is recorded",
      request: { params: TenderId },
      answers: { 200: json(Tender, "The tender") },
      fails: {
        403: "The caller has no part in the tender, or bids on it",
        404: "No such tender",
        409: "Not sealed, opened before, or not over yet",
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
    endpoint({
      id: "deleteTender",
      method: "delete",
      path: "/tenders/{tender_id}",
      tags: ["tenders"],
      summary: "Delete a tender from lists (managers and admins); its records are kept",
      request: { params: TenderId },
      answers: { 204: { description: "It is gone" } },
      fails: { 403: "Only for managers and admins who do not bid on it", 404: "No such tender" },
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
