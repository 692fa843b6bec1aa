import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { EvidenceStore } from "./evidence_store.ts";
import { frameworks, FrameworkSummary } from "./frameworks.ts";
import { diffIn, nameIn, reportIn, ReportLanguage } from "./report_language.ts";
import { ComplianceReport, diffOf, ReportDiff, reportOf } from "./report.ts";
import type { ComplianceStore } from "./reports_store.ts";
import type { TelemetryLog } from "../telemetry/telemetry_log.ts";

const GenerateInput = z.object({
  framework_id: z.string().min(1).max(100).optional().meta({
    description: "required in the body or the query",
  }),
  days: z.int().min(1).max(365).optional().meta({ description: "in the body or the query; default: 30" }),
}).meta({ id: "ReportInput", example: { framework_id: "uae-pdpl", days: 30 } });
const GenerateQuery = z.object({
  framework_id: z.string().min(1).max(100).optional().meta({
    description: "required in the query or the body",
  }),
  days: z.coerce.number().int().min(1).max(365).optional().meta({
    description: "in the query or the body; default: 30",
  }),
});
const ReportSummary = ComplianceReport.omit({ sections: true, disclaimer: true }).meta({
  id: "ComplianceReportSummary",
});
const Export = z.object({
  format: z.literal("diwan-compliance-report/1"),
  exported_at: z.iso.datetime(),
  report: ComplianceReport,
}).meta({ id: "ComplianceReportExport" });
const reportId = (description: string) =>
  z.string().meta({ description, example: "01980a6e-7c1f-7b7a-9d0e-2f6a1c3b5d7e" });
const ReportId = z.object({ report_id: reportId("the report's id") });
const ReportPair = z.object({
  report_a_id: reportId("the earlier report"),
  report_b_id: reportId("the later report"),
});
const ReportQuery = OffsetQuery.extend(ReportLanguage.shape).extend({
  framework_id: z.string().max(100).optional().meta({ description: "only reports of this framework" }),
});

const DAY_MS = 86_400_000;

export function complianceReports(
  { store, evidence, audit, telemetry, now = Date.now }: {
    store: ComplianceStore;
    evidence: EvidenceStore;
    audit: AuditLog;
    telemetry: TelemetryLog;
    now?: () => number;
  },
): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["compliance"];
  const find = async (id: string) => {
    const report = await store.find(id);
    if (!report) throw notFound("Compliance report");
    return report;
  };

  app.openapi(
    endpoint({
      id: "listGuardReportFrameworks",
      method: "get",
      path: "/compliance/reports/frameworks",
      tags,
      summary: "Frameworks that reports can be made for",
      answers: { 200: json(z.array(FrameworkSummary), "The frameworks") },
    }),
    (c) =>
      c.json(
        frameworks().map(({ total_requirements: _, sections, ...rest }) => ({
          ...rest,
          sections: sections.length,
        })),
        200,
      ),
  );

  app.openapi(
    endpoint({
      id: "generateGuardReport",
      method: "post",
      path: "/compliance/reports/generate",
      tags,
      summary: "Create a report of the last days",
      roles: ["admin", "manager"],
      heavy: true,
      request: { query: GenerateQuery, body: { ...jsonBody(GenerateInput), required: false } },
      answers: {
        201: json(ComplianceReport, "The report"),
      },
      fails: { 404: "No such framework" },
    }),
    async (c) => {
      const { framework_id, days = 30 } = { ...c.req.valid("query"), ...c.req.valid("json") };
      if (framework_id === undefined) throw invalid(["body", "framework_id"], "Required", "missing");
      const framework = frameworks().find(({ id }) => id === framework_id);
      if (!framework) throw notFound("Framework");
      await Promise.all([audit.flush(), telemetry.flush()]);
      const end = now();
      const [period_start, period_end] = [end - days * DAY_MS, end].map((time) =>
        new Date(time).toISOString()
      );
      const counted = await evidence.collect(period_start ?? "", new Date(end + 1).toISOString());
      const report = reportOf(framework, counted, {
        id: uuidv7(),
        days,
        period_start: period_start ?? "",
        period_end: period_end ?? "",
        generated_by: c.var.user.sub,
        generated_at: period_end ?? "",
      });
      await store.insert(report);
      return c.json(report, 201);
    },
  );

  app.openapi(
    endpoint({
      id: "listGuardReports",
      method: "get",
      path: "/compliance/reports",
      tags,
      summary: "Reports without their sections, newest first",
      roles: ["admin", "manager"],
      request: { query: ReportQuery },
      answers: { 200: json(z.array(ReportSummary), "The reports") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const [list, total] = await Promise.all([store.list(query), store.count(query)]);
      c.header("X-Total-Count", String(total));
      return c.json(
        list.map(({ sections: _, disclaimer: __, ...summary }) => ({
          ...summary,
          framework_name: nameIn(summary, query.lang),
        })),
        200,
      );
    },
  );

  app.openapi(
    endpoint({
      id: "getGuardReport",
      method: "get",
      path: "/compliance/reports/{report_id}",
      tags,
      summary: "A report with all its sections",
      roles: ["admin", "manager"],
      request: { params: ReportId, query: ReportLanguage },
      answers: { 200: json(ComplianceReport, "The report") },
      fails: { 404: "No such report" },
    }),
    async (c) => {
      const report = await find(c.req.valid("param").report_id);
      return c.json(reportIn(report, c.req.valid("query").lang), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "exportGuardReport",
      method: "get",
      path: "/compliance/reports/{report_id}/export",
      tags,
      summary: "A report as a file of structured JSON",
      roles: ["admin", "manager"],
      heavy: true,
      request: { params: ReportId, query: ReportLanguage },
      answers: { 200: json(Export, "The file") },
      fails: { 404: "No such report" },
    }),
    async (c) => {
      const report = await find(c.req.valid("param").report_id);
      c.header("content-disposition", `attachment; filename="${report.framework_id}-${report.id}.json"`);
      return c.json({
        format: "diwan-compliance-report/1" as const,
        exported_at: new Date(now()).toISOString(),
        report: reportIn(report, c.req.valid("query").lang),
      }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "diffGuardReports",
      method: "get",
      path: "/compliance/reports/{report_a_id}/diff/{report_b_id}",
      tags,
      summary: "Changes between two reports of the same framework",
      roles: ["admin", "manager"],
      request: { params: ReportPair, query: ReportLanguage },
      answers: { 200: json(ReportDiff, "The changes from a to b") },
      fails: { 404: "No such report" },
    }),
    async (c) => {
      const { report_a_id, report_b_id } = c.req.valid("param");
      const [a, b] = await Promise.all([find(report_a_id), find(report_b_id)]);
      if (a.framework_id !== b.framework_id) {
        throw invalid(
          ["path", "report_b_id"],
          `The reports are of different frameworks: ${a.framework_id} and ${b.framework_id}`,
        );
      }
      return c.json(diffIn(diffOf(a, b), c.req.valid("query").lang), 200);
    },
  );

  return app;
}
