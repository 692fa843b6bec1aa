import type { Sql } from "lib/db.ts";
import type { Certificate } from "./certificate.ts";
import { plain } from "./reports_store.ts";

/** A certificate with its signature and whether it was taken back. */
export interface IssuedCertificate {
  certificate: Certificate;
  signature: string;
  revoked_at: string | null;
  revoked_reason: string | null;
}

export interface CertificateStore {
  list(
    query: { limit: number; offset: number; report_id?: string },
  ): Promise<{ certificates: IssuedCertificate[]; total: number }>;
  find(id: string): Promise<IssuedCertificate | undefined>;
  insert(certificate: Certificate, signature: string, issuedBy: string): Promise<void>;
  /** undefined when there is no such certificate; revoking twice keeps the first. */
  revoke(id: string, reason: string): Promise<IssuedCertificate | undefined>;
}

export function certificateStore(
  sql: Sql,
  { now = Date.now }: { now?: () => number } = {},
): CertificateStore {
  const store: CertificateStore = {
    async list({ limit, offset, report_id }) {
      const where = report_id ? sql`where report_id = ${report_id}` : sql``;
      const certificates = await sql<IssuedCertificate[]>`
        select certificate, signature, revoked_at, revoked_reason from compliance.certificates ${where}
        order by issued_at desc, id limit ${limit} offset ${offset}`;
      const [counted] = await sql<
        { total: number }[]
      >`select count(*) as total from compliance.certificates ${where}`;
      return { certificates, total: counted?.total ?? 0 };
    },
    async find(id) {
      const [row] = await sql<IssuedCertificate[]>`
        select certificate, signature, revoked_at, revoked_reason from compliance.certificates where id = ${id}`;
      return row;
    },
    async insert(certificate, signature, issuedBy) {
      await sql`insert into compliance.certificates ${
        sql({
          id: certificate.certificate_id,
          report_id: certificate.report_id,
          certificate: sql.json(plain(certificate)),
          signature,
          issued_by: issuedBy,
          issued_at: certificate.issued_at,
        })
      }`;
    },
    async revoke(id, reason) {
      await sql`update compliance.certificates set revoked_at = ${new Date(now())}, revoked_reason = ${reason}
        where id = ${id} and revoked_at is null`;
      return await store.find(id);
    },
  };
  return store;
}
