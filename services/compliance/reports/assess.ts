import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import { AssessmentInput } from "../assessment/assessment_input.ts";
import { Language } from "../catalogue/bilingual.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { assessmentReport, type Report } from "./report.ts";
import { ReportSummary, summaryIn } from "./report_bodies.ts";
import type { ReportStore } from "./reports_store.ts";

const Query = Language.extend({
  framework_ids: z.union([z.string(), z.array(z.string())], "Name at least one framework").transform((
    ids,
  ) => [...new Set([ids].flat())])
    .pipe(z.array(z.string().min(1)).min(1).max(100))
    .meta({ description: "Ids of frameworks; repeat the parameter for several", example: ["uae-pdpl"] }),
});

/** Assesses `input` against the frameworks named `ids` and keeps the report. @throws 404 for an unknown framework. */
export async function assessAndKeep(
  input: AssessmentInput,
  ids: string[],
  { catalogue, store, caller }: { catalogue: Catalogue; store: ReportStore; caller: Caller },
): Promise<Report> {
  if (ids.length === 0) throw invalid(["query", "framework_ids"], "name at least one framework");
  const frameworks = ids.map((id) => {
    const framework = catalogue.find(id);
    if (!framework) throw notFound(`Framework ${id}`);
    return framework;
  });
  return await store.insert({ ...assessmentReport(input, frameworks), assessed_by: caller.sub }, caller);
}

/** Assessments of systems. */
export function assessmentRoutes(
  { catalogue, store }: { catalogue: Catalogue; store: ReportStore },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "assessSystem",
      method: "post",
      path: "/assess",
      tags: ["assessments"],
      summary: "Assess a system against frameworks",
      description: "The report belongs to the caller. Assessments under one name form the trend of a system.",
      request: { query: Query, body: jsonBody(AssessmentInput) },
      answers: { 201: json(ReportSummary, "The summary; the report is at /reports/{id}") },
      fails: { 404: "No such framework" },
    }),
    async (c) => {
      const { framework_ids, lang } = c.req.valid("query");
      const caller = c.var.user;
      const report = await assessAndKeep(c.req.valid("json"), framework_ids, { catalogue, store, caller });
      return c.json(summaryIn(report, lang), 201);
    },
  );

  return app;
}
