import type { AssessmentInput, FrameworkResult, RequirementResult } from "./assessment.ts";
import { assess, overallScore, type Severity, situate } from "./assessment.ts";
import { type Bilingual, inLanguage, type LoadedFramework, type Requirement } from "./framework.ts";

/** A requirement as a report shows it for good, whatever becomes of the framework's file. */
export interface ReportedRequirement extends RequirementResult {
  title: Bilingual;
  description: Bilingual;
  remediation: Bilingual;
}

export interface ReportedFramework extends Omit<FrameworkResult, "requirements"> {
  name: Bilingual;
  requirements: ReportedRequirement[];
}

/** An assessment as it is kept; it never changes. */
export interface Report {
  id: string;
  system_id: string;
  system_name: string;
  /** 0 to 100; 0 where nothing applied, and the notes say so. */
  overall_score: number;
  framework_scores: Record<string, number>;
  total_requirements: number;
  met_requirements: number;
  gap_count: number;
  assessed_at: string;
  assessed_by: string;
  risk_level: string;
  request: AssessmentInput;
  /** What was not understood in the request, and frameworks of which nothing applied. */
  notes: (string | Bilingual)[];
  coverage: number;
  frameworks: ReportedFramework[];
}

export interface Gap {
  requirement_id: string;
  framework_id: string;
  ref: string;
  requirement: string;
  description: string;
  category: string;
  severity: Severity;
  status: "not_met" | "partially_met";
  weight: number;
  missing: string[];
  remediation: string;
}

/** Assesses a system against frameworks, all of it but what the store adds. */
export function assessed(
  input: AssessmentInput,
  frameworks: LoadedFramework[],
): Omit<Report, "id" | "system_id" | "assessed_at" | "assessed_by"> {
  const system = situate(input);
  const results = frameworks.map((framework) => ({ framework, result: assess(framework, system) }));
  const empty = results.filter(({ result }) => result.score === null);
  const outside = results.filter(({ result }) => !result.region_applies);
  const sum = (of: (result: FrameworkResult) => number) =>
    results.reduce((total, { result }) => total + of(result), 0);
  const applicable = sum(({ requirements }) =>
    requirements.filter(({ status }) => status !== "not_applicable").length
  );
  const total = sum((result) => result.total_requirements);
  return {
    system_name: input.system_name,
    overall_score: overallScore(results.map(({ result }) => result)) ?? 0,
    framework_scores: Object.fromEntries(
      results.flatMap(({ result }) => result.score === null ? [] : [[result.framework_id, result.score]]),
    ),
    total_requirements: total,
    met_requirements: sum((result) => result.met_requirements),
    gap_count: sum((result) => result.gap_count),
    risk_level: system.risk,
    request: input,
    notes: [
      ...system.notes,
      ...empty.map(({ framework: { id } }) => ({
        en: `${id}: nothing in it applies or could be assessed; it has no score`,
        ar: `${id}: لا ينطبق منه شيء أو تعذّر تقييمه، فلا درجة له`,
      })),
      ...outside.map(({ framework: { id, region } }) => ({
        en: `${id} is for ${region}, not for ${input.deployment_region}: scored all the same`,
        ar: `${id} خاص بالنطاق ${region} لا بـ«${input.deployment_region}»، وقد قُيّم مع ذلك`,
      })),
    ],
    coverage: applicable > 0 ? Math.round(total / applicable * 10_000) / 10_000 : 0,
    frameworks: results.map(({ framework, result }) => ({
      ...result,
      name: framework.name,
      requirements: result.requirements.map((one) => ({
        ...one,
        ...wordsOf(framework.requirements, one.requirement_id),
      })),
    })),
  };
}

const NO_WORDS = { en: "", ar: "" };

function wordsOf(requirements: Requirement[], id: string) {
  const found = requirements.find((requirement) => requirement.id === id);
  return {
    title: found?.title ?? NO_WORDS,
    description: found?.description ?? NO_WORDS,
    remediation: found?.remediation ?? NO_WORDS,
  };
}

const WORST_FIRST: Severity[] = ["critical", "high", "medium", "low"];

/** The gaps of a report, worst first, then heaviest. */
export function gapsOf(
  report: Report,
  { framework_id, severity, lang = "en" }: {
    framework_id?: string;
    severity?: Severity;
    lang?: "en" | "ar";
  } = {},
): Gap[] {
  const gaps = report.frameworks
    .filter((framework) => !framework_id || framework.framework_id === framework_id)
    .flatMap((framework) =>
      framework.requirements.flatMap((one): Gap[] => {
        if (one.severity === null || one.status !== "not_met" && one.status !== "partially_met") return [];
        return [{
          requirement_id: one.requirement_id,
          framework_id: framework.framework_id,
          ref: inLanguage(one.ref, lang),
          requirement: one.title[lang],
          description: one.description[lang],
          category: one.category,
          severity: one.severity,
          status: one.status,
          weight: one.weight,
          missing: one.checks.filter(({ holds }) => holds !== true).map(({ check }) => check),
          remediation: one.remediation[lang],
        }];
      })
    )
    .filter((gap) => !severity || gap.severity === severity);
  const order = (gap: Gap) => WORST_FIRST.indexOf(gap.severity) * 10 - gap.weight;
  return gaps.sort((a, b) =>
    order(a) - order(b) ||
    (`${a.framework_id}/${a.requirement_id}` < `${b.framework_id}/${b.requirement_id}` ? -1 : 1)
  );
}
