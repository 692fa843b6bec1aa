/** Whether a certificate is valid now. */
import { z } from "@hono/zod-openapi";
import { Certificate, signedBytes } from "./certificate.ts";
import type { IssuedCertificate } from "./certificates_store.ts";
import type { Signer } from "./signing.ts";

export const REASONS = ["altered", "expired", "revoked", "superseded", "unknown"] as const;
export type Reason = typeof REASONS[number];

export const Verdict = z.object({
  valid: z.boolean(),
  reason: z.enum(REASONS).nullable().meta({
    description:
      "Why it is not valid; superseded: a later certificate of the system covers all its frameworks",
  }),
  certificate: Certificate.nullable(),
  revoked_at: z.string().nullable(),
  superseded_by: z.uuid().nullable(),
}).meta({ id: "Verdict" });
export type Verdict = z.output<typeof Verdict>;

/** Whether a certificate (undefined when unknown) is valid now, with the reason if not. */
export async function verdictOf(
  issued: IssuedCertificate | undefined,
  { signer, now = Date.now }: { signer: Signer; now?: () => number },
): Promise<Verdict> {
  if (!issued) return verdict("unknown", issued);
  if (!await signer.verifies(issued.signature, signedBytes(issued.certificate))) {
    return verdict("altered", issued);
  }
  return verdict(lapseReason(issued, now()), issued);
}

/** Why a genuine certificate is no longer valid; null while it is. */
export function lapseReason(
  { certificate, revoked_at, superseded_by }: IssuedCertificate,
  now: number,
): Exclude<Reason, "altered" | "unknown"> | null {
  if (revoked_at) return "revoked";
  if (Date.parse(certificate.valid_until) < now) return "expired";
  return superseded_by ? "superseded" : null;
}

export function verdict(reason: Reason | null, issued: IssuedCertificate | undefined): Verdict {
  return {
    valid: reason === null,
    reason,
    certificate: issued?.certificate ?? null,
    revoked_at: issued?.revoked_at ?? null,
    superseded_by: issued?.superseded_by ?? null,
  };
}
