/** Assesses a system against frameworks. */
import type { Bilingual } from "../catalogue/bilingual.ts";
import { keysOf, type LoadedFramework, type Requirement, sentenceOf } from "../catalogue/framework.ts";
import { scorerOf, weightedScore } from "./score.ts";
import { checkHolds, easierMasks, maskOf, type Situated } from "./situation.ts";
import type { FrameworkResult, RequirementResult } from "./result.ts";
import { type Needs, type RequirementStatus, severityOf, standingOf } from "./standing.ts";
import { regionApplies } from "./vocabulary.ts";

export interface Assessment {
  frameworks: FrameworkResult[];
  overall_score: number | null;
  overall_reason: Bilingual | null;
  coverage: number | null;
}

/** Assesses a system against frameworks. */
export function assess(frameworks: LoadedFramework[], system: Situated): Assessment {
  const requirements = frameworks.map((framework) =>
    framework.requirements.map((requirement) => resultOf(framework, requirement, system))
  );
  const applicable = requirements.map((list) => list.filter(({ status }) => status !== "not_applicable"));
  const credits = applicable.map((list) => list.map(({ credit }) => credit ?? 0));
  const scores = scorerOf(applicable, easierMasks(maskOf(system.situations)))(credits);
  return {
    frameworks: frameworks.map((framework, index) =>
      frameworkResult(framework, requirements[index] ?? [], {
        score: scores.frameworks[index] ?? null,
        region_applies: regionApplies(framework.region, system.region),
      })
    ),
    overall_score: scores.overall === null ? null : scores.overall / 100,
    overall_reason: scores.overall === null ? NOTHING : null,
    coverage: coverageOf(applicable.flat()),
  };
}

const NOTHING = {
  en: "Nothing in it applies to the system as described: there is nothing to score",
  ar: "لا ينطبق منه شيء على النظام كما وُصف، فلا شيء يُقاس",
};

function frameworkResult(
  { id, name, version, sha256, nature }: LoadedFramework,
  requirements: RequirementResult[],
  { score, region_applies }: { score: number | null; region_applies: boolean },
): FrameworkResult {
  const applicable = requirements.filter(({ status }) => status !== "not_applicable");
  const plain = weightedScore(
    applicable.map(({ weight }) => weight),
    applicable.map(({ credit }) => credit ?? 0),
  );
  const count = (status: RequirementStatus) => applicable.filter((result) => result.status === status).length;
  return {
    framework_id: id,
    name,
    version,
    sha256,
    nature,
    score: score === null ? null : score / 100,
    score_reason: score === null ? NOTHING : plain === score ? null : cappedAt(score / 100),
    region_applies,
    total_requirements: applicable.length,
    met_requirements: count("met"),
    claimed_requirements: count("claimed"),
    gap_count: applicable.length - count("met"),
    coverage: coverageOf(applicable),
    requirements,
  };
}

function cappedAt(score: number): Bilingual {
  return {
    en:
      `Held at ${score}, the score with less data, lower risk or fewer uses: duties that apply in addition never raise it`,
    ar:
      `خُفّضت إلى ${score}، وهي الدرجة لو كانت البيانات أو المخاطر أو الاستخدامات أقل: فالمتطلبات الزائدة لا ترفع الدرجة`,
  };
}

/** The share of applicable requirements that evidence decides; claims do not count. */
function coverageOf(requirements: Pick<RequirementResult, "status" | "checks">[]): number | null {
  const applicable = requirements.filter(({ status }) => status !== "not_applicable");
  if (applicable.length === 0) return null;
  const open =
    applicable.filter(({ status, checks }) =>
      status === "claimed" || status === "not_assessed" || status === "partially_met" && !isDenied(checks)
    ).length;
  // Rounded down, so that an incomplete share never reads as 100.
  return Math.floor((applicable.length - open) / applicable.length * 10_000) / 10_000;
}

/** Whether a part of the evidence is denied. A part of it that nobody spoke of may still be there. */
function isDenied(checks: RequirementResult["checks"]): boolean {
  return checks.some(({ role, holds }) => role === "shows" && holds === false);
}

function resultOf(
  framework: LoadedFramework,
  requirement: Requirement,
  system: Situated,
): RequirementResult {
  const { id, ref, category, weight, title, description, remediation, applies_when } = requirement;
  const needs = { needs: needsOf(requirement.shown_by), claim_needs: claimNeeds(requirement) };
  const words = { ref, title, description, remediation };
  const checks = checksOf(framework, requirement, system);
  const base = { requirement_id: id, ...words, category, weight, applies_when, checks, ...needs };
  if (!applies(requirement, system)) {
    return { ...base, status: "not_applicable", credit: null, severity: null };
  }
  const { status, credit } = standingOf(checks, needs.needs, needs.claim_needs);
  const severity = status === "met" ? null : severityOf(weight, system.risk, credit ?? 0);
  return { ...base, status, credit, severity };
}

/** All situations of the list must hold; of a nested list, any one. */
function applies({ applies_when }: Pick<Requirement, "applies_when">, { situations }: Situated): boolean {
  return applies_when.every((when) => [when].flat().some((situation) => situations.has(situation)));
}

function checksOf(
  framework: LoadedFramework,
  { shown_by, claimed_by }: Pick<Requirement, "shown_by" | "claimed_by">,
  system: Situated,
): RequirementResult["checks"] {
  const checked = (role: "shows" | "claims") => (check: string) => ({
    check,
    says: sentenceOf(framework, check),
    holds: checkHolds(check, system),
    role,
  });
  return [
    ...keysOf(shown_by).map(checked("shows")),
    ...claimed_by ? keysOf(claimed_by).map(checked("claims")) : [],
  ];
}

function needsOf(evidence: object): Needs {
  return "all" in evidence ? "all" : "any";
}

function claimNeeds({ claimed_by }: Pick<Requirement, "claimed_by">): Needs {
  return claimed_by ? needsOf(claimed_by) : "all";
}
