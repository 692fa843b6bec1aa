import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import type { Sql } from "lib/database/db.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { bidsOn, changesOf } from "./audit_store.ts";
import { notForBidders } from "./tenders/standing.ts";

const Change = z.object({
  id: z.uuid(),
  actor: z.string(),
  action: z.string(),
  resource: z.string(),
  resource_id: z.uuid(),
  before: z.unknown(),
  after: z.unknown(),
  at: z.string(),
}).meta({ id: "Change" });

const Query = z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) });

/** The audit trail: actor, time, and the state before and after. */
export function changes(sql: Sql): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listChanges",
      method: "get",
      path: "/audit/{resource_id}",
      tags: ["audit"],
      summary: "List the changes of a tender, bid or supplier, newest first (managers and admins)",
      description:
        "Those of a tender and its bids are closed to its bidders, since they hold scores and findings.",
      roles: ["admin", "manager"],
      request: { params: z.object({ resource_id: z.uuid() }), query: Query },
      answers: { 200: json(z.array(Change), "The changes") },
    }),
    async (c) => {
      const { resource_id } = c.req.valid("param");
      if (await bidsOn(sql, resource_id, c.var.user.sub)) throw notForBidders();
      const list = await changesOf(sql, resource_id, c.req.valid("query").limit);
      return c.json(
        list.map(({ before, after, ...change }) => ({
          ...change,
          before: before ?? null,
          after: after ?? null,
        })),
        200,
      );
    },
  );

  return app;
}
