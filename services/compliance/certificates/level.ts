/** Decides the certificate level of a report. */
import { RISK_CONDITION } from "../catalogue/evidence.ts";
import { SCREENED_FRAMEWORK, screeningLacks } from "../assessment/screening.ts";
import { type Gap, gapsOf } from "../reports/gaps.ts";
import { type Report, RULES } from "../reports/report.ts";
import type { Certificate } from "./certificate.ts";

/** The thresholds of scores and coverage for certificates, in percent. */
export interface Thresholds {
  certified: number;
  frameworkFloor: number;
  conditional: number;
  coverage: number;
}

export type Level = Certificate["level"];

/**
 * `certified` from the overall threshold on with no framework under the floor and no critical or high gap;
 * `conditional` from its own threshold on, in every framework, with no critical gap. Neither for unacceptable risk,
 * nor where evidence decides too little of a framework or nothing shows a screening for prohibited practices. Else the
 * reasons.
 */
export function levelOf(
  report: Report,
  thresholds: Thresholds,
): { level: Level; gaps: Gap[] } | { missing: string[] } {
  const refused = refusals(report, thresholds);
  const gaps = gapsOf(report);
  const scores = Object.entries(report.framework_scores);
  const overall = report.overall_score;
  // Without a score nothing applies, which is a reason of its own.
  const short = (bound: number) =>
    overall !== null && overall < bound ? [`overall score ${overall} is below ${bound}`] : [];
  const below = (bound: number) =>
    scores.filter(([, score]) => score < bound).map(([id, score]) => `${id} scores ${score}, below ${bound}`);
  const open = (...severities: Gap["severity"][]) =>
    gaps.filter(({ severity }) => severities.includes(severity))
      .map(({ framework_id, requirement_id, severity, status }) =>
        `${severity} gap ${framework_id}/${requirement_id} (${status})`
      );
  const certifiedLacks = [
    ...refused,
    ...short(thresholds.certified),
    ...below(thresholds.frameworkFloor),
    ...open("critical", "high"),
  ];
  if (certifiedLacks.length === 0) return { level: "certified", gaps };
  const conditionalLacks = [
    ...refused,
    ...short(thresholds.conditional),
    ...below(thresholds.conditional),
    ...open("critical"),
  ];
  if (conditionalLacks.length === 0) return { level: "conditional", gaps };
  return { missing: conditionalLacks.slice(0, MAX_REASONS) };
}

const MAX_REASONS = 30;

/** Reasons against any certificate. */
function refusals(report: Report, { coverage: bound }: Thresholds): string[] {
  const scored = report.frameworks.filter(({ score }) => score !== null);
  return [
    ...report.rules < RULES
      ? ["it was assessed by earlier rules, which took switches for proof: assess the system again"]
      : [],
    ...report.risk_level === "unacceptable" ? ["a system of unacceptable risk is never certified"] : [],
    ...scored.length === 0 ? ["nothing in any framework applies"] : [],
    ...report.request.data_types?.length === 0
      ? ["no kind of data is stated: name the kinds in data_types, or public, anonymous or synthetic"]
      : [],
    ...scored.filter(({ coverage }) => (coverage ?? 0) * 100 < bound).map(({ framework_id, coverage }) =>
      `${framework_id}: evidence decides ${percent(coverage ?? 0)} % of what applies, below ${bound} %`
    ),
    ...unscreened(report),
    ...scored.some(({ framework_id }) => framework_id === SCREENED_FRAMEWORK)
      ? screeningLacks(report.screening)
      : [],
  ];
}

/**
 * Requirements on prohibited practices that nothing but the stated risk bears on: no list of words can tell such a
 * practice from its description, so that the screening for it must be on record.
 */
function unscreened(report: Report): string[] {
  return report.frameworks.flatMap(({ framework_id, requirements }) =>
    requirements.filter(({ status, checks }) =>
      status !== "met" && status !== "not_applicable" && checks.some(({ check }) => check === RISK_CONDITION)
    ).flatMap(({ requirement_id, checks }) => {
      const keys = checks.filter(({ role, holds }) => role === "shows" && holds !== true).map(({ check }) =>
        check
      );
      return keys.length === 0
        ? []
        : `${framework_id}/${requirement_id}: no screening for prohibited practices is on record (${
          keys.join(", ")
        })`;
    })
  );
}

function percent(share: number): number {
  return Math.floor(share * 1_000) / 10;
}
