/** The gaps of a report: applicable requirements that are not met. */
import { z } from "@hono/zod-openapi";
import type { FrameworkResult, RequirementResult } from "../assessment/result.ts";
import { SEVERITIES, type Severity } from "../assessment/standing.ts";
import { inLanguage, type Lang } from "../catalogue/bilingual.ts";
import type { Report } from "./report.ts";

export const Gap = z.object({
  requirement_id: z.string(),
  framework_id: z.string(),
  ref: z.string(),
  requirement: z.string(),
  description: z.string(),
  category: z.string(),
  severity: z.enum(SEVERITIES),
  status: z.enum(["not_met", "partially_met", "claimed", "not_assessed"]).meta({
    description: "claimed: only related switches, no evidence; not_assessed: nothing decides it",
  }),
  weight: z.int(),
  missing: z.array(z.string()).meta({ description: "Keys of the evidence that would show it" }),
  shown_by: z.array(z.string()).meta({ description: "The same in words" }),
  remediation: z.string(),
}).meta({
  id: "Gap",
  example: {
    requirement_id: "KSA-4",
    framework_id: "ksa-pdpl",
    ref: "Art. 4",
    requirement: "Data subject rights",
    description: "People can be informed, see, obtain, correct and destroy their personal data",
    category: "privacy",
    severity: "high",
    status: "not_assessed",
    weight: 4,
    missing: ["has_subject_requests"],
    shown_by: ["Requests of people about their data are answered within the legal time and recorded"],
    remediation: "Build a process and a record of requests",
  },
});
export type Gap = z.output<typeof Gap>;

/** The gaps of a report, worst first, then heaviest. */
export function gapsOf(
  report: Pick<Report, "frameworks">,
  { framework_id, severity, lang = "en" }: { framework_id?: string; severity?: Severity; lang?: Lang } = {},
): Gap[] {
  const gaps = report.frameworks
    .filter((framework) => !framework_id || framework.framework_id === framework_id)
    .flatMap((framework) =>
      framework.requirements.flatMap((requirement) => gapOf(framework, requirement, lang) ?? [])
    )
    .filter((gap) => !severity || gap.severity === severity);
  const order = (gap: Gap) => SEVERITIES.indexOf(gap.severity) * 10 - gap.weight;
  return gaps.sort((a, b) =>
    order(a) - order(b) ||
    (`${a.framework_id}/${a.requirement_id}` < `${b.framework_id}/${b.requirement_id}` ? -1 : 1)
  );
}

function gapOf(
  { framework_id }: FrameworkResult,
  requirement: RequirementResult,
  lang: Lang,
): Gap | undefined {
  if (
    requirement.severity === null || requirement.status === "met" || requirement.status === "not_applicable"
  ) return undefined;
  const missing = requirement.checks.filter(({ role, holds }) => role === "shows" && holds !== true);
  return {
    requirement_id: requirement.requirement_id,
    framework_id,
    ref: inLanguage(requirement.ref, lang),
    requirement: requirement.title[lang],
    description: requirement.description[lang],
    category: requirement.category,
    severity: requirement.severity,
    status: requirement.status,
    weight: requirement.weight,
    missing: missing.map(({ check }) => check),
    shown_by: missing.map(({ check, says }) => says ? inLanguage(says, lang) : check),
    remediation: requirement.remediation[lang],
  };
}

/** A gap in one line, as certificates list it. */
export function gapText({ framework_id, ref, requirement, severity, status }: Gap): string {
  return `${framework_id} ${ref}: ${requirement} (${severity}, ${status})`;
}
