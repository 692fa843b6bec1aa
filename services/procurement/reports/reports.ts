import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { download, pdfFile } from "lib/http/download.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { feature, json } from "lib/service/openapi.ts";
import { limitOffset, OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { outdated } from "../evaluation/evaluation_rules.ts";
import type { EvaluationStore } from "../evaluation/evaluations_store.ts";
import { Report, ReportLanguage } from "./report.ts";
import { asOutdated, reportContent } from "./report_content.ts";
import type { ReportPrinter } from "./report_printer.ts";
import type { ReportStore } from "./reports_store.ts";
import { maySeeJudgement, requireInsider } from "../tenders/standing.ts";
import { isSettled } from "../tenders/tender_status.ts";
import { TenderId } from "../tenders/tenders.ts";
import type { TenderStore } from "../tenders/tenders_store.ts";

const ReportQuery = z.object({ language: ReportLanguage.default("both") });
const ReportId = z.object({ report_id: z.uuid() });

export interface ReportDeps {
  store: ReportStore;
  tenders: TenderStore;
  evaluations: EvaluationStore;
  printer: ReportPrinter;
}

/** Reports of evaluations for signing, which never change. */
export function reports({ store, tenders, evaluations, printer }: ReportDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "createTenderReport",
      method: "post",
      path: "/reports/tender/{tender_id}",
      tags: ["reports"],
      summary: "Report on the latest evaluation of a tender",
      request: { params: TenderId, query: ReportQuery },
      answers: { 201: json(Report, "The report") },
      fails: {
        403: "The caller has no part in the tender, or bids on it",
        404: "No such tender",
        409: "The tender has no evaluation yet, or bids or judgements changed since",
      },
    }),
    async (c) => {
      const standing = await tenders.standing(c.req.valid("param").tender_id);
      if (!standing) throw notFound("Tender");
      requireInsider(c.var.user, standing);
      const { tender } = standing;
      const evaluation = await evaluations.latest(tender.id);
      if (!evaluation) throw wrongState("The tender has no evaluation yet: call evaluate-all first");
      const changed = await evaluations.isOutdated(tender.id, evaluation);
      if (changed && !isSettled(tender.status)) throw outdated(evaluation);
      const reported = changed ? asOutdated(evaluation, tender) : evaluation;
      const content = reportContent(tender, reported, c.req.valid("query").language);
      const report = await store.insert({ tender_id: tender.id, content, created_by: c.var.user.sub });
      return c.json({ ...report, content: { ...content } }, 201);
    },
  );

  app.openapi(
    endpoint({
      id: "listTenderReports",
      method: "get",
      path: "/reports",
      tags: ["reports"],
      summary: "List reports, newest first",
      request: { query: OffsetQuery },
      answers: { 200: json(z.array(Report), "The reports") },
    }),
    async (c) => {
      const { reports, total } = await store.list({
        ...limitOffset(c.req.valid("query")),
        caller: c.var.user,
      });
      const shown = reports.map((report) => ({ ...report, content: { ...report.content } }));
      return c.json(shown, 200, { "X-Total-Count": String(total) });
    },
  );

  app.openapi(
    endpoint({
      id: "downloadTenderReport",
      method: "get",
      path: "/reports/{report_id}/download",
      tags: ["reports"],
      summary: "Download a report as PDF",
      heavy: true,
      request: { params: ReportId },
      answers: { 200: pdfFile("The report") },
      fails: { 404: "No such report, or not for the caller" },
    }),
    async (c) => {
      const report = await store.find(c.req.valid("param").report_id);
      const standing = report && await tenders.standing(report.tender_id);
      if (!standing || !maySeeJudgement(c.var.user, standing)) throw notFound("Report");
      const pdf = await printer.print(report.content);
      return download(c, pdf, { type: "application/pdf", filename: report.filename });
    },
  );

  return app;
}
