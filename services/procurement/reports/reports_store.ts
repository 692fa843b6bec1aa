import type { Sql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import { type Caller, manages } from "../access.ts";
import { audit } from "../audit_store.ts";
import type { Report } from "./report.ts";

export interface ReportStore {
  /** The reports of tenders that the caller runs or judges and does not bid on. */
  list(
    query: { limit: number; offset: number; caller: Caller },
  ): Promise<{ reports: Report[]; total: number }>;
  /** undefined if the report does not exist or its tender was removed. */
  find(id: string): Promise<Report | undefined>;
  insert(input: Pick<Report, "tender_id" | "content" | "created_by">): Promise<Report>;
}

export function reportStore(sql: Sql, { now = Date.now }: { now?: () => number } = {}): ReportStore {
  return {
    async list({ limit, offset, caller }) {
      const { sub } = caller;
      const part = manages(caller) ? sql`true` : sql`(t.created_by = ${sub} or t.committee ? ${sub})`;
      const seen = sql`from procurement.reports r join procurement.tenders t on t.id = r.tender_id
        where t.deleted_at is null and ${part} and not exists (
          select from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id
          where b.tender_id = t.id and (b.bidders ? ${sub} or s.owners ? ${sub}))`;
      const reports = await sql<Report[]>`
        select r.* ${seen} order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`;
      const [counted] = await sql<{ total: number }[]>`select count(*) as total ${seen}`;
      return { reports, total: counted?.total ?? 0 };
    },

    async find(id) {
      const [report] = await sql<Report[]>`
        select r.* from procurement.reports r join procurement.tenders t on t.id = r.tender_id
        where r.id = ${id} and t.deleted_at is null`;
      return report;
    },

    async insert({ tender_id, content, created_by }) {
      const id = uuidv7();
      const created_at = new Date(now()).toISOString();
      const report: Report = {
        id,
        tender_id,
        report_type: "bid_evaluation",
        content,
        filename: `evaluation-${tender_id}-v${content.evaluation_version}.pdf`,
        created_by,
        created_at,
      };
      await sql.begin(async (tx) => {
        await tx`insert into procurement.reports ${tx({ ...report, content: tx.json(jsonColumn(content)) })}`;
        const after = { tender_id, version: content.evaluation_version };
        await audit(tx, { actor: created_by, action: "create", resource: "report", resource_id: id, after });
      });
      return report;
    },
  };
}
