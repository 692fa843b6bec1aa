import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { download, pdfFile } from "lib/http/download.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { limitOffset, OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller, Sharing, SharingRules } from "lib/sharing/sharing.ts";
import { sharingRoutes } from "lib/sharing/sharing_routes.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { gapText } from "../reports/gaps.ts";
import type { ReportAccess } from "../reports/report_access.ts";
import type { OwnedReport } from "../reports/report.ts";
import type { ReportStore } from "../reports/reports_store.ts";
import { certificateFor, CertificateInput, signedBytes } from "./certificate.ts";
import {
  GivenCertificate,
  IssuedCertificateBody,
  Revocation,
  SignedCertificate,
} from "./certificate_bodies.ts";
import { certificatePdf } from "./certificate_pdf.ts";
import type { CertificateStore, IssuedCertificate } from "./certificates_store.ts";
import { levelOf, type Thresholds } from "./level.ts";
import type { Signer } from "./signing.ts";
import { lapseReason, Verdict, verdict, verdictOf } from "./verdict.ts";

const EXAMPLE_ID = "01990f2e-7c1a-7000-8000-5b1d2c3e4f50";
const ReportQuery = z.object({
  report_id: z.uuid().meta({ description: "The report that it certifies", example: EXAMPLE_ID }),
});
const ListQuery = OffsetQuery.extend({
  report_id: z.uuid().optional().meta({ description: "Certificates of one report" }),
});
const CertificateId = z.object({
  certificate_id: z.uuid().meta({ description: "The certificate's number", example: EXAMPLE_ID }),
});

export interface CertificateDeps {
  store: CertificateStore;
  reports: ReportStore;
  access: ReportAccess;
  catalogue: Catalogue;
  rules: SharingRules;
  signer: Signer;
  thresholds: Thresholds;
  publicUrl: string | undefined;
  /** The console's address for people, whose page the certificate's code opens; without one the code opens the JSON. */
  consoleUrl: string | undefined;
  prefix: string;
  now?: () => number;
}

/** Certificates for reports: signed, verifiable by anyone, and revocable. */
export function certificates(deps: CertificateDeps): OpenAPIHono<AppEnv> {
  const { store, reports, access, catalogue, rules, signer, thresholds, now = Date.now } = deps;
  const app = feature();
  const findOrThrow = async (caller: Caller, id: string) =>
    rules.check(caller, await store.find(id), { act: "read", what: "Certificate" });
  const judged = (issued: IssuedCertificate | undefined) => verdictOf(issued, { signer, now });

  app.openapi(
    endpoint({
      id: "issueCertificate",
      method: "post",
      path: "/certificate",
      tags: ["certificates"],
      summary: "Issue a certificate for a report",
      description: "It belongs to its issuer and is shared with the owner of the report.",
      roles: ["admin", "manager"],
      request: { query: ReportQuery, body: jsonBody(CertificateInput) },
      answers: { 201: json(SignedCertificate, "The certificate") },
      fails: { 404: "No such report", 409: "The report earns no certificate; the message says why" },
    }),
    async (c) => {
      const report = await access(c.var.user, c.req.valid("query").report_id);
      const earned = levelOf(report, thresholds);
      if ("missing" in earned) {
        throw wrongState(`The report earns no certificate: ${earned.missing.join("; ")}`);
      }
      const later = await reports.later(report);
      if (later) {
        throw wrongState(`The system was assessed again: certify report ${later}, not an earlier one`);
      }
      const changed = changedFrameworks(report, catalogue);
      if (changed.length > 0) {
        throw wrongState(
          `Changed or removed since the assessment: ${changed.join(", ")}; assess the system again`,
        );
      }
      const certificate = certificateFor(report, c.req.valid("json"), {
        certificate_id: uuidv7(),
        level: earned.level,
        conditions: earned.level === "conditional" ? earned.gaps.map(gapText) : [],
        issued_at: new Date(now()).toISOString(),
      });
      const signature = await signer.sign(signedBytes(certificate));
      await store.insert({
        certificate,
        signature,
        system_id: report.system_id,
        issued_by: c.var.user.sub,
        shared_with: sharedWithOwner(report, c.var.user, rules),
      });
      return c.json({ ...certificate, signature }, 201);
    },
  );

  app.openapi(
    endpoint({
      id: "listCertificates",
      method: "get",
      path: "/certificates",
      tags: ["certificates"],
      summary: "List the certificates that you may see, newest first",
      request: { query: ListQuery },
      answers: { 200: json(z.array(IssuedCertificateBody), "The certificates") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { certificates, total } = await store.list(
        { report_id: query.report_id, ...limitOffset(query) },
        c.var.user,
      );
      return c.json(certificates.map((certificate) => issuedBody(certificate, now())), 200, {
        "X-Total-Count": String(total),
      });
    },
  );

  app.openapi(
    endpoint({
      id: "getCertificate",
      method: "get",
      path: "/certificates/{certificate_id}",
      tags: ["certificates"],
      summary: "Read a certificate with its signature",
      request: { params: CertificateId },
      answers: { 200: json(IssuedCertificateBody, "The certificate") },
      fails: { 404: "No such certificate" },
    }),
    async (c) =>
      c.json(issuedBody(await findOrThrow(c.var.user, c.req.valid("param").certificate_id), now()), 200),
  );

  app.openapi(
    endpoint({
      id: "verifyGivenCertificate",
      method: "post",
      path: "/certificate/verify",
      tags: ["certificates"],
      summary: "Verify a certificate document",
      description: "Open to anyone.",
      open: true,
      request: { body: jsonBody(GivenCertificate) },
      answers: { 200: json(Verdict, "The verdict") },
    }),
    async (c) => {
      const { signature, ...given } = c.req.valid("json");
      const issued = await store.find(given.certificate_id);
      if (!await signer.verifies(signature, signedBytes(given))) {
        return c.json(verdict("altered", issued), 200);
      }
      return c.json(await judged(issued), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "verifyCertificate",
      method: "get",
      path: "/certificates/{certificate_id}/verify",
      tags: ["certificates"],
      summary: "Verify a certificate by its number, as its QR code does",
      description: "Open to anyone.",
      open: true,
      request: { params: CertificateId },
      answers: { 200: json(Verdict, "The verdict") },
    }),
    async (c) => c.json(await judged(await store.find(c.req.valid("param").certificate_id)), 200),
  );

  app.openapi(
    endpoint({
      id: "downloadCertificate",
      method: "get",
      path: "/certificates/{certificate_id}/pdf",
      tags: ["certificates"],
      summary: "Download a certificate in both languages with a QR code",
      description: "A revoked, expired or superseded one is marked as such at its top.",
      heavy: true,
      request: { params: CertificateId },
      answers: { 200: pdfFile("The certificate") },
      fails: { 404: "No such certificate" },
    }),
    async (c) => {
      const issued = await findOrThrow(c.var.user, c.req.valid("param").certificate_id);
      const { certificate_id, report_id } = issued.certificate;
      const pdf = await certificatePdf(issued, {
        report: await reports.find(report_id),
        reason: (await judged(issued)).reason,
        verifyUrl: deps.consoleUrl
          ? `${deps.consoleUrl.replace(/\/+$/, "")}/verify?certificate=${certificate_id}`
          : `${addressOf(c)}/certificates/${certificate_id}/verify`,
        now: now(),
      });
      return download(c, pdf, {
        type: "application/pdf",
        filename: `certificate-${certificate_id}.pdf`,
      });
    },
  );

  app.openapi(
    endpoint({
      id: "revokeCertificate",
      method: "post",
      path: "/certificates/{certificate_id}/revoke",
      tags: ["certificates"],
      summary: "Revoke a certificate",
      roles: ["admin", "manager"],
      request: { params: CertificateId, body: jsonBody(Revocation) },
      answers: { 200: json(Verdict, "The certificate as it verifies now") },
      fails: { 404: "No such certificate" },
    }),
    async (c) => {
      const issued = await store.revoke(c.req.valid("param").certificate_id, c.req.valid("json").reason);
      if (!issued) throw notFound("Certificate");
      return c.json(await judged(issued), 200);
    },
  );

  function addressOf(c: Context): string {
    return `${deps.publicUrl?.replace(/\/+$/, "") ?? new URL(c.req.url).origin}${deps.prefix}`;
  }

  app.route("/", certificateSharing(store, rules));
  return app;
}

function certificateSharing(store: CertificateStore, rules: SharingRules): OpenAPIHono<AppEnv> {
  return sharingRoutes({
    path: "/certificates/{certificate_id}",
    id: z.uuid(),
    what: "Certificate",
    rules,
    find: (id) => store.find(id),
    share: (id, sharing) => store.share(id, sharing),
  });
}

/** Frameworks of the report whose text is no longer the one that was assessed. */
function changedFrameworks({ frameworks }: OwnedReport, catalogue: Catalogue): string[] {
  return frameworks.filter(({ framework_id, score, sha256 }) =>
    score !== null && catalogue.find(framework_id)?.sha256 !== sha256
  ).map(({ framework_id }) => framework_id);
}

/** A certificate is shared with the owner of its report. */
function sharedWithOwner({ owner }: OwnedReport, issuer: Caller, rules: SharingRules): Sharing | null {
  const unstated = rules.state({ owner: null, shared_with: null });
  if (owner === null || owner === issuer.sub || unstated.all) return null;
  return { people: [owner], roles: [], all: false, may: "read" };
}

function issuedBody(
  { certificate, signature, revoked_at, revoked_reason, superseded_by, ...rest }: IssuedCertificate,
  now: number,
): z.output<typeof IssuedCertificateBody> {
  const issued = { certificate, signature, revoked_at, revoked_reason, superseded_by, ...rest };
  const state = lapseReason(issued, now) ?? "valid";
  return { ...certificate, signature, state, revoked_at, revoked_reason, superseded_by };
}
