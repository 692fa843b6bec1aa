import canonicalize from "canonicalize";
import { type Gap, gapsOf, type Report } from "./report.ts";

/** From which scores a system is certified, or certified under conditions. */
export interface Thresholds {
  certified: number;
  frameworkFloor: number;
  conditional: number;
}

export type Level = "certified" | "conditional";

/** What is signed. */
export interface Certificate {
  certificate_id: string;
  report_id: string;
  organization: string;
  issued_to: string;
  system_name: string;
  frameworks: string[];
  framework_versions: Record<string, string>;
  overall_score: number;
  level: Level;
  /** Open gaps of a conditional certificate. */
  conditions: string[];
  issued_at: string;
  valid_until: string;
  /** Always: nobody accredited stands behind it. */
  declaration: string;
}

export const DECLARATION =
  "Self-declared by the organization on the platform it runs; not an accredited certification and no legal advice. " +
  "تصريح ذاتي من الجهة على منصتها؛ وليس شهادة معتمدة ولا مشورة قانونية.";

/**
 * Which certificate a report earns: `certified` from the overall threshold on with no framework under the floor and
 * no critical or high gap; `conditional` from its own threshold on; else what is missing.
 */
export function levelOf(
  report: Report,
  thresholds: Thresholds,
): { level: Level; gaps: Gap[] } | { missing: string[] } {
  const gaps = gapsOf(report);
  const scored = Object.keys(report.framework_scores).length > 0;
  const severe = gaps.filter(({ severity }) => severity === "critical" || severity === "high");
  const low = Object.entries(report.framework_scores).filter(([, score]) =>
    score < thresholds.frameworkFloor
  );
  if (scored && report.overall_score >= thresholds.certified && low.length === 0 && severe.length === 0) {
    return { level: "certified", gaps };
  }
  if (scored && report.overall_score >= thresholds.conditional) return { level: "conditional", gaps };
  return {
    missing: [
      ...scored ? [] : ["no framework has a score"],
      ...report.overall_score < thresholds.conditional
        ? [`overall score ${report.overall_score} is below ${thresholds.conditional}`]
        : [],
      ...low.map(([id, score]) => `${id} scores ${score}, below ${thresholds.frameworkFloor}`),
      ...severe.slice(0, 20).map(({ framework_id, requirement_id, severity }) =>
        `${severity} gap ${framework_id}/${requirement_id}`
      ),
    ],
  };
}

/** The moment `months` calendar months later; a day that the month does not have becomes its last. */
export function monthsLater(issuedAt: string, months: number): string {
  return Temporal.Instant.from(issuedAt).toZonedDateTimeISO("UTC").add({ months }).toInstant().toString({
    smallestUnit: "millisecond",
  });
}

/** The bytes that are signed: canonical JSON (RFC 8785). */
export function signedBytes(certificate: Certificate): Uint8Array {
  return canonicalBytes(certificate);
}

/** Canonical JSON (RFC 8785) of a certificate as someone handed it on, whatever was added to it. */
export function canonicalBytes(given: object): Uint8Array {
  return new TextEncoder().encode(canonicalize(given) ?? "");
}
