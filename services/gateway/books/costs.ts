import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { json } from "lib/service/openapi.ts";
import { whileRead } from "lib/http/unread.ts";
import { type Caller, type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { csvOf } from "./cost_csv.ts";
import { CostSummary } from "./cost_summary.ts";
import { endpoint, FORBIDDEN } from "../endpoint.ts";
import { rbacDenied } from "../errors.ts";
import { limitOffset, PageLimit, pageOf } from "../query.ts";
import type { Meter } from "../usage.ts";
import { UsageRecord } from "./usage_record.ts";
import { CostFilter, UsageFilter } from "./usage_filter.ts";
import { SORTS } from "./usage_pages.ts";
import { allowRange } from "./usage_rules.ts";
import type { UsageStore } from "./usage_store.ts";

const CostQuery = UsageFilter.extend(PageLimit.shape).extend({
  sort_by: z.enum(SORTS).default("timestamp"),
  sort_dir: z.enum(["asc", "desc"]).default("desc"),
});

const UsagePage = pageOf(UsageRecord).meta({ id: "UsagePage" });

export interface CostDeps {
  store: UsageStore;
  /** Flush first, so that callers see their latest calls. */
  meter: Pick<Meter, "flush">;
}

export function costs({ store, meter }: CostDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  app.openapi(
    endpoint({
      id: "listCosts",
      method: "get",
      path: "/costs",
      summary: "List usage records",
      tags: ["costs"],
      request: { query: CostQuery },
      answers: { 200: json(UsagePage, "A page of usage records") },
      fails: FORBIDDEN,
    }),
    async (c) => {
      const { page, limit, sort_by, sort_dir, ...query } = c.req.valid("query");
      const filter = ownOnly(c.var.caller, query);
      await meter.flush();
      const total = await store.total(filter);
      const at = limitOffset({ page, limit });
      const data = at.offset < total ? await store.page(filter, { sort_by, sort_dir, ...at }) : [];
      return c.json({ data, total, page, limit }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "summarizeCosts",
      method: "get",
      path: "/costs/summary",
      summary: "Sum up costs",
      description: "All time unless start_time or end_time is given; end_time is exclusive.",
      tags: ["costs"],
      request: { query: CostFilter },
      answers: { 200: json(CostSummary, "The sums") },
      fails: FORBIDDEN,
    }),
    async (c) => {
      const filter = ownOnly(c.var.caller, c.req.valid("query"));
      await meter.flush();
      return c.json(await store.summary(filter, (since) => allowRange(filter, since)), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "exportCosts",
      method: "get",
      path: "/costs/export",
      summary: "Export usage records as CSV, newest first",
      tags: ["costs"],
      request: { query: UsageFilter },
      answers: {
        200: { description: "The records", content: { "text/csv": { schema: z.string() } } },
      },
      fails: FORBIDDEN,
    }),
    async (c) => {
      const filter = ownOnly(c.var.caller, c.req.valid("query"));
      await meter.flush();
      return new Response(whileRead(c, await csvOf(store, filter)), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": 'attachment; filename="costs.csv"',
        },
      });
    },
  );

  return app;
}

/** Admins see every tenant; everybody else their own. */
function ownOnly(caller: Caller, filter: UsageFilter): UsageFilter {
  if (caller.role === "admin") return filter;
  if (filter.tenant_id !== undefined && filter.tenant_id !== caller.tenant_id) {
    throw rbacDenied(403, "Only an admin may see the costs of another tenant");
  }
  return { ...filter, tenant_id: caller.tenant_id };
}
