import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { download } from "lib/download.ts";
import { notFound } from "lib/errors.ts";
import { feature, invalidInput, json, missing } from "lib/openapi.ts";
import { limitOffset, OffsetQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import { ReportSummary } from "./assess.ts";
import { compared } from "./comparison.ts";
import { DISCLAIMER, inLanguage } from "./framework.ts";
import { Language } from "./frameworks.ts";
import { oscalResults } from "./oscal.ts";
import { planFor } from "./plan.ts";
import { gapsOf, type Report } from "./report.ts";
import { reportCsv } from "./report_csv.ts";
import { reportPdf } from "./report_pdf.ts";
import type { ReportStore } from "./reports_store.ts";
import { RISK_LEVELS } from "./vocabulary.ts";

export const ReportId = z.object({ id: z.uuid() });
const Severity = z.enum(["critical", "high", "medium", "low"]);
const Percent = z.number().min(0).max(100);

const ReportedRequirement = z.object({
  requirement_id: z.string(),
  ref: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  weight: z.int(),
  status: z.enum(["met", "partially_met", "not_met", "not_applicable", "not_assessed"]),
  credit: z.number().min(0).max(1).nullable(),
  severity: Severity.nullable(),
  checks: z.array(z.object({ check: z.string(), holds: z.boolean().nullable() })).meta({
    description: "why: each check and what the request said of it; null: it said nothing",
  }),
  needs: z.enum(["all", "any"]).meta({ description: "whether every check must hold or any one will do" }),
  remediation: z.string(),
});

const ReportDetail = ReportSummary.extend({
  assessed_by: z.string(),
  risk_level: z.string(),
  request: z.looseObject({ system_name: z.string() }),
  notes: z.array(z.string()),
  coverage: z.number().min(0).max(1),
  disclaimer: z.string(),
  frameworks: z.array(z.object({
    framework_id: z.string(),
    name: z.string(),
    version: z.string(),
    sha256: z.string(),
    nature: z.string(),
    score: Percent.nullable().meta({ description: "null: nothing in it applied" }),
    region_applies: z.boolean(),
    total_requirements: z.int(),
    met_requirements: z.int(),
    gap_count: z.int(),
    coverage: z.number(),
    requirements: z.array(ReportedRequirement),
  })),
}).meta({ id: "Report" });

export const Gap = z.object({
  requirement_id: z.string(),
  framework_id: z.string(),
  ref: z.string(),
  requirement: z.string(),
  description: z.string(),
  category: z.string(),
  severity: Severity,
  status: z.enum(["not_met", "partially_met"]),
  weight: z.int(),
  missing: z.array(z.string()),
  remediation: z.string(),
}).meta({ id: "Gap" });

const Plan = z.object({
  target: Percent,
  current: Percent,
  features: z.array(z.string()).nullable(),
  score: Percent.nullable(),
  smallest: z.boolean().meta({ description: "false: very many features are off, and a smaller set may do" }),
  gains: z.array(z.object({ feature: z.string(), score: Percent, gain: z.number() })),
}).meta({ id: "Plan" });

const Comparison = z.object({
  from: z.uuid(),
  to: z.uuid(),
  system_name: z.string(),
  overall_change: z.number(),
  framework_changes: z.record(z.string(), z.number()),
  changed: z.array(
    z.object({ framework_id: z.string(), requirement_id: z.string(), from: z.string(), to: z.string() }),
  ),
}).meta({ id: "Comparison" });

const ListQuery = OffsetQuery.extend({
  system: textOf({ max: 300 }).optional().meta({ description: "part of a system's name" }),
  system_id: z.uuid().optional(),
  framework_id: textOf({ max: 100 }).optional(),
  risk_level: z.enum(RISK_LEVELS).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
});
const ExportQuery = Language.extend({ format: z.enum(["json", "csv", "pdf", "oscal"]).default("csv") });
const GapQuery = Language.extend({
  report_id: z.uuid(),
  framework_id: z.string().optional(),
  severity: Severity.optional(),
});

/** Reports of assessments, and what follows from them: gaps, a plan, comparisons. */
export function reports({ store }: { store: ReportStore }): OpenAPIHono<AppEnv> {
  const app = feature();

  const found = async (id: string): Promise<Report> => {
    const report = await store.find(id);
    if (!report) throw notFound("Report");
    return report;
  };

  app.openapi(
    createRoute({
      method: "get",
      path: "/reports",
      summary: "List reports, newest first",
      request: { query: ListQuery },
      responses: { 200: json(z.array(ReportSummary), "The reports"), ...invalidInput },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { reports, total } = await store.list({ ...query, ...limitOffset(query) });
      return c.json(reports, 200, { "X-Total-Count": String(total) });
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/reports/{id}",
      summary: "Read a report with the status of every requirement and why",
      request: { params: ReportId, query: Language },
      responses: { 200: json(ReportDetail, "The report"), ...missing, ...invalidInput },
    }),
    async (c) => c.json(reportDetail(await found(c.req.valid("param").id), c.req.valid("query").lang), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/reports/{id}/export",
      summary: "Download a report as JSON, CSV, PDF or OSCAL assessment results",
      request: { params: ReportId, query: ExportQuery },
      responses: {
        200: {
          description: "The file",
          content: {
            "application/json": { schema: z.looseObject({}) },
            "text/csv": { schema: z.string() },
            "application/pdf": { schema: z.string().meta({ format: "binary" }) },
          },
        },
        ...missing,
        ...invalidInput,
      },
    }),
    async (c) => {
      const { format, lang } = c.req.valid("query");
      const report = await found(c.req.valid("param").id);
      const { type, ending, body } = await exported(report, format, lang);
      return download(c, body, { type, filename: `report-${report.id}.${ending}` });
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/reports/{id}/compare/{other_id}",
      summary: "Compare a report with a later one of the same system",
      request: { params: ReportId.extend({ other_id: z.uuid() }) },
      responses: { 200: json(Comparison, "What changed"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const { id, other_id } = c.req.valid("param");
      return c.json(compared(await found(id), await found(other_id)), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/reports/{id}/plan",
      summary: "The fewest features to switch on to reach a score, and what each one brings",
      request: {
        params: ReportId,
        query: z.object({ target: z.coerce.number().min(0).max(100).default(80) }),
      },
      responses: { 200: json(Plan, "The plan"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const report = await found(c.req.valid("param").id);
      return c.json(planFor(report, c.req.valid("query").target), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/gaps",
      summary: "List the gaps of a report, worst first",
      request: { query: GapQuery },
      responses: { 200: json(z.array(Gap), "The gaps"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const { report_id, ...filter } = c.req.valid("query");
      const gaps = gapsOf(await found(report_id), filter);
      return c.json(gaps, 200, { "X-Total-Count": String(gaps.length) });
    },
  );

  return app;
}

async function exported(
  report: Report,
  format: z.output<typeof ExportQuery>["format"],
  lang: "en" | "ar",
): Promise<{ type: string; ending: string; body: string | Uint8Array<ArrayBuffer> }> {
  if (format === "pdf") {
    return { type: "application/pdf", ending: "pdf", body: await reportPdf(report, lang) };
  }
  if (format === "csv") {
    return { type: "text/csv; charset=utf-8", ending: "csv", body: reportCsv(report, lang) };
  }
  const value = format === "oscal" ? await oscalResults(report, lang) : reportDetail(report, lang);
  const ending = format === "oscal" ? "oscal.json" : "json";
  return { type: "application/json", ending, body: JSON.stringify(value, null, 2) };
}

export function reportDetail(
  { system_id, ...report }: Report,
  lang: "en" | "ar",
): z.output<typeof ReportDetail> {
  return {
    ...report,
    system_id,
    request: { ...report.request },
    notes: report.notes.map((note) => inLanguage(note, lang)),
    disclaimer: DISCLAIMER[lang],
    frameworks: report.frameworks.map(({ name, version, requirements, ...framework }) => ({
      ...framework,
      name: name[lang],
      version: inLanguage(version, lang),
      requirements: requirements.map(({ ref, title, description, remediation, ...rest }) => ({
        ...rest,
        ref: inLanguage(ref, lang),
        title: title[lang],
        description: description[lang],
        remediation: remediation[lang],
      })),
    })),
  };
}
