import type { Sql } from "lib/database/db.ts";
import type { Caller, Shared, Sharing, SharingRules } from "lib/sharing/sharing.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import type { Certificate } from "./certificate.ts";

/** A certificate with its signature and state. */
export interface IssuedCertificate extends Shared {
  certificate: Certificate;
  signature: string;
  revoked_at: string | null;
  revoked_reason: string | null;
  /** A later valid certificate of the system with all its frameworks. */
  superseded_by: string | null;
}

export interface NewCertificate {
  certificate: Certificate;
  signature: string;
  system_id: string;
  issued_by: string;
  shared_with: Sharing | null;
}

export interface CertificateStore {
  /** Those that the caller may read. */
  list(
    query: { limit: number; offset: number; report_id?: string },
    caller: Caller,
  ): Promise<{ certificates: IssuedCertificate[]; total: number }>;
  find(id: string): Promise<IssuedCertificate | undefined>;
  insert(certificate: NewCertificate): Promise<void>;
  /** undefined when there is no such certificate; revoking twice keeps the first. */
  revoke(id: string, reason: string): Promise<IssuedCertificate | undefined>;
  /** Stores with whom a certificate is shared; false when it is gone. */
  share(id: string, sharing: Sharing): Promise<boolean>;
}

export function certificateStore(
  sql: Sql,
  { rules, now = Date.now }: { rules: SharingRules; now?: () => number },
): CertificateStore {
  // Revoking the later certificate does not bring the superseded one back: nobody certified the system by it again.
  const issued = sql`
    select c.certificate, c.signature, c.revoked_at, c.revoked_reason, c.issued_by as owner, c.shared_with,
      (select later.id from compliance.certificates later
        where later.system_id = c.system_id
          and (later.issued_at, later.id) > (c.issued_at, c.id) and later.framework_ids @> c.framework_ids
        order by later.revoked_at is not null, later.issued_at desc, later.id desc limit 1) as superseded_by
    from compliance.certificates c`;
  const store: CertificateStore = {
    async list({ limit, offset, report_id }, caller) {
      const visible = rules.visible(sql, caller, { owner: "issued_by", table: "c" });
      const where = sql`where ${visible} ${report_id ? sql`and c.report_id = ${report_id}` : sql``}`;
      const certificates = await sql<IssuedCertificate[]>`${issued} ${where}
        order by c.issued_at desc, c.id limit ${limit} offset ${offset}`;
      const [counted] = await sql<
        { total: number }[]
      >`select count(*) as total from compliance.certificates c ${where}`;
      return { certificates, total: counted?.total ?? 0 };
    },
    async find(id) {
      const [row] = await sql<IssuedCertificate[]>`${issued} where c.id = ${id}`;
      return row;
    },
    async insert({ certificate, signature, system_id, issued_by, shared_with }) {
      await sql`insert into compliance.certificates ${
        sql({
          id: certificate.certificate_id,
          report_id: certificate.report_id,
          system_id,
          framework_ids: sql.json(certificate.frameworks),
          certificate: sql.json(jsonColumn(certificate)),
          signature,
          issued_by,
          issued_at: certificate.issued_at,
          shared_with: shared_with && sql.json(shared_with),
        })
      }`;
    },
    async revoke(id, reason) {
      await sql`update compliance.certificates set revoked_at = ${new Date(now())}, revoked_reason = ${reason}
        where id = ${id} and revoked_at is null`;
      return await store.find(id);
    },
    async share(id, sharing) {
      const shared = await sql`
        update compliance.certificates set shared_with = ${sql.json(sharing)} where id = ${id} returning id`;
      return shared.length > 0;
    },
  };
  return store;
}
