import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { download } from "lib/http/download.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { feature } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { Language } from "../catalogue/bilingual.ts";
import type { ReportAccess } from "../reports/report_access.ts";
import { detailIn } from "../reports/report_bodies.ts";
import type { Report } from "../reports/report.ts";
import { ReportId } from "../reports/reports.ts";
import { oscalResults } from "./oscal.ts";
import { reportCsv } from "./report_csv.ts";
import { reportPdf } from "./report_pdf.ts";

const Query = Language.extend({
  format: z.enum(["json", "csv", "pdf", "oscal"]).default("csv").meta({ description: "The kind of file" }),
});

/** Reports as files. */
export function exports({ access }: { access: ReportAccess }): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "exportReport",
      method: "get",
      path: "/reports/{id}/export",
      tags: ["reports"],
      summary: "Download a report as JSON, CSV, PDF or OSCAL assessment results",
      heavy: true,
      request: { params: ReportId, query: Query },
      answers: {
        200: {
          description: "The file",
          content: {
            "application/json": { schema: z.looseObject({}) },
            "text/csv": { schema: z.string() },
            "application/pdf": { schema: z.string().meta({ format: "binary" }) },
          },
        },
      },
      fails: { 404: "No such report" },
    }),
    async (c) => {
      const { format, lang } = c.req.valid("query");
      const { owner: _, shared_with: __, ...report } = await access(c.var.user, c.req.valid("param").id);
      const { type, ending, body } = await fileOf(report, format, lang);
      return download(c, body, { type, filename: `report-${report.id}.${ending}` });
    },
  );

  return app;
}

async function fileOf(
  report: Report,
  format: z.output<typeof Query>["format"],
  lang: "en" | "ar",
): Promise<{ type: string; ending: string; body: string | Uint8Array<ArrayBuffer> }> {
  if (format === "pdf") {
    return { type: "application/pdf", ending: "pdf", body: await reportPdf(report, lang) };
  }
  if (format === "csv") {
    return { type: "text/csv; charset=utf-8", ending: "csv", body: reportCsv(report, lang) };
  }
  const value = format === "oscal" ? await oscalResults(report, lang) : detailIn(report, lang);
  const ending = format === "oscal" ? "oscal.json" : "json";
  return { type: "application/json", ending, body: JSON.stringify(value, null, 2) };
}
