/** Certificates as requests and answers hold them. */
import { z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";

export const CertificateInput = z.strictObject({
  organization: textOf({ min: 1, max: 300 }),
  issued_to: textOf({ min: 1, max: 300 }),
  valid_months: z.int().min(1).max(60).default(12),
}).meta({
  id: "CertificateInput",
  example: { organization: "هيئة المدينة", issued_to: "إدارة الذكاء الاصطناعي", valid_months: 12 },
});

const CertificateBody = z.object({
  certificate_id: z.uuid(),
  report_id: z.uuid(),
  organization: z.string(),
  issued_to: z.string(),
  system_name: z.string(),
  frameworks: z.array(z.string()),
  framework_versions: z.record(z.string(), z.string()),
  overall_score: z.number(),
  level: z.enum(["certified", "conditional"]),
  conditions: z.array(z.string()).meta({ description: "open gaps of a conditional certificate" }),
  issued_at: z.string(),
  valid_until: z.string(),
  declaration: z.string(),
});
export const SignedCertificate = CertificateBody.extend({
  signature: z.string().meta({
    description: "compact JWS (Ed25519) over the canonical JSON of all other fields",
  }),
}).meta({ id: "Certificate" });

// As it was handed on: a field that was added is part of what is verified.
export const GivenCertificate = z.looseObject(SignedCertificate.shape).meta({
  id: "GivenCertificate",
  example: {
    certificate_id: "01990f2e-7c1a-7000-8000-5b1d2c3e4f50",
    report_id: "01990f2d-1111-7000-8000-5b1d2c3e4f50",
    organization: "هيئة المدينة",
    issued_to: "إدارة الذكاء الاصطناعي",
    system_name: "Citizen portal assistant",
    frameworks: ["ksa-pdpl"],
    framework_versions: { "ksa-pdpl": "2023-09" },
    overall_score: 96.4,
    level: "certified",
    conditions: [],
    issued_at: "2026-11-21T08:00:00.000Z",
    valid_until: "2027-11-21T08:00:00.000Z",
    declaration: "As handed on with the certificate",
    signature: "eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl",
  },
});

export const IssuedCertificateBody = SignedCertificate.extend({
  revoked_at: z.string().nullable(),
  revoked_reason: z.string().nullable(),
}).meta({ id: "IssuedCertificate" });

export const Verdict = z.object({
  valid: z.boolean(),
  reason: z.string().nullable().meta({ description: "why not: altered, expired, revoked or unknown" }),
  certificate: CertificateBody.nullable(),
  revoked_at: z.string().nullable(),
}).meta({ id: "Verdict" });
