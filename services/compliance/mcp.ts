import { z } from "zod";
import { notFound } from "lib/errors.ts";
import { type McpTool, mcpTool } from "lib/mcp.ts";
import { assessAndKeep, AssessmentInput } from "./assess.ts";
import type { Catalogue } from "./catalogue.ts";
import { verdictOf } from "./certificates.ts";
import type { CertificateStore } from "./certificates_store.ts";
import { frameworkDetail, frameworkSummary } from "./frameworks.ts";
import { planFor } from "./plan.ts";
import { gapsOf } from "./report.ts";
import { type ReportStore, summaryOf } from "./reports_store.ts";
import type { Signer } from "./signing.ts";

const Lang = z.enum(["en", "ar"]).default("en");

export interface McpDeps {
  catalogue: Catalogue;
  store: ReportStore;
  certificates: CertificateStore;
  signer: Signer;
}

/** The tools at /mcp, each the logic of a REST route. */
export function mcpTools({ catalogue, store, certificates, signer }: McpDeps): McpTool[] {
  const found = async (id: string) => {
    const report = await store.find(id);
    if (!report) throw notFound("Report");
    return report;
  };
  return [
    mcpTool({
      name: "list_frameworks",
      description: "List the compliance frameworks that systems can be assessed against",
      input: z.object({ lang: Lang }),
      readOnly: true,
      call: ({ lang }) =>
        Promise.resolve(catalogue.list().map((framework) => frameworkSummary(framework, lang))),
    }),
    mcpTool({
      name: "get_framework",
      description: "Read a framework with all its requirements",
      input: z.object({ id: z.string(), lang: Lang }),
      readOnly: true,
      call: ({ id, lang }) => {
        const framework = catalogue.find(id);
        if (!framework) throw notFound("Framework");
        return Promise.resolve(frameworkDetail(framework, lang));
      },
    }),
    mcpTool({
      name: "assess_system",
      description: "Assess a system against frameworks and keep the report",
      input: z.object({ framework_ids: z.array(z.string()).min(1).max(100), system: AssessmentInput }),
      call: async ({ framework_ids, system }, { user }) =>
        summaryOf(await assessAndKeep(system, framework_ids, { catalogue, store, actor: user.sub })),
    }),
    mcpTool({
      name: "find_gaps",
      description: "List the gaps of a report, worst first",
      input: z.object({
        report_id: z.uuid(),
        framework_id: z.string().optional(),
        severity: z.enum(["critical", "high", "medium", "low"]).optional(),
        lang: Lang,
      }),
      readOnly: true,
      call: async ({ report_id, ...filter }) => gapsOf(await found(report_id), filter),
    }),
    mcpTool({
      name: "verify_certificate",
      description: "Say whether a certificate holds now, by its number",
      input: z.object({ certificate_id: z.uuid() }),
      readOnly: true,
      call: async ({ certificate_id }) => verdictOf(await certificates.find(certificate_id), { signer }),
    }),
    mcpTool({
      name: "plan",
      description: "Find the fewest features to switch on so that a report's system reaches a score",
      input: z.object({ report_id: z.uuid(), target: z.number().min(0).max(100).default(80) }),
      readOnly: true,
      heavy: true,
      call: async ({ report_id, target }) => planFor(await found(report_id), target),
    }),
  ];
}
