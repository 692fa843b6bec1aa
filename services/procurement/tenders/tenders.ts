import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { requireRole } from "lib/auth.ts";
import { invalidAll, notFound, wrongState } from "lib/errors.ts";
import { denied, feature, invalidInput, json, jsonBody, missing, wrongStateResponse } from "lib/openapi.ts";
import { pageOf, PageQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import { FoundTotal } from "../counted_search.ts";
import {
  checkTender,
  isSettled,
  movesFrom,
  Tender,
  TenderInput,
  TenderPatch,
  TenderStatus,
} from "./tender.ts";
import type { TenderChange, TenderStore } from "./tenders_store.ts";

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
export function tenders(store: TenderStore): OpenAPIHono<AppEnv> {
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
      summary: "Change fields of a tender, its status among them",
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
      const patch = c.req.valid("json");
      const { sub } = c.var.user;
      const tender = await store.update(
        c.req.valid("param").tender_id,
        sub,
        (before) => changed(before, patch),
      );
      if (!tender) throw notFound("Tender");
      return c.json(tender, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/tenders/{tender_id}",
      summary: "Remove a tender from view (managers and admins); its records are kept",
      middleware: requireRole("admin", "manager"),
      request: { params: TenderId },
      responses: { 204: { description: "It is gone" }, ...missing, ...denied, ...invalidInput },
    }),
    async (c) => {
      if (!await store.remove(c.req.valid("param").tender_id, c.var.user.sub)) throw notFound("Tender");
      return c.body(null, 204);
    },
  );

  return app;
}

/** What a change may do to a tender as it is. @throws 409 for a move that is not allowed, 422 for what does not fit. */
function changed(before: Tender, patch: TenderPatch): TenderChange {
  const { status, ...fields } = patch;
  if (isSettled(before.status)) {
    throw wrongState(`The tender is ${before.status}: it can no longer be changed`);
  }
  if (before.bid_count > 0) refuseAfterBids(before, patch);
  const check = z.custom<Tender>().superRefine(checkTender).safeParse({ ...before, ...fields });
  if (!check.success) {
    throw invalidAll(check.error.issues.map(({ path, message, code }) => ({
      loc: ["body", ...path.map(String)],
      msg: message,
      type: code,
    })));
  }
  if (status === undefined || status === before.status) return fields;
  if (status === "awarded") throw wrongState("A tender is awarded by POST /tenders/{tender_id}/award");
  const extended = before.status === "closed" && status === "open" && fields.deadline !== undefined;
  if (
    !movesFrom(before.status).includes(status) || status === "open" && before.status === "closed" && !extended
  ) {
    throw wrongState(`A tender that is ${before.status} cannot become ${status}`);
  }
  if (status === "draft" && before.bid_count > 0) throw wrongState("A tender with bids cannot become draft");
  return { ...fields, status };
}

/** Bidders relied on the rules they were given. */
function refuseAfterBids(before: Tender, patch: TenderPatch): void {
  const rules = ["evaluation_criteria", "requirements", "currency", "sealed"] as const;
  const broken = rules.find((rule) =>
    patch[rule] !== undefined && JSON.stringify(patch[rule]) !== JSON.stringify(before[rule])
  );
  if (broken) throw wrongState(`${broken} cannot be changed once there are bids`);
}
