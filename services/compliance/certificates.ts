import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { requireRole } from "lib/auth.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { download, pdfFile } from "lib/download.ts";
import { denied, feature, invalidInput, json, jsonBody, missing, wrongStateResponse } from "lib/openapi.ts";
import { limitOffset, OffsetQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import {
  canonicalBytes,
  type Certificate,
  DECLARATION,
  levelOf,
  monthsLater,
  signedBytes,
  type Thresholds,
} from "./certificate.ts";
import {
  CertificateInput,
  GivenCertificate,
  IssuedCertificateBody,
  SignedCertificate,
  Verdict,
} from "./certificate_bodies.ts";
import { certificatePdf } from "./certificate_pdf.ts";
import { inLanguage } from "./framework.ts";
import type { CertificateStore, IssuedCertificate } from "./certificates_store.ts";
import type { ReportStore } from "./reports_store.ts";
import type { Signer } from "./signing.ts";

const ListQuery = OffsetQuery.extend({ report_id: z.uuid().optional() });
const CertificateId = z.object({ certificate_id: z.uuid() });

export interface CertificateDeps {
  store: CertificateStore;
  reports: ReportStore;
  signer: Signer;
  thresholds: Thresholds;
  publicUrl: string | undefined;
  prefix: string;
  now?: () => number;
}

/** Certificates: what a report earns, signed, to be verified by anyone, and to be taken back. */
export function certificates(deps: CertificateDeps): OpenAPIHono<AppEnv> {
  const { store, reports, signer, thresholds, now = Date.now } = deps;
  const app = feature();

  app.openapi(
    createRoute({
      method: "post",
      path: "/certificate",
      summary: "Issue a certificate for a report (managers and admins)",
      middleware: requireRole("admin", "manager"),
      request: { query: z.object({ report_id: z.uuid() }), body: jsonBody(CertificateInput) },
      responses: {
        201: json(SignedCertificate, "The certificate"),
        ...missing,
        ...denied,
        ...invalidInput,
        ...wrongStateResponse,
      },
    }),
    async (c) => {
      const report = await reports.find(c.req.valid("query").report_id);
      if (!report) throw notFound("Report");
      const earned = levelOf(report, thresholds);
      if ("missing" in earned) {
        throw wrongState(`The report earns no certificate: ${earned.missing.join("; ")}`);
      }
      const { organization, issued_to, valid_months } = c.req.valid("json");
      const issued_at = new Date(now()).toISOString();
      const certificate: Certificate = {
        certificate_id: uuidv7(),
        report_id: report.id,
        organization,
        issued_to,
        system_name: report.system_name,
        frameworks: report.frameworks.map(({ framework_id }) => framework_id),
        framework_versions: Object.fromEntries(
          report.frameworks.map(({ framework_id, version }) => [framework_id, inLanguage(version, "en")]),
        ),
        overall_score: report.overall_score,
        level: earned.level,
        conditions: earned.level === "conditional"
          ? earned.gaps.map(({ framework_id, ref, requirement, severity }) =>
            `${framework_id} ${ref}: ${requirement} (${severity})`
          )
          : [],
        issued_at,
        valid_until: monthsLater(issued_at, valid_months),
        declaration: DECLARATION,
      };
      const signature = await signer.sign(signedBytes(certificate));
      await store.insert(certificate, signature, c.var.user.sub);
      return c.json({ ...certificate, signature }, 201);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/certificates",
      summary: "List certificates, newest first",
      request: { query: ListQuery },
      responses: { 200: json(z.array(IssuedCertificateBody), "The certificates"), ...invalidInput },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { certificates, total } = await store.list({
        report_id: query.report_id,
        ...limitOffset(query),
      });
      return c.json(certificates.map(shown), 200, { "X-Total-Count": String(total) });
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/certificates/{certificate_id}",
      summary: "Read a certificate with its signature",
      request: { params: CertificateId },
      responses: { 200: json(IssuedCertificateBody, "The certificate"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const issued = await store.find(c.req.valid("param").certificate_id);
      if (!issued) throw notFound("Certificate");
      return c.json(shown(issued), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/certificate/verify",
      summary: "Verify a certificate as it was handed on (open to anyone)",
      security: [],
      request: { body: jsonBody(GivenCertificate) },
      responses: { 200: json(Verdict, "The verdict"), ...invalidInput },
    }),
    async (c) => {
      const { signature, ...given } = c.req.valid("json");
      const issued = await store.find(given.certificate_id);
      if (!await signer.verifies(signature, canonicalBytes(given))) {
        return c.json(verdict("altered", issued), 200);
      }
      return c.json(await judged(issued), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/certificates/{certificate_id}/verify",
      summary: "Verify a certificate by its number, as its QR code does (open to anyone)",
      security: [],
      request: { params: CertificateId },
      responses: { 200: json(Verdict, "The verdict"), ...invalidInput },
    }),
    async (c) => c.json(await judged(await store.find(c.req.valid("param").certificate_id)), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/certificates/{certificate_id}/pdf",
      summary: "Download a certificate in both languages with a QR code",
      request: { params: CertificateId },
      responses: {
        200: pdfFile("The certificate"),
        ...missing,
        ...invalidInput,
      },
    }),
    async (c) => {
      const issued = await store.find(c.req.valid("param").certificate_id);
      if (!issued) throw notFound("Certificate");
      const { certificate_id, report_id } = issued.certificate;
      const address = `${addressOf(c)}/certificates/${certificate_id}/verify`;
      const pdf = await certificatePdf(issued.certificate, await reports.find(report_id), address);
      return download(c, pdf, {
        type: "application/pdf",
        filename: `certificate-${certificate_id}.pdf`,
      });
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/certificates/{certificate_id}/revoke",
      summary: "Take a certificate back (managers and admins)",
      middleware: requireRole("admin", "manager"),
      request: {
        params: CertificateId,
        body: jsonBody(
          z.strictObject({ reason: textOf({ min: 1, max: 2_000 }) }).meta({
            id: "Revocation",
            example: { reason: "The system was changed" },
          }),
        ),
      },
      responses: {
        200: json(Verdict, "The certificate as it verifies now"),
        ...missing,
        ...denied,
        ...invalidInput,
      },
    }),
    async (c) => {
      const issued = await store.revoke(c.req.valid("param").certificate_id, c.req.valid("json").reason);
      if (!issued) throw notFound("Certificate");
      return c.json(await judged(issued), 200);
    },
  );

  const judged = (issued: IssuedCertificate | undefined) => verdictOf(issued, { signer, now });

  function addressOf(c: Context): string {
    return `${deps.publicUrl?.replace(/\/+$/, "") ?? new URL(c.req.url).origin}${deps.prefix}`;
  }

  return app;
}

function shown({ certificate, ...rest }: IssuedCertificate) {
  return { ...certificate, ...rest };
}

/** Whether a certificate that was found (or not) holds now, and why not. */
export async function verdictOf(
  issued: IssuedCertificate | undefined,
  { signer, now = Date.now }: { signer: Signer; now?: () => number },
): Promise<z.output<typeof Verdict>> {
  if (!issued) return verdict("unknown", issued);
  if (!await signer.verifies(issued.signature, signedBytes(issued.certificate))) {
    return verdict("altered", issued);
  }
  if (issued.revoked_at) return verdict("revoked", issued);
  return verdict(Date.parse(issued.certificate.valid_until) < now() ? "expired" : null, issued);
}

function verdict(reason: string | null, issued: IssuedCertificate | undefined): z.output<typeof Verdict> {
  return {
    valid: reason === null,
    reason,
    certificate: issued?.certificate ?? null,
    revoked_at: issued?.revoked_at ?? null,
  };
}
