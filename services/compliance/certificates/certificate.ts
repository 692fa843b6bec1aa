import { z } from "@hono/zod-openapi";
import canonicalize from "canonicalize";
import { textOf } from "lib/text.ts";
import type { Report } from "../reports/report.ts";

export const CertificateInput = z.strictObject({
  organization: textOf({ min: 1, max: 300 }).meta({ description: "Who declares it" }),
  issued_to: textOf({ min: 1, max: 300 }).meta({ description: "The department or person that holds it" }),
  valid_months: z.int().min(1).max(60).default(12).meta({ description: "Calendar months from now" }),
}).meta({
  id: "CertificateInput",
  example: { organization: "هيئة المدينة", issued_to: "إدارة الذكاء الاصطناعي", valid_months: 12 },
});
export type CertificateInput = z.output<typeof CertificateInput>;

const FrameworkStanding = z.object({
  score: z.number(),
  coverage: z.number().meta({
    description: "Coverage: share of applicable requirements decided by evidence",
  }),
  met: z.int(),
  claimed: z.int(),
  applicable: z.int(),
  region_applies: z.boolean(),
});

/** The signed fields. Certificates of earlier versions lack some. */
export const Certificate = z.object({
  certificate_id: z.uuid(),
  report_id: z.uuid(),
  organization: z.string(),
  issued_to: z.string(),
  system_name: z.string(),
  system_type: z.string().optional().meta({ description: "The owner's description of the system" }),
  data_types: z.array(z.string()).optional().meta({
    description: "The owner's words for the kinds of data, which decide what applies",
  }),
  frameworks: z.array(z.string()),
  framework_versions: z.record(z.string(), z.string()),
  framework_results: z.record(z.string(), FrameworkStanding).optional(),
  overall_score: z.number(),
  coverage: z.number().optional().meta({
    description: "Coverage: share of applicable requirements decided by evidence",
  }),
  risk_level: z.string().optional(),
  assessed_at: z.string().optional(),
  level: z.enum(["certified", "conditional"]),
  conditions: z.array(z.string()).meta({ description: "Open gaps of a conditional certificate" }),
  issued_at: z.string(),
  valid_until: z.string(),
  declaration: z.string().meta({ description: "Always true: a self-assessment without an accredited body" }),
});
export type Certificate = z.output<typeof Certificate>;

export const DECLARATION =
  "Self-declared by the organization on the platform it runs; not an accredited certification and no legal advice. " +
  "تصريح ذاتي من الجهة على منصتها؛ وليس شهادة معتمدة ولا مشورة قانونية.";

/** The unsigned certificate of `level` for a report. */
export function certificateFor(
  report: Report,
  input: CertificateInput,
  { certificate_id, level, conditions, issued_at }: Pick<
    Certificate,
    "certificate_id" | "level" | "conditions" | "issued_at"
  >,
): Certificate {
  const scored = report.frameworks.flatMap(({ score, ...rest }) =>
    score === null ? [] : [{ score, ...rest }]
  );
  return {
    certificate_id,
    report_id: report.id,
    organization: input.organization,
    issued_to: input.issued_to,
    system_name: report.system_name,
    ...report.request.system_type === undefined ? {} : { system_type: report.request.system_type },
    ...report.request.data_types === undefined ? {} : { data_types: report.request.data_types },
    frameworks: scored.map(({ framework_id }) => framework_id),
    framework_versions: Object.fromEntries(
      scored.map(({ framework_id, version }) => [
        framework_id,
        typeof version === "string" ? version : version.en,
      ]),
    ),
    framework_results: Object.fromEntries(scored.map((result) => [result.framework_id, {
      score: result.score,
      coverage: result.coverage ?? 0,
      met: result.met_requirements,
      claimed: result.claimed_requirements,
      applicable: result.total_requirements,
      region_applies: result.region_applies,
    }])),
    overall_score: report.overall_score ?? 0,
    coverage: report.coverage ?? 0,
    risk_level: report.risk_level,
    assessed_at: report.assessed_at,
    level,
    conditions,
    issued_at,
    valid_until: monthsLater(issued_at, input.valid_months),
    declaration: DECLARATION,
  };
}

/** The moment `months` calendar months later; a day that the month does not have becomes its last. */
export function monthsLater(issuedAt: string, months: number): string {
  return Temporal.Instant.from(issuedAt).toZonedDateTimeISO("UTC").add({ months }).toInstant().toString({
    smallestUnit: "millisecond",
  });
}

/** The bytes that are signed: canonical JSON (RFC 8785), also of a certificate to which somebody added fields. */
export function signedBytes(certificate: object): Uint8Array {
  return new TextEncoder().encode(canonicalize(certificate) ?? "");
}
