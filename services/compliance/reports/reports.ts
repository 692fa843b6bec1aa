import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import { Percent } from "../assessment/result.ts";
import { SEVERITIES } from "../assessment/standing.ts";
import { Language } from "../catalogue/bilingual.ts";
import { compareReports, Comparison } from "./comparison.ts";
import { Gap, gapsOf } from "./gaps.ts";
import { ReportQuery } from "./report.ts";
import { Plan, planFor } from "./plan.ts";
import { detailIn, ReportDetail, ReportSummary, summaryIn } from "./report_bodies.ts";
import type { ReportAccess } from "./report_access.ts";
import type { ReportStore } from "./reports_store.ts";

const EXAMPLE_ID = "019a0000-0000-7000-8000-000000000004";
export const ReportId = z.object({
  id: z.uuid().meta({ description: "The report's id", example: EXAMPLE_ID }),
});
const ListQuery = ReportQuery.extend(Language.shape);
const GapQuery = Language.extend({
  report_id: z.uuid().meta({ description: "The report's id", example: EXAMPLE_ID }),
  framework_id: textOf({ max: 100 }).optional().meta({ description: "Gaps in one framework" }),
  severity: z.enum(SEVERITIES).optional().meta({ description: "Gaps of one severity" }),
});
const PlanQuery = z.object({
  target: z.coerce.number().pipe(Percent).default(80).meta({
    type: "number",
    minimum: 0,
    maximum: 100,
    description: "The overall score to reach",
    example: 80,
  }),
});

/** Reports of assessments, and the gaps, plans and comparisons that follow from them. */
export function reports(
  { store, access }: { store: ReportStore; access: ReportAccess },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listReports",
      method: "get",
      path: "/reports",
      tags: ["reports"],
      summary: "List the reports that you may see, newest first",
      request: { query: ListQuery },
      answers: { 200: json(z.array(ReportSummary), "The reports") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { reports, total } = await store.list(query, c.var.user);
      const body = reports.map((report) => summaryIn(report, query.lang));
      return c.json(body, 200, { "X-Total-Count": String(total) });
    },
  );

  app.openapi(
    endpoint({
      id: "getReport",
      method: "get",
      path: "/reports/{id}",
      tags: ["reports"],
      summary: "Read a report with the status of every requirement and the reasons",
      request: { params: ReportId, query: Language },
      answers: { 200: json(ReportDetail, "The report") },
      fails: { 404: "No such report" },
    }),
    async (c) => {
      const { owner: _, shared_with: __, ...report } = await access(c.var.user, c.req.valid("param").id);
      return c.json(detailIn(report, c.req.valid("query").lang), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "compareReports",
      method: "get",
      path: "/reports/{id}/compare/{other_id}",
      tags: ["reports"],
      summary: "Compare a report with a later one of the same system",
      request: {
        params: ReportId.extend({
          other_id: z.uuid().meta({ description: "The later report", example: EXAMPLE_ID }),
        }),
      },
      answers: { 200: json(Comparison, "The changes") },
      fails: { 404: "No such report" },
    }),
    async (c) => {
      const { id, other_id } = c.req.valid("param");
      return c.json(compareReports(await access(c.var.user, id), await access(c.var.user, other_id)), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "planReport",
      method: "get",
      path: "/reports/{id}/plan",
      tags: ["reports"],
      summary: "Find few features to switch on to reach a score, and what each one brings",
      heavy: true,
      request: { params: ReportId, query: PlanQuery },
      answers: { 200: json(Plan, "The plan") },
      fails: { 404: "No such report" },
    }),
    async (c) => {
      const report = await access(c.var.user, c.req.valid("param").id);
      return c.json(planFor(report, c.req.valid("query").target), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listGaps",
      method: "get",
      path: "/gaps",
      tags: ["reports"],
      summary: "List the gaps of a report, worst first",
      request: { query: GapQuery },
      answers: { 200: json(z.array(Gap), "The gaps") },
      fails: { 404: "No such report" },
    }),
    async (c) => {
      const { report_id, ...filter } = c.req.valid("query");
      const gaps = gapsOf(await access(c.var.user, report_id), filter);
      return c.json(gaps, 200, { "X-Total-Count": String(gaps.length) });
    },
  );

  return app;
}
