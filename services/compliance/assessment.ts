import { Decimal } from "decimal.js";
import {
  type Bilingual,
  type Checks,
  CONDITIONS,
  type LoadedFramework,
  type Requirement,
  type Situation,
} from "./framework.ts";
import { dataTypes, regionApplies, regionCode, type RiskLevel, riskLevel, usesOf } from "./vocabulary.ts";

/** A system as its owner describes it; `features` holds the six flags and extra evidence keys `has_…`. */
export interface AssessmentInput {
  system_name: string;
  system_type: string;
  risk_level: string;
  data_types: string[];
  deployment_region: string;
  features: Record<string, boolean>;
}

/** A request in the terms that requirements are checked in. */
export interface Situated {
  risk: RiskLevel;
  situations: Set<Situation>;
  region: string | undefined;
  features: Record<string, boolean>;
  /** What was not understood, and what it was taken for. */
  notes: Bilingual[];
}

export type RequirementStatus = "met" | "partially_met" | "not_met" | "not_applicable" | "not_assessed";
export type Severity = "critical" | "high" | "medium" | "low";

export interface RequirementResult {
  requirement_id: string;
  ref: string | Bilingual;
  category: string;
  weight: number;
  status: RequirementStatus;
  /** Share of the checks that hold, 0 to 1; null where it does not count. */
  credit: number | null;
  /** Why: the checks and what the request said of each. */
  checks: { check: string; holds: boolean | null }[];
  /** Whether every check must hold or any one will do. */
  needs: "all" | "any";
  severity: Severity | null;
}

export interface FrameworkResult {
  framework_id: string;
  version: string | Bilingual;
  sha256: string;
  nature: string;
  /** 0 to 100; null when nothing applies. */
  score: number | null;
  region_applies: boolean;
  total_requirements: number;
  met_requirements: number;
  gap_count: number;
  /** Share of applicable requirements that could be assessed. */
  coverage: number;
  requirements: RequirementResult[];
}

/** Puts a request into the terms of the frameworks. */
export function situate(input: AssessmentInput): Situated {
  const risk = riskLevel(input.risk_level);
  const { values, unknown } = dataTypes(input.data_types);
  const { uses, known } = usesOf(input.system_type);
  const region = regionCode(input.deployment_region);
  const situations = new Set<Situation>(uses);
  if (values.has("personal")) situations.add("personal_data");
  if (values.has("sensitive")) situations.add("sensitive_data");
  if (values.has("children")) situations.add("children_data");
  if (values.has("health")) situations.add("health_data");
  if (values.has("financial") || values.has("credit")) situations.add("financial_data");
  if (risk.value !== "minimal") situations.add("limited_risk");
  if (risk.value === "high" || risk.value === "unacceptable") situations.add("high_risk");
  const notes = [
    ...risk.known ? [] : [{
      en: `risk_level "${input.risk_level}" is not known: taken as high`,
      ar: `مستوى المخاطر «${input.risk_level}» غير معروف، فعُدّ عاليًا`,
    }],
    ...unknown.map((text) => ({
      en: `data type "${text}" is not known: taken as every kind, children and health among them`,
      ar: `نوع البيانات «${text}» غير معروف، فعُدّ شاملًا لكل الأنواع ومنها بيانات الأطفال والصحة`,
    })),
    ...known ? [] : [{
      en: `system_type "${input.system_type}" is not known: requirements of every type apply`,
      ar: `نوع النظام «${input.system_type}» غير معروف، فتنطبق متطلبات الأنواع جميعها`,
    }],
    ...region ? [] : [{
      en: `deployment_region "${input.deployment_region}" is not known: every framework is taken to apply`,
      ar: `منطقة التشغيل «${input.deployment_region}» غير معروفة، فعُدّت الأطر جميعها منطبقة`,
    }],
  ];
  return { risk: risk.value, situations, region, features: input.features, notes };
}

/** Assesses a system against one framework; the arithmetic is in `scoreOf`. */
export function assess(framework: LoadedFramework, system: Situated): FrameworkResult {
  const requirements = framework.requirements.map((requirement) => resultOf(requirement, system));
  const counted = requirements.filter(({ credit }) => credit !== null);
  const met = counted.filter(({ status }) => status === "met").length;
  const applicable = requirements.filter(({ status }) => status !== "not_applicable").length;
  return {
    framework_id: framework.id,
    version: framework.version,
    sha256: framework.sha256,
    nature: framework.nature,
    score: scoreOf(counted),
    region_applies: regionApplies(framework.region, system.region),
    total_requirements: counted.length,
    met_requirements: met,
    gap_count: counted.length - met,
    coverage: applicable > 0 ? round(counted.length / applicable, 4) : 0,
    requirements,
  };
}

/** A multiple of every number of checks that a requirement may have: credits times it are whole numbers. */
export const SHARES = 60;

/** 100 × Σ weight × credit ÷ Σ weight, two decimals half up; null when nothing counts. */
export function scoreOf(results: Pick<RequirementResult, "weight" | "credit">[]): number | null {
  let weights = 0;
  let earned = 0;
  for (const { weight, credit } of results) {
    weights += weight;
    earned += weight * Math.round((credit ?? 0) * SHARES);
  }
  return weights > 0 ? halfUp(earned * 10_000, weights * SHARES) / 100 : null;
}

/** A quotient of whole numbers, rounded half up. */
export function halfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/** The plain mean of the frameworks' scores, without those that have none; null when none has. */
export function overallScore(results: { score: number | null }[]): number | null {
  const scores = results.flatMap(({ score }) => score === null ? [] : [score]);
  return scores.length > 0 ? round(Decimal.sum(...scores).div(scores.length), 2) : null;
}

function resultOf(requirement: Requirement, system: Situated): RequirementResult {
  const { id, ref, category, weight } = requirement;
  const needs: "all" | "any" = "all" in requirement.checks ? "all" : "any";
  const base = { requirement_id: id, ref, category, weight, needs, severity: null, credit: null };
  if (!applies(requirement, system)) return { ...base, status: "not_applicable", checks: [] };
  const checks = checksOf(requirement.checks).map((check) => ({ check, holds: holds(check, system) }));
  const credit = creditOf(requirement.checks, checks.map((one) => one.holds));
  if (credit === null) return { ...base, status: "not_assessed", checks };
  const status = credit === 1 ? "met" : credit > 0 ? "partially_met" : "not_met";
  const severity = status === "met" ? null : severityOf(weight, system.risk, credit);
  return { ...base, status, credit, checks, severity };
}

/** All situations of the list must hold; of a list within, any. */
export function applies(
  { applies_when }: Pick<Requirement, "applies_when">,
  { situations }: Situated,
): boolean {
  return applies_when.every((when) =>
    Array.isArray(when) ? when.some((one) => situations.has(one)) : situations.has(when)
  );
}

export function checksOf(checks: Checks): string[] {
  return "all" in checks ? checks.all : checks.any;
}

/** Whether a check holds; null for an extra evidence key that the request does not have. */
function holds(check: string, { risk, features }: Situated): boolean | null {
  if (check === CONDITIONS[0]) return risk !== "unacceptable";
  if (!check.startsWith("x:")) return features[check] ?? false;
  return features[`has_${check.slice(2)}`] ?? null;
}

/**
 * The share of `all` checks that hold, or 1 when any of `any` does. Evidence that was not sent does not count; a
 * requirement that rests on such evidence alone cannot be assessed.
 */
function creditOf(checks: Checks, held: (boolean | null)[]): number | null {
  const known = held.filter((one) => one !== null);
  if (known.length === 0) return null;
  const true_ = known.filter(Boolean).length;
  return "all" in checks ? true_ / known.length : true_ > 0 ? 1 : 0;
}

const RISK_STEP: Record<RiskLevel, number> = { minimal: -1, limited: 0, high: 1, unacceptable: 2 };

/** weight + risk step − 1 if partly met: 6 and more critical, 5 high, 3 and 4 medium, else low. */
export function severityOf(weight: number, risk: RiskLevel, credit: number): Severity {
  const points = weight + RISK_STEP[risk] - (credit > 0 ? 1 : 0);
  return points >= 6 ? "critical" : points >= 5 ? "high" : points >= 3 ? "medium" : "low";
}

function round(value: Decimal.Value, places: number): number {
  return new Decimal(value).toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toNumber();
}
