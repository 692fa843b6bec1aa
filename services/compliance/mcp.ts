import { z } from "zod";
import { notFound } from "lib/errors.ts";
import { type McpTool, mcpTool } from "lib/mcp/mcp.ts";
import type { SharingRules } from "lib/sharing/sharing.ts";
import { AssessmentInput } from "./assessment/assessment_input.ts";
import { SEVERITIES } from "./assessment/standing.ts";
import { Language } from "./catalogue/bilingual.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import {
  FrameworkDetail,
  frameworkDetail,
  FrameworkSummary,
  frameworkSummary,
} from "./catalogue/frameworks.ts";
import type { CertificateStore } from "./certificates/certificates_store.ts";
import type { Signer } from "./certificates/signing.ts";
import { Verdict, verdictOf } from "./certificates/verdict.ts";
import { assessAndKeep } from "./reports/assess.ts";
import { Gap, gapsOf } from "./reports/gaps.ts";
import { Plan, planFor } from "./reports/plan.ts";
import { reportAccess } from "./reports/report_access.ts";
import { ReportSummary, summaryIn } from "./reports/report_bodies.ts";
import type { ReportStore } from "./reports/reports_store.ts";

const ReportId = z.uuid().meta({ description: "The id of a report that you may see" });

export interface McpDeps {
  catalogue: Catalogue;
  store: ReportStore;
  certificates: CertificateStore;
  rules: SharingRules;
  signer: Signer;
  now?: () => number;
}

/** The tools at /mcp, each the logic of a REST route. */
export function mcpTools({ catalogue, store, certificates, rules, signer, now }: McpDeps): McpTool[] {
  const access = reportAccess(store, rules);
  return [
    mcpTool({
      name: "list_frameworks",
      description: "List the compliance frameworks that systems can be assessed against",
      input: Language,
      output: z.array(FrameworkSummary),
      readOnly: true,
      call: ({ lang }) =>
        Promise.resolve(catalogue.list().map((framework) => frameworkSummary(framework, lang))),
    }),
    mcpTool({
      name: "get_framework",
      description: "Read a framework with all its requirements and the evidence that would show each",
      input: Language.extend({ id: z.string().meta({ description: "The framework's id" }) }),
      output: FrameworkDetail,
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
      input: Language.extend({
        framework_ids: z.array(z.string()).min(1).max(100).meta({ description: "Ids of frameworks" }),
        system: AssessmentInput.meta({ description: "The system as its owner describes it" }),
      }),
      output: ReportSummary,
      call: async ({ framework_ids, system, lang }, { user: caller }) =>
        summaryIn(await assessAndKeep(system, framework_ids, { catalogue, store, caller }), lang),
    }),
    mcpTool({
      name: "find_gaps",
      description: "List the gaps of a report, worst first",
      input: Language.extend({
        report_id: ReportId,
        framework_id: z.string().optional().meta({ description: "Gaps in one framework" }),
        severity: z.enum(SEVERITIES).optional().meta({ description: "Gaps of one severity" }),
      }),
      output: z.array(Gap),
      readOnly: true,
      call: async ({ report_id, ...filter }, { user }) => gapsOf(await access(user, report_id), filter),
    }),
    mcpTool({
      name: "verify_certificate",
      description: "Verify a certificate by its number",
      input: z.object({ certificate_id: z.uuid().meta({ description: "The certificate's number" }) }),
      output: Verdict,
      readOnly: true,
      call: async ({ certificate_id }) => verdictOf(await certificates.find(certificate_id), { signer, now }),
    }),
    mcpTool({
      name: "plan",
      description: "Find few features to switch on so that a report's system reaches a score",
      input: z.object({
        report_id: ReportId,
        target: z.number().min(0).max(100).default(80).meta({ description: "The overall score to reach" }),
      }),
      output: Plan,
      readOnly: true,
      heavy: true,
      call: async ({ report_id, target }, { user }) => planFor(await access(user, report_id), target),
    }),
  ];
}
