import { z } from "@hono/zod-openapi";
import type { Evidence } from "./evidence.ts";
import type { Area } from "./areas.ts";
import type { Framework } from "./frameworks.ts";

const STATUSES = ["evidenced", "partly_evidenced", "no_evidence"] as const;
const Section = z.object({
  id: z.string(),
  ref: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(STATUSES).meta({
    description: "partly_evidenced: some of its areas have no evidence",
  }),
  evidence_count: z.int(),
  evidence: z.array(
    z.object({ area: z.string(), source: z.string(), description: z.string(), count: z.int() }),
  ),
});
export const ComplianceReport = z.object({
  id: z.string(),
  framework_id: z.string(),
  framework_name: z.string(),
  framework_version: z.string(),
  region: z.string(),
  nature: z.string(),
  days: z.int(),
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime(),
  generated_by: z.string(),
  generated_at: z.iso.datetime(),
  summary: z.object({
    sections: z.int(),
    evidenced: z.int(),
    partly_evidenced: z.int(),
    no_evidence: z.int(),
    score: z.number().meta({ description: "percent of the sections with evidence; partly counts half" }),
    requirements_outside: z.int().meta({
      description: "requirements without evidence in the guard's records",
    }),
  }).meta({ description: "the counts of its sections" }),
  sections: z.array(Section),
  disclaimer: z.string(),
}).meta({ id: "ComplianceReport" });
export type ComplianceReport = z.output<typeof ComplianceReport>;

const DISCLAIMER =
  "Counts what the guard recorded in the period. Evidence that a control operates is no proof that a requirement " +
  "is met, and this report is no legal advice.";

/** An area counts as operating when one of these counts is above zero; its other counts may be zero. */
const LIVE: Record<Area, readonly string[]> = {
  audit: ["audit_events"],
  policies: ["active_policies", "evaluations"],
  privacy: ["pii_scans"],
  safety: ["safety_checks"],
  oversight: ["alerts_acknowledged", "alerts_resolved"],
  monitoring: ["model_requests"],
  incidents: ["alert_rules"],
};

function isLive(area: Area, evidence: readonly Evidence[]): boolean {
  const live = evidence.filter(({ source, count }) => LIVE[area].includes(source) && count > 0).length;
  return area === "oversight" ? live > 0 : live === LIVE[area].length;
}

export function reportOf(
  framework: Framework,
  evidence: Record<Area, Evidence[]>,
  made: Pick<
    ComplianceReport,
    "id" | "days" | "period_start" | "period_end" | "generated_by" | "generated_at"
  >,
): ComplianceReport {
  const sections = framework.sections.map(({ asks, arabic: _, evidence: areas, ...section }) => {
    const live = areas.filter((area) => isLive(area, evidence[area])).length;
    const counted = areas.flatMap((area) => evidence[area].map((item) => ({ area, ...item })));
    return {
      ...section,
      description: asks,
      status: live === areas.length ? STATUSES[0] : live > 0 ? STATUSES[1] : STATUSES[2],
      evidence_count: counted.reduce((total, { count }) => total + count, 0),
      evidence: counted,
    };
  });
  const count = (status: string) => sections.filter((section) => section.status === status).length;
  const [evidenced, partly, none] = STATUSES.map(count);
  const score = ((evidenced ?? 0) + (partly ?? 0) / 2) / sections.length * 100;
  return {
    ...made,
    framework_id: framework.id,
    framework_name: framework.name,
    framework_version: framework.version,
    region: framework.region,
    nature: framework.nature,
    summary: {
      sections: sections.length,
      evidenced: evidenced ?? 0,
      partly_evidenced: partly ?? 0,
      no_evidence: none ?? 0,
      score: Math.round(score * 100) / 100,
      requirements_outside: framework.total_requirements - sections.length,
    },
    sections,
    disclaimer: DISCLAIMER,
  };
}

export const ReportDiff = z.object({
  framework_id: z.string(),
  report_a: z.object({ id: z.string(), generated_at: z.iso.datetime(), days: z.int(), score: z.number() }),
  report_b: z.object({ id: z.string(), generated_at: z.iso.datetime(), days: z.int(), score: z.number() }),
  score_change: z.number(),
  sections: z.array(z.object({
    id: z.string(),
    title: z.string(),
    status_a: z.string().nullable(),
    status_b: z.string().nullable(),
    change: z.enum(["improved", "worsened", "unchanged", "added", "removed"]),
    evidence: z.array(
      z.object({ area: z.string(), source: z.string(), count_a: z.int(), count_b: z.int(), change: z.int() }),
    ),
  })),
  improved: z.int(),
  worsened: z.int(),
  unchanged: z.int(),
}).meta({ id: "ComplianceReportDiff" });

type SectionOf = ComplianceReport["sections"][number];

/** The changes from report a to report b of the same framework. */
export function diffOf(a: ComplianceReport, b: ComplianceReport): z.output<typeof ReportDiff> {
  const ids = [...new Set([...a.sections, ...b.sections].map(({ id }) => id))];
  const sections = ids.map((id) => {
    const [was, is] = [a, b].map((report) => report.sections.find((section) => section.id === id));
    return sectionDiff(id, was, is);
  });
  const count = (change: string) => sections.filter((section) => section.change === change).length;
  const reportHead = ({ id, generated_at, days, summary }: ComplianceReport) => ({
    id,
    generated_at,
    days,
    score: summary.score,
  });
  return {
    framework_id: a.framework_id,
    report_a: reportHead(a),
    report_b: reportHead(b),
    score_change: Math.round((b.summary.score - a.summary.score) * 100) / 100,
    sections,
    improved: count("improved"),
    worsened: count("worsened"),
    unchanged: count("unchanged"),
  };
}

function sectionDiff(id: string, was: SectionOf | undefined, is: SectionOf | undefined) {
  const rank = (section: SectionOf) => STATUSES.indexOf(section.status);
  const change = !was
    ? "added" as const
    : !is
    ? "removed" as const
    : rank(is) < rank(was)
    ? "improved" as const
    : rank(is) > rank(was)
    ? "worsened" as const
    : "unchanged" as const;
  const lines = [...was?.evidence ?? [], ...is?.evidence ?? []];
  const seen = new Map(lines.map((line) => [`${line.area} ${line.source}`, line]));
  const countIn = (section: SectionOf | undefined, area: string, source: string) =>
    section?.evidence.find((line) => line.area === area && line.source === source)?.count ?? 0;
  return {
    id,
    title: is?.title ?? was?.title ?? id,
    status_a: was?.status ?? null,
    status_b: is?.status ?? null,
    change,
    evidence: [...seen.values()].map(({ area, source }) => {
      const [count_a, count_b] = [countIn(was, area, source), countIn(is, area, source)];
      return { area, source, count_a, count_b, change: count_b - count_a };
    }),
  };
}
