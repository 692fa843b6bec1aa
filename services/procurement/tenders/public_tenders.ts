import type { OpenAPIHono } from "@hono/zod-openapi";
import { notFound } from "lib/errors.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import { pageOf } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { FoundTotal } from "../counted_search.ts";
import { Tender, TenderQuery } from "./tender.ts";
import type { TenderStore } from "./tenders_store.ts";

/** A tender without its people and without the state of its bids. */
const PublicTender = Tender.pick({
  id: true,
  title: true,
  description: true,
  category: true,
  budget_min: true,
  budget_max: true,
  currency: true,
  requirements: true,
  evaluation_criteria: true,
  sealed: true,
  closes_at: true,
  created_at: true,
}).meta({ id: "PublicTender" });

const PublicTenderPage = pageOf("tenders", PublicTender).extend(FoundTotal);

/** Serves open tenders to anyone if the installation publishes them. */
export function publicTenders(
  store: Pick<TenderStore, "list">,
  { isPublished }: { isPublished: boolean },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listPublicTenders",
      method: "get",
      path: "/public/tenders",
      tags: ["tenders"],
      summary: "List the tenders open for bids, newest first",
      description: "Open to anyone where PUBLIC_TENDERS is on.",
      open: true,
      request: { query: TenderQuery.omit({ status: true }) },
      answers: { 200: json(PublicTenderPage, "A page of tenders") },
      fails: { 404: "This installation publishes no list" },
    }),
    async (c) => {
      if (!isPublished) throw notFound("Public list of tenders");
      const query = c.req.valid("query");
      const { page, page_size } = query;
      const { tenders, ...totals } = await store.list({ ...query, status: "open" });
      return c.json(
        { tenders: tenders.map((tender) => PublicTender.parse(tender)), ...totals, page, page_size },
        200,
      );
    },
  );

  return app;
}
