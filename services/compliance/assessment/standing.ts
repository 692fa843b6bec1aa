/** The status of a requirement, from its checks. */
import type { RiskLevel } from "./vocabulary.ts";
import { RISK_CONDITION } from "../catalogue/evidence.ts";

export const STATUSES = [
  "met",
  "claimed",
  "partially_met",
  "not_met",
  "not_assessed",
  "not_applicable",
] as const;
export type RequirementStatus = typeof STATUSES[number];

export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = typeof SEVERITIES[number];

/** A check, and the request's statement about it; null for none. */
export interface CheckedStatement {
  check: string;
  holds: boolean | null;
  /** Whether it shows the duty or only claims it. */
  role: "shows" | "claims";
}

/** Whether every check of a kind must hold, or any one will do. */
export type Needs = "all" | "any";

export interface RequirementStanding {
  status: Exclude<RequirementStatus, "not_applicable">;
  /** Share of the duty that counts, 0 to 1; null where the request says nothing about it. */
  credit: number | null;
}

/** A claim counts half: the control exists, but the duty is not shown. */
const CLAIM = 0.5;

/**
 * Met when the evidence shows the duty. Switches that only bear on it claim it at most. Denied and omitted
 * evidence score the same, so that omitting never pays.
 */
export function standingOf(checks: CheckedStatement[], needs: Needs, claimNeeds: Needs): RequirementStanding {
  const shows = checks.filter(({ role }) => role === "shows");
  const claims = checks.filter(({ role }) => role === "claims");
  if (claims.some(({ check, holds }) => check === RISK_CONDITION && holds === false)) {
    return { status: "not_met", credit: 0 };
  }
  const share = shareOf(shows, needs);
  if (share === 1) return { status: "met", credit: 1 };
  const claimed = claims.length > 0 && shareOf(claims, claimNeeds) === 1;
  if (share > 0) return { status: "partially_met", credit: claimed ? Math.max(share, CLAIM) : share };
  const denied = needs === "all"
    ? shows.some(({ holds }) => holds === false)
    : shows.every(({ holds }) => holds === false);
  if (denied) return claimed ? { status: "partially_met", credit: CLAIM } : { status: "not_met", credit: 0 };
  return claimed ? { status: "claimed", credit: CLAIM } : { status: "not_assessed", credit: null };
}

function shareOf(checks: CheckedStatement[], needs: Needs): number {
  const fulfilled = checks.filter(({ holds }) => holds).length;
  return needs === "all" ? fulfilled / checks.length : fulfilled > 0 ? 1 : 0;
}

const RISK_STEP: Record<RiskLevel, number> = { minimal: -1, limited: 0, high: 1, unacceptable: 2 };

/** weight + risk step − 1 if partly met: 6 and more critical, 5 high, 3 and 4 medium, else low. */
export function severityOf(weight: number, risk: RiskLevel, credit: number): Severity {
  const points = weight + RISK_STEP[risk] - (credit > 0 ? 1 : 0);
  return points >= 6 ? "critical" : points >= 5 ? "high" : points >= 3 ? "medium" : "low";
}
