/** Certificates as requests and answers hold them. */
import { z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";
import { Certificate } from "./certificate.ts";

export const SignedCertificate = Certificate.extend({
  signature: z.string().meta({
    description: "compact JWS (Ed25519) over the canonical JSON of all other fields",
  }),
}).meta({ id: "Certificate" });

// Unknown fields are kept, so that added fields are verified too.
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
  state: z.enum(["valid", "expired", "revoked", "superseded"]),
  revoked_at: z.string().nullable(),
  revoked_reason: z.string().nullable(),
  superseded_by: z.uuid().nullable(),
}).meta({ id: "IssuedCertificate" });

export const Revocation = z.strictObject({
  reason: textOf({ min: 1, max: 2_000 }).meta({
    description: "Reason of the revocation; printed on the certificate",
  }),
}).meta({ id: "Revocation", example: { reason: "The system was changed" } });
